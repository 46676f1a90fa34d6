"""Qt windows that show one page, with one shared profile, so that all of them have the same login."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtWebEngineCore import (
    QWebEngineDownloadRequest,
    QWebEngineNewWindowRequest,
    QWebEnginePage,
    QWebEngineProfile,
)
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication, QFileDialog

from quincunx.clients.desktop.window_process import HEIGHT, LEAST_HEIGHT, LEAST_WIDTH, TITLE, WIDTH, attend, say_shown


class QtWindows(QObject):
    """The windows. The program's requests arrive as signals from another thread."""

    wanted = Signal()
    unwanted = Signal()

    def __init__(self, url: str, profile: str) -> None:
        super().__init__()
        self._url = QUrl(url)
        self._views: list[QWebEngineView] = []
        self._profile = QWebEngineProfile(TITLE.lower())
        self._profile.setPersistentStoragePath(str(Path(profile) / "storage"))
        self._profile.setCachePath(str(Path(profile) / "cache"))
        self._profile.downloadRequested.connect(_save)
        self.wanted.connect(self.open, Qt.ConnectionType.QueuedConnection)
        self.unwanted.connect(QApplication.closeAllWindows, Qt.ConnectionType.QueuedConnection)

    def open(self) -> None:
        """Open one more window."""
        view = QWebEngineView()
        page = Page(self._profile, view)
        page.newWindowRequested.connect(_open_outside)
        view.setPage(page)
        view.setWindowTitle(TITLE)
        view.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        space = view.screen().availableGeometry()
        view.resize(min(WIDTH, space.width()), min(HEIGHT, space.height()))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the game uses right clicks
        view.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)  # which also closes its connection to the server
        view.load(self._url)
        view.show()
        self._views.append(view)

    def delete(self) -> None:
        """Delete the views first, then the profile, which writes its cookies to disk."""
        for gone in (*self._views, self._profile):
            if shiboken6.isValid(gone):
                shiboken6.delete(gone)


class Page(QWebEnginePage):
    """A page that stays on its site; other addresses open in the user's browser."""

    def acceptNavigationRequest(
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, is_main_frame: bool
    ) -> bool:
        """Whether to follow a link inside the window."""
        there, here = QUrl(url), self.requestedUrl()
        if here.isEmpty() or there.authority() == here.authority() or there.scheme() in ("blob", "data"):
            return True
        QDesktopServices.openUrl(there)
        return False


def _open_outside(request: QWebEngineNewWindowRequest) -> None:
    QDesktopServices.openUrl(request.requestedUrl())


def _save(download: QWebEngineDownloadRequest) -> None:
    """Ask where to save a download, such as a game's record or an export."""
    suggested = str(Path(download.downloadDirectory()) / download.downloadFileName())
    path, _ = QFileDialog.getSaveFileName(None, "", suggested)
    if path:
        download.setDownloadDirectory(str(Path(path).parent))
        download.setDownloadFileName(Path(path).name)
        download.accept()


def show(url: str, profile: str) -> None:
    """Show the page until the last window is closed."""
    app = QApplication(sys.argv[:1])
    app.setApplicationName(TITLE)
    with resources.as_file(resources.files(__package__) / "icon.svg") as icon:
        app.setWindowIcon(QIcon(str(icon)))
    windows = QtWindows(url, profile)
    windows.open()
    QTimer.singleShot(0, say_shown)
    attend(windows.wanted.emit, windows.unwanted.emit)
    app.exec()
    windows.delete()
