"""The games in a program window: the embedded server, and a window on it.

The program (`program`) starts two processes and waits: the server (`server_process`), and the one that shows the window
(`qt_process` or `chromium`). Both end when their standard input closes, so none is left behind, however the program
ends. If a window's process fails (Qt ends the process instead of raising), the next backend is tried.
"""
