"""Chromium without a screen, driven by Selenium, for the tests and pictures of reports."""

import json
import shutil
from base64 import b64decode
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
PHONE = 600
"""Narrower screens are those of phones."""


class Chromium:
    """One browser for many pages, and everything it asks the network for."""

    def __init__(self, profile: Path) -> None:
        options = ChromeOptions()
        options.binary_location = str(shutil.which("chromium"))
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        service = Service(str(shutil.which("chromedriver")))
        self.driver = Chrome(options=options, service=service)

    @staticmethod
    def missing() -> list[str]:
        """Programs that are needed and not there."""
        return [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]

    def open(self, page: Path, *, width: int = 1280, **media: str) -> None:
        """Open a file; earlier logs are forgotten."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < PHONE}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        features = [{"name": name.replace("_", "-"), "value": v} for name, v in media.items()]
        self.ask("Emulation.setEmulatedMedia", media="", features=features)
        self.log("performance")
        self.log("browser")
        self.driver.get(page.as_uri())

    def ask(self, command: str, **options: Any) -> Any:
        """What the browser itself answers."""
        return self.driver.execute_cdp_cmd(command, options)

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a script."""
        return self.driver.execute_script(script, *arguments)

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What was logged since the last time."""
        return list(self.driver.get_log(kind))

    def requests(self) -> list[str]:
        """Addresses that were asked for since the page was opened."""
        messages = [
            json.loads(entry["message"])["message"] for entry in self.log("performance")
        ]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def picture(self, width: int, height: int, *, scale: float = 1.0) -> bytes:
        """The top of the open page as PNG."""
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        answer = self.ask(
            "Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip
        )
        return b64decode(answer["data"])

    def close(self) -> None:
        """End the browser."""
        self.driver.quit()
