"""The checks of a run, each of which compares what the clients received with what is stored."""
