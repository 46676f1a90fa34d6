"""Programs that people play with: the terminal, the program window, the Python client and the UCI engine."""
