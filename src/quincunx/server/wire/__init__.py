"""The connections below the application: how many, how long, how much. What overstays or floods is cut off."""
