"""The UI as a person uses it, in a real browser: fill in the form, run, watch, open the report, retry what failed."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.flows.served import ENDS, Served, wait_for
from tests.html.browser import Tab, chromium, open_browser

pytestmark = [
    pytest.mark.prefect,
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="needs Chromium (Debian's package chromium)"),
]


class Person:
    """Sees what a page says, and clicks on the words that it shows."""

    def __init__(self, tab: Tab, url: str) -> None:
        self.tab, self._url = tab, url
        tab.call("Emulation.setDeviceMetricsOverride", width=1100, height=900, deviceScaleFactor=1, mobile=False)

    def goes_to(self, path: str) -> None:
        self.tab.visit(self._url + path)

    def sees(self, words: str) -> None:
        wait_for(words, lambda: self.tab.evaluate(f"document.body.innerText.includes({json.dumps(words)})"))

    def clicks(self, words: str, among: str = "a, button, [role=tab], [role=menuitem]") -> None:
        """Click on the first line of the last visible element with just these words."""
        found = (
            f"[...document.querySelectorAll({json.dumps(among)})]"
            f".filter((one) => one.innerText.trim() === {json.dumps(words)} && one.getClientRects().length).pop()"
        )
        # In one expression: the page draws itself anew at any moment.
        middle = (
            f"((one) => one && (one.scrollIntoView({{block: 'center'}}), "
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])(one.getClientRects()[0])))({found})"
        )
        wait_for(words, lambda: self.tab.evaluate(middle))
        time.sleep(0.2)
        x, y = wait_for(words, lambda: self.tab.evaluate(middle))
        for kind in ("mousePressed", "mouseReleased"):
            self.tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def opens_form(self, deployment: str) -> None:
        """Look for a deployment, ten of which fit on a page, and open the form of a run of it."""
        self.goes_to("/v2/deployments")
        field = "document.querySelector('input[placeholder^=Search]')"
        wait_for("search", lambda: self.tab.evaluate(f"Boolean({field}) && ({field}.focus(), true)"))
        self.tab.call("Input.insertText", text=deployment)
        self.clicks(deployment, among="a[href*='/deployments/deployment/']")
        self.clicks("Run")
        self.clicks("Custom run")

    def writes(self, label: str, text: str) -> None:
        """Write into the field of a label, instead of what is there."""
        field = (
            "document.getElementById([...document.querySelectorAll('label')]"
            f".find((one) => one.innerText.startsWith({json.dumps(label)})).htmlFor)"
        )
        wait_for(label, lambda: self.tab.evaluate(f"(({field}).focus(), ({field}).select(), true)"))
        self.tab.call("Input.insertText", text=text)

    def watches(self, served: Served, run: str) -> str:
        """The type of the state in which a run ended; what the page says meanwhile is listened to."""

        def look() -> str:
            self.tab.evaluate("true")
            found = str(served.state(run)["type"])
            return found if found in ENDS else ""

        return str(wait_for("end", look))

    def waits_for_page(self, condition: str) -> None:
        wait_for(condition, lambda: self.tab.evaluate(condition))


def test_from_the_form_to_the_report_and_a_retry(served: Served, tmp_path: Path) -> None:
    with open_browser(tmp_path / "profile") as tab:
        person = Person(tab, served.url)
        person.opens_form("score")
        person.sees("Folder of the agent's answers")
        assert "Statement boundaries" not in tab.evaluate("document.body.innerText")  # it is folded
        person.writes("Agent", "browsed")
        person.clicks("Submit")
        person.clicks("View run")
        person.waits_for_page("/runs\\/flow-run\\//.test(location.href)")
        run = tab.evaluate("location.pathname.split('/').pop()")
        assert person.watches(served, run) == "COMPLETED"
        person.clicks("Artifacts")
        person.sees("browsed on reportbench@1")
        tab.evaluate("[...document.links].find((one) => one.href.endsWith('/artifacts/key/score')).click()")
        version = "[...document.links].filter((one) => one.href.includes('/artifacts/artifact/'))"
        person.waits_for_page(f"{version}.length > 0")
        tab.evaluate(f"{version}[0].click()")
        person.sees("scored / unscored / missing")
        person.clicks("Report")
        person.waits_for_page("document.title.startsWith('ReportBench: ')")
        assert "browsed" in tab.evaluate("document.body.innerText")

        failed = served.started("score/score", reports=str(tmp_path / "reports"))
        assert person.watches(served, failed) == "FAILED"
        (tmp_path / "reports").symlink_to(Path("data/sample/agents/careful").resolve())
        person.goes_to(f"/v2/runs/flow-run/{failed}")
        person.sees("Failed")
        person.clicks("Open menu")
        person.clicks("Retry")
        person.clicks("Retry", among="[role=dialog] button, [role=alertdialog] button")
        wait_for("retry", lambda: tab.evaluate("true") and served.state(failed)["type"] != "FAILED")
        assert person.watches(served, failed) == "COMPLETED"


def test_an_agent_is_run_and_scored_from_its_form(served: Served, tmp_path: Path) -> None:
    with open_browser(tmp_path / "profile") as tab:
        person = Person(tab, served.url)
        person.opens_form("run-and-score")
        person.sees("Who judges its answers")
        assert "Most calls a task" not in tab.evaluate("document.body.innerText")  # it is folded
        person.writes("Name", "browsed-agent")
        person.clicks("Submit")
        person.clicks("View run")
        person.waits_for_page("/runs\\/flow-run\\//.test(location.href)")
        run = tab.evaluate("location.pathname.split('/').pop()")
        assert person.watches(served, run) == "COMPLETED"
        person.clicks("Artifacts")
        person.sees("browsed-agent on reportbench@1")
