#!/usr/bin/env python3
"""Opens sockets and becomes the daemon, as a service manager does
(sd_listen_fds(3)).

PASSED_SOCKETS is "NAME ADDRESS PORT" for each, separated by commas; PASSED_TO
names the program.
"""

import errno
import fcntl
import os
import socket
import sys
import time

FIRST_DESCRIPTOR = 3
OUT_OF_THE_WAY = 100


def bind(listening: socket.socket, address: str, port: int) -> None:
    """Another test's client may have the port, which was free, for a moment."""
    for attempts_left in reversed(range(100)):
        try:
            return listening.bind((address, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE or attempts_left == 0:
                raise
        time.sleep(0.1)


def main() -> None:
    names, numbers = [], []
    for one in os.environ["PASSED_SOCKETS"].split(","):
        name, address, port = one.split()
        listening = socket.socket(
            socket.AF_INET6 if ":" in address else socket.AF_INET)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if ":" in address:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        bind(listening, address, int(port))
        listening.listen()
        names.append(name)
        numbers.append(fcntl.fcntl(listening.detach(), fcntl.F_DUPFD,
                                   OUT_OF_THE_WAY))
    for place, number in enumerate(numbers):
        os.dup2(number, FIRST_DESCRIPTOR + place, inheritable=True)
        os.close(number)
    program = os.environ["PASSED_TO"]
    os.execve(program, [program, *sys.argv[1:]],
              {**os.environ, "LISTEN_PID": str(os.getpid()),
               "LISTEN_FDS": str(len(names)),
               "LISTEN_FDNAMES": ":".join(names)})


if __name__ == "__main__":
    main()
