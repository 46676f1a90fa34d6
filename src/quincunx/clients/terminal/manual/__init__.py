"""The command line as a whole: its parser, and what is generated from it, the manual page and shell completion."""
