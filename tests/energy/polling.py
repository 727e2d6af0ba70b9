"""Waiting for figures of energy."""

import time

from answerboxd import Answerboxd

PATIENCE_S = 60


class Polling:
    """For test cases."""

    def wait_for(self, daemon: Answerboxd, method: str, holds, **params):
        """Polls until `holds` is true for the result. Returns the result."""
        end = time.monotonic() + PATIENCE_S
        while True:
            result = daemon.call(method, **params)
            if holds(result):
                return result
            self.assertLess(time.monotonic(), end, result)
            time.sleep(0.01)
