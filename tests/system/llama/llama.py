"""A real llama.cpp for tests: npm's node-llama-cpp, with its binary for this
machine, and the small model of the data folder.

Node packages are installed once, into a folder of the build; what is there is
used without a network.
"""

import contextlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

VERSION = "3.22.1"
# For machines whose own Node is older than the bindings want.
NODE_VERSION = "22.12.0"
OLDEST_NODE = 20
SERVER = pathlib.Path(__file__).resolve().parent / "server.mjs"
# Python's name of a machine -> npm's.
MACHINES = {"x86_64": "x64", "aarch64": "arm64"}


def node_major() -> int:
    """The version of the machine's own Node; 0 if there is none."""
    if shutil.which("node") is None:
        return 0
    text = subprocess.run(["node", "--version"], check=True, text=True,
                          capture_output=True).stdout
    return int(text.lstrip("v").split(".")[0])


def install(folder: pathlib.Path) -> str:
    """Installs into `folder` unless it was done. Returns the path of Node."""
    machine = MACHINES[platform.machine()]
    packages = [f"node-llama-cpp@{VERSION}",
                f"@node-llama-cpp/linux-{machine}@{VERSION}"]
    node = "node"
    if node_major() < OLDEST_NODE:
        packages.append(f"node-linux-{machine}@{NODE_VERSION}")
        node = str(folder / f"node_modules/node-linux-{machine}/bin/node")
    done = folder / "installed"
    wanted = "\n".join(packages)
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return node
    if shutil.which("npm") is None:
        sys.exit("npm is missing: deploy/install-packages.sh test")
    folder.mkdir(parents=True, exist_ok=True)
    # Without the optional packages: those for GPUs are half a gigabyte.
    command = ["npm", "install", "--prefix", str(folder), "--ignore-scripts",
               "--omit=optional", "--no-audit", "--no-fund", "--save-exact",
               "--loglevel=error", *packages]
    if subprocess.run(command, check=False, timeout=300).returncode != 0:
        sys.exit(f"npm can't install {packages}: is the registry reachable?")
    done.write_text(wanted, encoding="utf-8")
    return node


@contextlib.contextmanager
def serve(folder: pathlib.Path, model: pathlib.Path):
    """Runs the server with `model`. Yields its address."""
    node = install(folder)
    with tempfile.TemporaryDirectory() as place:
        socket = os.path.join(place, "llama.sock")
        server = subprocess.Popen([node, str(SERVER), str(model), socket],
                                  cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            line = server.stdout.readline()
            if line != "ready\n":
                sys.exit(f"the server did not start: {line!r}")
            yield f"unix:{socket}"
        finally:
            server.kill()
            server.wait()
