#!/usr/bin/env python3
"""Adds users to a real daemon, and looks for their passwords everywhere.

usage: users_test.py ANSWERBOXD ANSWERBOX

Neither the journal at level debug, nor the audit log, nor any other file of the
state directory may hold a password. Then the test damages the users file in
several ways: the daemon must name the file, and give nobody else any rights.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from answerboxd import Answerboxd

PASSWORDS = ["correct horse battery staple", "Tr0ub4dor&3-troubador"]


class Client:
    def __init__(self, program: str, socket: pathlib.Path):
        self.program = program
        self.socket = socket

    def run(self, *arguments: str, typed: str = "") -> dict:
        ended = subprocess.run(
            [self.program, *arguments, "--json", "--socket", str(self.socket)],
            input=typed, capture_output=True, text=True, check=False)
        for password in PASSWORDS:
            assert password not in ended.stdout + ended.stderr, arguments
        assert ended.returncode == 0, ended.stderr
        return json.loads(ended.stdout)


def files_holding(folder: pathlib.Path, secret: str) -> list[str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert any(file.name == "users.json" for file in files)
    assert any("audit" in str(file) for file in files)
    return [str(file) for file in files if secret.encode() in file.read_bytes()]


def check_secrets(daemon: str, client: str, state: pathlib.Path) -> None:
    with Answerboxd(daemon, state, ["--log-level", "debug"]) as running:
        answerbox = Client(client, running.socket_path)
        answerbox.run("user", "add", "alice", "--password-file", "-",
                      typed=PASSWORDS[0] + "\n")
        answerbox.run("user", "password", "alice", "--password-file", "-",
                      typed=PASSWORDS[1] + "\n")
        users = answerbox.run("user", "list")["users"]
        assert [user["name"] for user in users] == ["user:alice"], users
        assert users[0]["password"] is True, users
        answerbox.run("audit", "head")  # Recorded changes are on the disk.
        journal = running.messages()
    for password in PASSWORDS:
        assert password not in journal, journal
        assert files_holding(state, password) == []
    records = [line for file in (state / "audit").glob("*.jsonl")
               for line in file.read_text().splitlines()]
    actions = [json.loads(line).get("action") for line in records]
    assert "user_add" in actions and "user_password" in actions, actions


def check_damage(daemon: str, state: pathlib.Path) -> None:
    file = state / "users.json"
    whole = file.read_bytes()
    for damaged in (b"", b"{}\n", whole[:-1], whole + b"\n",
                    whole.replace(b"user:alice", b"user:alicf"),
                    whole.replace(b'"version":1', b'"version":2')):
        assert damaged != whole
        file.write_bytes(damaged)
        with Answerboxd(daemon, state) as running:
            assert str(file) in running.messages(), damaged
            outage, = running.call("status")["out_of_service"]
            assert outage["what"] == "users", outage
            assert running.call("users.list")["users"][0]["name"] == "unix:0"
    file.write_bytes(whole)
    file.chmod(0o644)
    with Answerboxd(daemon, state) as running:
        assert file.stat().st_mode & 0o777 == 0o600
        told, = running.call("status")["damaged"]
        assert str(file) in told and "new passwords" in told, told


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder) / "state"
        check_secrets(sys.argv[1], sys.argv[2], state)
        check_damage(sys.argv[1], state)


if __name__ == "__main__":
    main()
