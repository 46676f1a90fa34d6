"""The games on a whole terminal screen: every game alike, and as its document draws it where it does."""
