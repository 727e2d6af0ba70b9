#!/usr/bin/env python3
"""TLS with OpenSSL as the peer, as a program and in Python.

usage: tls_interop_test.py --server TLS_ECHO_SERVER --client ANSWERBOX

`answerbox certificate` makes the certificates.
"""

import argparse
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest

OPTIONS = argparse.Namespace()
PATIENCE_S = 120  # A limit for a peer that hangs; no test waits so long.


def answerbox(*arguments: str) -> None:
    subprocess.run([OPTIONS.client, "certificate", *arguments], check=True,
                   stdout=subprocess.DEVNULL, timeout=PATIENCE_S)


class Server:
    """tls_echo_server with some files."""

    def __init__(self, *files: pathlib.Path):
        self.process = subprocess.Popen(
            [OPTIONS.server, *map(str, files)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = int(self.line())

    def line(self) -> str:
        return self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate(timeout=PATIENCE_S)


class TlsInteropTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        answerbox("make", "--out", str(cls.folder), "--name", "localhost",
                  "--name", "127.0.0.1", "--name", "::1")
        answerbox("make", "--out", str(cls.folder), "--ca")
        cls.certificate = cls.folder / "answerbox.crt"
        cls.key = cls.folder / "answerbox.key"
        cls.ca = cls.folder / "ca.crt"
        for name in ("nurse", "lost"):
            answerbox("request", "--out", str(cls.folder / name), "--name", name)
            answerbox("sign", "--ca", str(cls.ca), "--key",
                      str(cls.folder / "ca.key"), "--request",
                      str(cls.folder / name / "answerbox.csr"), "--out",
                      str(cls.folder / name / "answerbox.crt"))
        cls.revoked = cls.folder / "ca.crl"
        answerbox("revoke", "--ca", str(cls.ca), "--key",
                  str(cls.folder / "ca.key"), "--crl", str(cls.revoked),
                  str(cls.folder / "lost" / "answerbox.crt"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def context(self, client: str = "") -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=str(self.certificate))
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        if client:
            context.load_cert_chain(self.folder / client / "answerbox.crt",
                                    self.folder / client / "answerbox.key")
        return context

    def connect(self, server: Server, context: ssl.SSLContext,
                name: str = "localhost", session=None) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", server.port),
                                         timeout=PATIENCE_S)
        return context.wrap_socket(plain, server_hostname=name,
                                   session=session)

    def exchange(self, connection: ssl.SSLSocket, size: int) -> None:
        """Sends and reads by turns, because Python's TLS sockets are for one
        thread."""
        sent = bytes(i * 7 % 251 for i in range(size))
        got = b""
        while len(got) < size:
            connection.sendall(sent[len(got):len(got) + 3001])
            end = min(len(got) + 3001, size)
            while len(got) < end:
                piece = connection.recv(end - len(got))
                self.assertTrue(piece, "ended too early")
                got += piece
        self.assertEqual(got, sent)

    def test_a_python_client_verifies_host_name_and_address(self):
        with Server(self.certificate, self.key) as server:
            for name in ("localhost", "127.0.0.1", "::1"):
                with self.connect(server, self.context(), name) as connection:
                    self.assertEqual(connection.version(), "TLSv1.2")
                    self.exchange(connection, 200_001)
                self.assertRegex(server.line(), "^- TLS-ECDHE-ECDSA-.* whole$")
            with self.assertRaises(ssl.SSLCertVerificationError):
                self.connect(server, self.context(), "other.test")

    def test_the_server_ends_with_close_notify(self):
        with Server(self.certificate, self.key) as server:
            with self.connect(server, self.context()) as connection:
                self.exchange(connection, 10)
                # Raises an error if the peer's close_notify does not come.
                connection.unwrap()

    def test_a_python_client_resumes_by_ticket(self):
        with Server(self.certificate, self.key) as server:
            context = self.context()
            with self.connect(server, context) as connection:
                self.exchange(connection, 10)
                session = connection.session
            self.assertTrue(session.has_ticket)
            self.assertRegex(server.line(), "whole$")
            with self.connect(server, context, session=session) as connection:
                self.exchange(connection, 10)
                self.assertTrue(connection.session_reused)
            self.assertRegex(server.line(), "resumed$")

    def test_client_certificates_are_told_apart(self):
        with Server(self.certificate, self.key, self.ca,
                    self.revoked) as server:
            with self.connect(server, self.context("nurse")) as connection:
                self.exchange(connection, 10)
            self.assertRegex(server.line(), "^nurse ")
            for client, reason in (("lost", "has been revoked"),
                                   ("", "no certificate")):
                with self.assertRaises(ssl.SSLError):
                    self.connect(server, self.context(client))
                self.assertRegex(server.line(), reason)

    def test_openssl_verifies_the_certificate(self):
        with Server(self.certificate, self.key) as server:
            done = self.s_client(server, "-verify_return_error",
                                 "-verify_hostname", "localhost")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("Verify return code: 0 (ok)", done.stdout)

    def test_openssl_gets_in_by_no_old_version_nor_weak_suite(self):
        with Server(self.certificate, self.key) as server:
            for settings in (["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
                             ["-tls1", "-cipher", "ALL:@SECLEVEL=0"],
                             ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"],
                             ["-tls1_2", "-cipher", "AES128-GCM-SHA256"],
                             ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"]):
                done = self.s_client(server, *settings)
                self.assertNotEqual(done.returncode, 0, settings)
                self.assertNotIn("whole", server.line())
            # The server must go on.
            self.assertEqual(self.s_client(server).returncode, 0)

    def s_client(self, server: Server,
                 *settings: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}",
             "-CAfile", str(self.certificate), *settings],
            input="Q\n", capture_output=True, text=True, timeout=PATIENCE_S)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", required=True)
    parser.add_argument("--client", required=True)
    parser.parse_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0]], verbosity=2)


if __name__ == "__main__":
    main()
