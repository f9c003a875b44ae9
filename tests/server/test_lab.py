"""The Lab: available only on the server's own machine, one run at a time, nothing left behind."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from server.helpers import Device, Json, Running, running, wait_for
from server.lab_double import BROKEN, DEAF, ENDLESS, LEAVES, LONG, NONSENSE, REFUSED
from spielzug.server import lab_jobs
from waiting import has_exited

RUN: Json = {
    "game": "zugraub",
    "sides": [{}, {"options": {"spoils_to_head": "yes"}}],
    "bot": "greedy",
    "seats": [4, 3, 4],
    "games": 10,
}
FILE = {"name": "mine.yaml", "text": "game: zugraub\n"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of running jobs."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    double = Path(__file__).with_name("lab_double.py")
    monkeypatch.setattr(lab_jobs, "WORKER_COMMAND", (str(double),))
    return tmp_path


@pytest.fixture
def private_server(folder: Path) -> Iterator[Running]:
    with running(folder / "t.sqlite3", lab=True) as server:
        yield server


@pytest.fixture
def owner(private_server: Running) -> Device:
    return private_server.device()


def runs(folder: Path) -> list[Path]:
    return list(folder.glob("spielzug-lab-*"))


def ended(owner: Device) -> Json:
    wait_for(lambda: owner.get("lab")["run"] is None)
    shown: Json = owner.get("lab")
    return shown


def started(owner: Device, **changed: Any) -> Json:
    """Waits for the first message."""
    owner.post("lab/run", {**RUN, **changed})
    run: Json = wait_for(lambda: (owner.get("lab")["run"] or {}).get("told") and owner.get("lab"))
    return run


# -- for whom ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "example.org", "Origin": "http://example.org"},
        {"Host": "127.0.0.1.example.org", "Origin": "http://127.0.0.1.example.org"},
        {"Host": "127.example.org", "Origin": "http://127.example.org"},
        {"X-Forwarded-For": "203.0.113.9"},
        {"Forwarded": "for=203.0.113.9"},
        {"X-Forwarded-Host": "games.example.org"},
        {"X-Real-IP": "203.0.113.9"},
        {"CF-Connecting-IP": "203.0.113.9"},
        {"True-Client-IP": "203.0.113.9"},
        {"Via": "1.1 proxy"},
        {"Origin": "http://localhost:3000"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_nobody_else_comes_in(private_server: Running, headers: dict[str, str]) -> None:
    """Names that lead here, proxies, pages of other sites and of other programs."""
    private_server.services.lab_runs._reports[1] = lab_jobs.KeptReport(None, b"")  # type: ignore[arg-type]
    stranger = private_server.device(**headers)
    assert stranger.get("lab")["open"] is False
    assert stranger.get("lab")["games"] == []
    assert stranger.http.get("/api/lab/reports/1").status_code == 403
    assert stranger.http.get("/api/lab/sets/zugraub").status_code == 403
    file = {"game": "zugraub", "file": FILE}
    for path, body in (("run", RUN), ("stop", {}), ("check", file)):
        answer = stranger.http.post(f"/api/lab/{path}", json=body)
        assert answer.status_code == 403
        assert answer.json()["code"] in ("lab_closed", "wrong_origin")
    private_server.services.lab_runs._reports.clear()


@pytest.mark.parametrize(
    "settings",
    [{"lab": False}, {"public_url": "https://games.example.org"}, {"trust_proxy": 1}],
    ids=str,
)
def test_a_host_for_others_has_no_lab(folder: Path, settings: Json) -> None:
    with running(folder / "t.sqlite3", **{"lab": True, **settings}) as server:
        assert server.device().get("lab")["open"] is False
        told = server.device().post("lab/run", RUN, 403)
        assert told["code"] in ("lab_closed", "wrong_origin")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_the_machine_itself_comes_in_by_any_of_its_names(
    private_server: Running, host: str
) -> None:
    port = private_server.url.rpartition(":")[2]
    named = private_server.device(Host=f"{host}:{port}", Origin=f"http://{host}:{port}")
    assert named.get("lab")["open"] is True


def test_only_the_owner_may_send_more_than_a_little(private_server: Running) -> None:
    large = {**RUN, "sides": [{"file": {"name": "a.yaml", "text": "x" * 100_000}}]}
    stranger = private_server.device(Host="example.org", Origin="http://example.org")
    assert stranger.http.post("/api/lab/run", json=large).status_code == 413
    assert private_server.device().http.post("/api/lab/stop", json=large).status_code == 413
    huge = {**RUN, "sides": [{"file": {"name": "a.yaml", "text": "x" * 4_000_000}}]}
    assert private_server.device().http.post("/api/lab/run", json=huge).status_code == 413


# -- a file of one's own -------------------------------------------------------------------------


def checked(owner: Device, text: str, game: str = "zugraub") -> Json:
    found: Json = owner.post(
        "lab/check", {"game": game, "file": {"name": "mine.yaml", "text": text}}
    )
    return found


def test_the_set_that_ships_can_be_had_as_a_file_to_change(owner: Device) -> None:
    answer = owner.http.get("/api/lab/sets/zugraub")
    assert answer.headers["content-disposition"] == 'attachment; filename="zugraub.yaml"'
    assert "#   cost: Experience points it costs" in answer.text, "every entry has a note"
    assert checked(owner, answer.text) == {"error": None, "warnings": [], "changes": []}
    older = owner.http.get("/api/lab/sets/zugraub", params={"version": "shipped-1"})
    assert older.text != answer.text
    assert owner.get("lab/sets/chess", 404)["code"] == "no_game"
    missing = owner.http.get("/api/lab/sets/zugraub", params={"version": "shipped-9"})
    assert missing.status_code == 422


def test_a_file_is_checked_before_anything_is_played(owner: Device) -> None:
    shipped = owner.http.get("/api/lab/sets/zugraub").text
    cheaper = shipped.replace("kind: young_actress, cost: 4", "kind: young_actress, cost: 1")
    assert checked(owner, cheaper)["changes"] == ["Vanity: cost 4 → 1"]
    wrong = checked(owner, cheaper.replace("cost: 10", "cost: ten"))["error"]
    assert re.match(r"mine\.yaml:\d+: cards\.Uther\.cost: 'ten' is not possible", wrong)
    other = checked(owner, shipped, "trains")["error"]
    assert other.endswith("game: this is a set of 'zugraub', not of 'trains'")
    assert "\n" not in other
    assert checked(owner, shipped, "trains")["changes"] == []
    assert "zugraub@" not in str(owner.get("games")), "a file that is only checked is not loaded"
    body = {"game": "chess", "file": {"name": "mine.yaml", "text": ""}}
    assert owner.post("lab/check", body, 404)["code"] == "no_game"


# -- a run ---------------------------------------------------------------------------------------


def test_a_run_gives_a_report_and_leaves_nothing(
    owner: Device, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELZUG_PLAIN", "1")  # as a server that found nothing compiled
    assert owner.get("lab")["reports"] == []
    owner.post("lab/run", {**RUN, "sides": [{}, {"file": FILE}]}, lang="de")
    shown = ended(owner)
    (about,) = shown["reports"]
    assert about["title"].startswith("shipped – mine.yaml")
    assert (about["games"], about["stopped"], shown["trouble"]) == (20, False, None)
    page = owner.http.get(f"/api/lab/reports/{about['number']}")
    assert page.text.endswith("compiled de"), "by compiled rules, in the language of the page"
    assert runs(folder) == []


def test_what_is_usual_in_simulations_is_told(owner: Device) -> None:
    usual = {game["name"]: game["usual"] for game in owner.get("lab")["games"]}
    assert usual["game_of_trains"] == {"turn_limit": "500"}
    assert usual["trains"] == {"supply": "lot", "turn_limit": "400"}
    assert usual["zwergenzugfahrt"] == {}


def test_without_matplotlib_the_page_says_what_to_install(
    owner: Device, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert owner.get("lab")["needs"] is None
    monkeypatch.setattr(
        lab_jobs, "find_spec", lambda name: None if name == "matplotlib" else find_spec(name)
    )
    assert owner.get("lab")["needs"] == "make lab"
    monkeypatch.setattr(lab_jobs, "CHECKOUT", folder)
    assert owner.get("lab")["needs"] == "pip install 'spielzug[report]'"


def test_a_report_is_shown_in_a_box_of_its_own(owner: Device) -> None:
    owner.post("lab/run", RUN)
    ended(owner)
    page = owner.http.get("/api/lab/reports/1")
    assert page.headers["content-security-policy"].startswith("sandbox allow-scripts;")
    assert "allow-same-origin" not in page.headers["content-security-policy"]
    assert page.headers["x-frame-options"] == "SAMEORIGIN"
    plain = owner.http.get("/api/lab/reports/1", headers={"Accept-Encoding": "identity"})
    assert plain.text == page.text
    saved = owner.http.get("/api/lab/reports/1", params={"save": True})
    assert saved.headers["content-disposition"] == 'attachment; filename="spielzug-1.html"'
    assert owner.get("lab/reports/2", 404)["code"] == "no_report"


@pytest.mark.slow
def test_progress_is_what_the_run_says(owner: Device) -> None:
    run = started(owner, games=ENDLESS, sides=[{"file": FILE}, {"file": FILE}])["run"]
    assert (run["state"], run["done"], run["planned"]) == ("playing", 5, 20)
    assert run["told"] == ["b-mine.yaml, mine.yaml"], "two files of one name stay two"
    assert owner.post("lab/run", RUN, 409)["code"] == "lab_busy"
    owner.post("lab/stop")
    (about,) = ended(owner)["reports"]
    assert about["stopped"] is True


def test_what_cannot_be_compared_is_told_with_its_line(owner: Device, folder: Path) -> None:
    owner.post("lab/run", {**RUN, "games": REFUSED})
    shown = ended(owner)
    text = "mine.yaml:12: cards.Regina.cost: 11 is not possible"
    assert shown["trouble"] == {"code": "refused", "text": text}
    assert (shown["reports"], runs(folder)) == ([], [])
    owner.post("lab/run", RUN)
    assert ended(owner)["trouble"] is None, "what went wrong before is over"


def test_a_run_that_breaks_is_told(owner: Device, folder: Path) -> None:
    owner.post("lab/run", {**RUN, "games": BROKEN})
    assert ended(owner)["trouble"]["code"] == "failed"
    assert runs(folder) == []


def test_a_run_may_say_much_at_once(owner: Device) -> None:
    owner.post("lab/run", {**RUN, "games": LONG})
    shown = ended(owner)
    assert (shown["trouble"], len(shown["reports"])) == (None, 1)


def test_a_run_that_cannot_be_understood_is_told_and_gives_no_report(
    owner: Device, folder: Path
) -> None:
    owner.post("lab/run", {**RUN, "games": NONSENSE})
    shown = ended(owner)
    assert (shown["trouble"]["code"], shown["reports"], runs(folder)) == ("failed", [], [])


def test_asked_twice_to_stop_a_run_that_does_not_listen_ends(owner: Device, folder: Path) -> None:
    started(owner, games=DEAF)
    owner.post("lab/stop")
    assert owner.get("lab")["run"]["state"] == "stopping"
    owner.post("lab/stop")
    shown = ended(owner)
    assert (shown["trouble"]["code"], shown["reports"], runs(folder)) == ("given_up", [], [])


def test_those_who_worked_for_a_run_that_has_ended_end_too(owner: Device, folder: Path) -> None:
    owner.post("lab/run", {**RUN, "games": LEAVES})
    assert ended(owner)["trouble"]["code"] == "failed"
    wait_for(lambda: has_exited(int((folder / "left").read_text())))


def test_a_run_ends_with_the_server(folder: Path) -> None:
    with running(folder / "t.sqlite3", lab=True) as server:
        run = started(server.device(), games=ENDLESS)["run"]
        process = int(run["title"].rpartition(" ")[2])
        os.kill(process, 0)
    wait_for(lambda: not Path(f"/proc/{process}").exists())
    assert runs(folder) == []


def test_only_the_last_reports_are_kept(owner: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_jobs, "MAX_REPORTS", 2)
    for _ in range(3):
        owner.post("lab/run", RUN)
        ended(owner)
    assert [one["number"] for one in owner.get("lab")["reports"]] == [3, 2]
    owner.get("lab/reports/1", 404)


@pytest.mark.slow
@pytest.mark.parametrize(
    "changed",
    [
        {"game": "chess"},
        {"bot": "nobody"},
        {"sides": []},
        {"sides": [{"version": "/etc/passwd"}]},
        {"sides": [{"options": {"set": "../x.yaml"}}]},
        {"sides": [{"options": {"set": "a+b"}}]},
        {"seats": []},
        {"games": 0},
        {"seed": "$(x)"},
        {"more": 1},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_at_once(owner: Device, folder: Path, changed: Json) -> None:
    assert owner.post("lab/run", {**RUN, **changed}, 422)["code"] == "bad_request"
    assert runs(folder) == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("mine.yaml", "mine.yaml"),
        ("../../etc/passwd", "passwd.yaml"),
        ("C:\\box\\my set.yml", "my_set.yaml"),
        ("-rf.yaml", "rf.yaml"),
        ("a,b+c=d.yaml", "a_b_c_d.yaml"),
        ("...", "set.yaml"),
        ("字" * 80, "字" * 66 + ".yaml"),
    ],
)
def test_a_file_keeps_its_name_and_nothing_that_leads_elsewhere(given: str, kept: str) -> None:
    assert lab_jobs._file_name(given) == kept


def test_the_address_that_can_be_typed_leads_to_the_page(owner: Device) -> None:
    answer = owner.http.get("/lab", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "./#/lab")
