"""The checks of a run, each of which compares what the clients were told with what is stored."""
