"""Chromium without a window, steered through its DevTools protocol: opened, clicked, looked at as by people."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import ClientConnection, connect

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
    # Whatever asks for a name gets none: a request that leaves the page fails instead of leaving the machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
_START_S = 20.0


AXE = Path(__file__).parents[2] / ".axe" / "node_modules" / "axe-core" / "axe.min.js"
"""The checker of accessibility, which `make soak` takes from npm."""
_RULES = (
    "axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations"
    ".map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.target.join(' ')).join(' | ')))"
)


def chromium() -> str | None:
    """The browser's path, None where it is not installed."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


class Tab:
    """One open page, and everything that it said and asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.errors: list[str] = []
        self._asked: dict[str, str] = {}
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    @property
    def requests(self) -> list[str]:
        """What was asked for, without what the page's own policy stopped."""
        return list(self._asked.values())

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of one command; what happens meanwhile is noted."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=30))
            if message.get("id") == self._number:
                assert "error" not in message, message["error"]
                result: dict[str, Any] = message["result"]
                return result
            self._note(message)

    def open(self, path: Path, *, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Open a file in a viewport of this size and wait until it is loaded."""
        phone = width < 600
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="", features=[scheme])
        self.errors.clear()
        self._asked.clear()
        self.visit(path.as_uri())

    def visit(self, url: str) -> None:
        """Open a page and wait until it is loaded."""
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def violations(self) -> list[str]:
        """Rules of axe that the page breaks, with the first elements that do."""
        if not self.evaluate("'axe' in window"):
            self.evaluate(AXE.read_text(encoding="utf-8") + "; null")
        found: list[str] = self.evaluate(_RULES)
        return found

    def wait(self, condition: str) -> None:
        """Wait until a JavaScript condition holds."""
        end = time.monotonic() + _START_S
        while not self.evaluate(condition):
            assert time.monotonic() < end, condition
            time.sleep(0.02)

    def click(self, selector: str) -> None:
        """Click with the mouse on the middle of the first element that the selector finds."""
        self.evaluate(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        box = self.evaluate(
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def press(self, key: str) -> None:
        """Press a key: "Tab", "Enter" or a letter."""
        codes = {"Tab": 9, "Enter": 13, " ": 32}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        down = {"key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, 0), "text": text}
        self.call("Input.dispatchKeyEvent", type="keyDown", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)

    def printed(self) -> bytes:
        """The page as a PDF on A4."""
        found = self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=True)
        return base64.b64decode(found["data"])

    def _note(self, message: dict[str, Any]) -> None:
        values = message.get("params", {})
        match message.get("method"):
            case "Log.entryAdded":
                self.errors.append(values["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.errors.append(str(values["exceptionDetails"]))
            case "Runtime.consoleAPICalled":
                self.errors.append(str(values["args"]))
            case "Page.javascriptDialogOpening":
                self.errors.append(f"dialog: {values['message']}")
                self._socket.send(
                    json.dumps({"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": True}})
                )
            case "Network.requestWillBeSent" if not values["request"]["url"].startswith("data:"):
                self._asked[values["requestId"]] = values["request"]["url"]
            case "Network.loadingFailed" if values.get("blockedReason") == "csp":
                self._asked.pop(values["requestId"], None)


@contextmanager
def open_browser(profile: Path) -> Iterator[Tab]:
    """A browser with an empty profile and one tab; it is gone when the block ends."""
    program = chromium()
    assert program is not None
    profile.mkdir(parents=True)
    command = [program, *_FLAGS, f"--user-data-dir={profile}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        port = _port(profile / "DevToolsActivePort")
        with urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            tabs = json.load(answer)
        address = next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
        with connect(address, max_size=None, proxy=None) as socket:
            yield Tab(socket)
    finally:
        process.terminate()
        process.wait(timeout=10)


def _port(file: Path) -> int:
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        if file.exists() and (lines := file.read_text().splitlines()):
            return int(lines[0])
        time.sleep(0.05)
    raise AssertionError("the browser did not start")
