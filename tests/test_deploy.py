"""The deployment files: each is checked by its own program, or parsed as strictly as possible."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import skipped_report
from spielzug.server.config.loading import load_config
from spielzug.server.config.settings import SERVER_OPTIONS

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
UNITS = ("spielzug.service", "spielzug@.service")
MOST_EXPOSED = 2.5  # of 10, as systemd-analyze counts


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def said(*command: str) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def variables(text: str) -> set[str]:
    return set(re.findall(r"\bSPIELZUG_[A-Z_]+\b", text))


@pytest.mark.parametrize("name", [p.name for p in DEPLOY.iterdir()])
def test_every_variable_is_one_that_the_server_knows(name: str) -> None:
    known = {choice.variable for choice in SERVER_OPTIONS} | {
        "SPIELZUG_CONFIG",
        "SPIELZUG_CACHE_DIR",
    }
    assert variables(read(name)) <= known


# -- the settings ----------------------------------------------------------------------------------


def test_the_example_names_every_setting_and_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "spielzug.toml"
    file.write_text(read("spielzug.toml"), encoding="utf-8")
    as_it_is = load_config({}, {}, file)
    assert as_it_is.values == load_config({}, {}).values  # nothing is chosen yet
    used = re.sub(r"^# (\w+ = )", r"\1", read("spielzug.toml"), flags=re.MULTILINE)
    names = {name.removesuffix("_file") for name in tomllib.loads(used)}
    assert names == {choice.name for choice in SERVER_OPTIONS}
    for choice in SERVER_OPTIONS:
        if choice.secret:
            (tmp_path / choice.name.replace("_", "-")).write_text("secret", encoding="utf-8")
    file.write_text(used, encoding="utf-8")
    chosen = load_config({}, {}, file)
    assert set(chosen.sources.values()) == {str(file)}
    assert chosen["database"] == tmp_path / "tables.sqlite3"


# -- systemd ---------------------------------------------------------------------------------------

DIRECTIVES = {
    "Unit": {"Description", "After", "Wants"},
    "Service": {
        "Type", "ExecStart", "Environment", "EnvironmentFile", "KillMode", "KillSignal",
        "TimeoutStopSec", "Restart", "RestartSec", "LimitNOFILE", "DynamicUser", "User",
        "StateDirectory", "StateDirectoryMode", "CacheDirectory", "UMask", "NoNewPrivileges",
        "ProtectSystem", "ProtectHome", "PrivateTmp", "PrivateDevices", "ProtectClock",
        "ProtectControlGroups", "ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules",
        "ProtectKernelTunables", "ProtectProc", "RestrictAddressFamilies", "RestrictNamespaces",
        "RestrictRealtime", "RestrictSUIDSGID", "LockPersonality", "RemoveIPC",
        "CapabilityBoundingSet", "AmbientCapabilities", "SystemCallArchitectures",
        "SystemCallFilter", "SystemCallErrorNumber",
    },
    "Install": {"WantedBy"},
}  # fmt: skip


def unit_problems(text: str) -> list[str]:
    """What a unit file says that systemd would not understand."""
    found, section = [], ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = head[1]
            found += [] if section in DIRECTIVES else [f"no section {section}"]
        elif pair := re.fullmatch(r"(\w+)=(.*)", line):
            known = DIRECTIVES.get(section, set())
            found += [] if pair[1] in known else [f"[{section}] has no {pair[1]}"]
        else:
            found.append(f"cannot read {line!r}")
    return found


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_says_only_what_systemd_knows(name: str, tmp_path: Path) -> None:
    assert unit_problems(read(name)) == []
    if shutil.which("systemd-analyze") is None:
        return
    # What it starts must be there: this Python, in place of one that a host installs.
    here = tmp_path / name
    here.write_text(read(name).replace("/opt/spielzug/bin/spielzug", sys.executable))
    instance = str(here).replace("@.", "@8765.")
    status, told = said("systemd-analyze", "verify", "--man=no", instance)
    assert status == 0 and not told.strip(), told
    status, told = said("systemd-analyze", "security", "--offline=true", "--no-pager", str(here))
    level = re.search(r"exposure level for \S+: (\d+\.\d)", told)
    assert level and float(level[1]) <= MOST_EXPOSED, told[-200:]


def test_a_wrong_unit_would_be_found(tmp_path: Path) -> None:
    wrong = read("spielzug.service").replace("Restart=", "Restrat=").replace("[Install]", "Install")
    assert unit_problems(wrong) == [
        "[Service] has no Restrat", "cannot read 'Install'", "[Service] has no WantedBy",
    ]  # fmt: skip
    if shutil.which("systemd-analyze") is not None:
        file = tmp_path / "spielzug.service"
        file.write_text(wrong.replace("/opt/spielzug/bin/spielzug", sys.executable))
        assert "Restrat" in said("systemd-analyze", "verify", "--man=no", str(file))[1]


def test_a_unit_leaves_time_for_a_good_end() -> None:
    for name in UNITS:
        seconds = re.search(r"^TimeoutStopSec=(\d+)$", read(name), re.MULTILINE)
        assert seconds and int(seconds[1]) >= 30
        assert "MemoryDenyWriteExecute=" not in read(name)  # numba compiles


# -- the container ---------------------------------------------------------------------------------

INSTRUCTIONS = {
    "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL",
    "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip


def instructions(text: str) -> Iterator[tuple[str, str]]:
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n\s*", " ", kept).splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word, rest


def container_problems(text: str, root: Path = ROOT) -> list[str]:
    """What is wrong with a Containerfile, as far as it can be told without building it."""
    found, stages, steps = [], list[str](), list(instructions(text))
    for word, rest in steps:
        if word not in INSTRUCTIONS:
            found.append(f"no instruction {word}")
        if word == "FROM":
            image, _, stage = rest.partition(" AS ")
            stages.append(stage)
            if not re.fullmatch(r"[\w./-]+:[\w.-]+", image) or image.endswith(":latest"):
                found.append(f"{image} has no version")
        source = re.search(r"--from=(\w+)|\bfrom=(\w+)", rest)
        if source and (source[1] or source[2]) not in stages:
            found.append(f"no stage {source[1] or source[2]}")
        if word == "COPY" and not source and not (root / rest.split()[0]).exists():
            found.append(f"{rest.split()[0]} is not there")
        if word in ("ENTRYPOINT", "CMD"):
            try:
                json.loads(rest)
            except ValueError:
                found.append(f"{word} runs a shell, which swallows signals")
    last = [word for word, _ in steps][max(n for n, s in enumerate(steps) if s[0] == "FROM") :]
    found += [
        f"no {word}" for word in ("USER", "HEALTHCHECK", "VOLUME", "EXPOSE") if word not in last
    ]
    users = [rest for word, rest in steps if word == "USER"]
    if users and users[-1] in ("root", "0"):
        found.append("it runs as root")
    return found


def test_the_container_is_as_it_should_be() -> None:
    assert container_problems(read("Containerfile")) == []
    health = re.search(r"HEALTHCHECK .*?CMD (\[.*?\])$", read("Containerfile"), re.M | re.S)
    assert health and "/health/ready" in health[1]
    compile(json.loads(health[1])[2], "the check", "exec")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("USER 10001", "USER root"), "it runs as root"),
        (("USER 10001\n", ""), "no USER"),
        (("EXPOSE", "EXPOSES"), "no instruction EXPOSES"),
        (("python:3.13-slim AS build", "python AS build"), "python has no version"),
        (("from=build", "from=built"), "no stage built"),
        (('ENTRYPOINT ["spielzug"]', "ENTRYPOINT spielzug"), "ENTRYPOINT runs a shell"),
        (("COPY . .", "COPY nothing ."), "nothing is not there"),
    ],
)
def test_a_wrong_containerfile_would_be_found(change: tuple[str, str], told: str) -> None:
    wrong = read("Containerfile").replace(*change)
    assert any(told in problem for problem in container_problems(wrong))


@pytest.mark.slow
def test_the_container_is_built_and_says_its_version() -> None:
    builder = skipped_report.container_builder()
    if builder is None:
        pytest.skip(skipped_report.without_container()[0])
    build = ("bud",) if builder == "buildah" else ("build",)
    file = str(DEPLOY / "Containerfile")
    status, told = said(builder, *build, "-f", file, "-t", "spielzug-test", str(ROOT))
    assert status == 0, told[-2000:]
    if builder != "buildah":
        status, told = said(builder, "run", "--rm", "spielzug-test", "--version")
        assert status == 0 and told.startswith("spielzug "), told


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (None, "there is no podman or docker or buildah."),
        (1, "because `docker info` fails."),
        (0, ""),
    ],
)
def test_a_client_without_its_daemon_builds_no_container(
    answers: int | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if answers is not None:
        docker = tmp_path / "docker"
        docker.write_text(f"#!/bin/sh\nexit {answers}\n", encoding="utf-8")
        docker.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    skipped_report.container_builder.cache_clear()
    try:
        assert skipped_report.container_builder() == ("docker" if answers == 0 else None)
        assert "".join(skipped_report.without_container()).endswith(told)
    finally:
        skipped_report.container_builder.cache_clear()


def test_whatever_is_installed_for_a_host_is_pinned() -> None:
    for name in ("Containerfile", *UNITS):
        text = read(name).replace("\\\n", " ")
        for line in re.findall(r"pip (?:install|wheel)\b.*", text):
            assert "--require-hashes" in line or "--no-deps" in line, (name, line)
        for lock in re.findall(r"requirements/\w+\.txt", text):
            assert (ROOT / lock).is_file(), (name, lock)


# -- several servers -------------------------------------------------------------------------------


def test_the_services_of_the_composition_fit_together() -> None:
    made: dict[str, Any] = yaml.safe_load(read("compose.yaml"))
    services = made["services"]
    for name, service in services.items():
        assert "image" in service or "build" in service, name
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            where = (DEPLOY / source).is_file() if source[0] == "." else source in made["volumes"]
            assert where, volume
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert "healthcheck" in services["database"]
    environment = services["server"]["environment"]
    sample = {name: re.sub(r"\$\{\w+:\?[^}]*\}", "x", text) for name, text in environment.items()}
    ours = {name: text for name, text in sample.items() if name.startswith("SPIELZUG_")}
    chosen = load_config({}, ours)
    assert chosen["trust_proxy"] is True
    grace = int(services["server"]["stop_grace_period"].removesuffix("s"))
    assert grace >= chosen["drain"] + 30
    for value in environment.values():  # a password is never written here
        assert "password" not in str(value).lower() or str(value).startswith("${"), value


# -- proxies ---------------------------------------------------------------------------------------


def blocks_are_closed(text: str) -> bool:
    depth = 0
    plain = re.sub(r"#.*|\{\$[^}]*\}", "", text)
    for sign in re.findall(r"[{}]", plain):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def nginx_problems(text: str) -> list[str]:
    bare = re.sub(r"'[^']*'", "''", text)  # the page for people is not made of directives
    plain = [line for line in re.sub(r"#.*", "", bare).splitlines() if line.strip()]
    found = [f"{line.strip()} has no end" for line in plain if line.rstrip()[-1] not in ";{}"]
    if not blocks_are_closed(text):
        found.append("a block is not closed")
    for needed in (
        "proxy_http_version 1.1;", "proxy_set_header Upgrade $http_upgrade;",
        "proxy_set_header Connection $connection_upgrade;",
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
        "proxy_set_header X-Forwarded-Proto $scheme;", "proxy_set_header Host $host;",
    ):  # fmt: skip
        if needed not in text:
            found.append(f"without {needed}")
    if "ip_hash" in text or "sticky" in text:
        found.append("nobody needs to come back to the same server")
    wait = re.search(r"proxy_read_timeout (\d+)s;", text)
    if wait is None or int(wait[1]) < 45:
        found.append("live connections would be cut while nothing happens")
    return found


def test_nginx_passes_everything_on(tmp_path: Path) -> None:
    assert nginx_problems(read("nginx.conf")) == []
    if shutil.which("nginx") is None:
        return
    certificate = tmp_path / "pair.pem"
    made = said(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=x",
        "-keyout", str(certificate), "-out", str(tmp_path / "crt.pem"),
    )  # fmt: skip
    assert made[0] == 0, made[1]
    text = re.sub(r"\S+/fullchain\.pem", str(tmp_path / "crt.pem"), read("nginx.conf"))
    text = re.sub(r"\S+/privkey\.pem", str(certificate), text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    room = "".join(f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in kinds)
    room += "access_log off;\n"
    whole = f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{room}{text}\n}}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    status, told = said("nginx", "-t", "-c", str(tmp_path / "nginx.conf"))
    assert status == 0, told


def test_a_wrong_proxy_would_be_found() -> None:
    text = read("nginx.conf")
    assert nginx_problems(text.replace("proxy_buffering off;", "proxy_buffering off"))
    assert nginx_problems(text.replace("keepalive 32;", "ip_hash;"))
    assert nginx_problems(text.replace("Upgrade $http_upgrade", "Upgrade websocket"))
    assert nginx_problems(text[:-2])
    assert nginx_problems(text.replace("read_timeout 90s", "read_timeout 9s"))


def test_caddy_passes_everything_on() -> None:
    text = read("Caddyfile")
    assert blocks_are_closed(text)
    assert not blocks_are_closed(text.rstrip()[:-1])
    assert "health_uri /health/ready" in text
    assert len(re.findall(r"127\.0\.0\.1:\d+", text)) == 3
    if shutil.which("caddy") is not None:
        status, told = said("caddy", "validate", "--config", str(DEPLOY / "Caddyfile"))
        assert status == 0, told
