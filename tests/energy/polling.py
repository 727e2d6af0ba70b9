"""Waiting for what the daemon says of energy."""

import time

from answerboxd import Answerboxd

PATIENCE_S = 60


class Polling:
    """For test cases."""

    def wait_for(self, daemon: Answerboxd, method: str, holds, **params):
        """Polls until `holds` of the result, which it gives."""
        end = time.monotonic() + PATIENCE_S
        while True:
            result = daemon.call(method, **params)
            if holds(result):
                return result
            self.assertLess(time.monotonic(), end, result)
            time.sleep(0.01)
