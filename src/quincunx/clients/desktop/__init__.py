"""The games in a program window: the embedded server, and a window on it.

The program (`program`) starts two processes and waits: the server (`server_process`), and whatever shows the window
(`qt_process` or `chromium`). Both end when their standard input does, so none is left behind, however the program goes.
A window's process that breaks (Qt ends a process rather than raise) is a reason to try the next way.
"""
