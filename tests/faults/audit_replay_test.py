#!/usr/bin/env python3
"""`answerbox audit replay` against the real daemon: recorded questions get the
same answers, and it tells what changed where they don't.
"""

import json
import re

from answerboxd import Answerboxd
from audit_case import TEXT, AuditCase, run_tests
from connection import RequestError


class AuditReplayTest(AuditCase):
    def written(self, daemon: Answerboxd) -> str:
        """The log up to now."""
        daemon.call("audit.head")
        return (self.audit / "000000000000.jsonl").read_text()

    def replay(self, daemon: Answerboxd, text: str) -> dict:
        copy = self.folder / "copy.jsonl"
        copy.write_text(text)
        replayed = self.client("replay", "--json", "--socket",
                               str(daemon.socket_path), str(copy))
        report = json.loads(replayed.stdout)
        self.assertEqual(replayed.returncode, int(report["different"] > 0))
        return report

    def test_replay_tells_another_model_from_another_answer(self):
        path = self.stopped_log()
        daemon = self.start()
        model = daemon.call("status")["model"]
        self.assertEqual({record["model"] for record in
                          self.records("answer") + self.records("refusal")},
                         {model})
        text = (path.read_text().replace(model, "0" * len(model))
                .replace('"confidence":0.', '"confidence":1.'))
        self.assertEqual(self.replay(daemon, text)["other_model"],
                         {"same": 0, "different": 3})

    def test_replay_gives_the_same_bytes_until_documents_change(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="measles.md", text=TEXT)
        daemon.call("documents.add", name="notes.md", text=TEXT)
        for question in ("when is measles reported?", "who is isolated?",
                         "zebra?"):
            daemon.call("ask", question=question, theta=0.2)
        # The record has the theta, not the target.
        daemon.call("ask", question="who is isolated?", precision=0.7)
        some = daemon.call("ask", question="who is isolated?", theta=0,
                           documents=["n*"])
        self.assertEqual(some["answer"]["document"], "notes.md")
        few = daemon.call("ask", question="who is isolated?", max_work=1)
        self.assertEqual(few["refusal"]["reason"], "budget")
        daemon.call("ask", question="who is isolated?", thesaurus=False)
        text = self.written(daemon)
        self.assertEqual(text.count('"thesaurus":false'), 1)
        self.assertEqual(self.replay(daemon, text)["same"], 7)
        daemon.call("documents.add", name="other.md", text="Zebras graze.")
        replayed = self.replay(daemon, text)
        self.assertEqual(replayed["same"], 0)
        self.assertGreaterEqual(replayed["changed_since"]["different"], 1)

    def test_replay_asks_for_the_same_form_and_compares_it(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="measles.md", text=TEXT)
        for options in ({}, {"form": "sentence", "answers": 3},
                        {"form": "sentence"}):
            daemon.call("ask", question="who is isolated?", theta=0.0,
                        **options)
        text = self.written(daemon)
        self.assertEqual(self.replay(daemon, text)["same"], 3)
        rows = re.sub(r'"shown":\[\["\w+",', '"shown":[["row",', text)
        other = self.replay(daemon, rows)
        self.assertEqual((other["same"], other["different"]), (0, 3))
        moved = re.sub(r'("shown":\[\["\w+",\d+,\[\[)', r"\g<1>9", text)
        other = self.replay(daemon, moved)
        self.assertEqual((other["same"], other["different"]), (0, 3))
        tables = text.replace('"form":"auto"', '"form":"table"')
        unknown = self.replay(daemon, tables)
        self.assertEqual((unknown["same"], unknown["different"]), (2, 1))

    def test_replay_asks_for_a_long_answer_again(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="measles.md", text=TEXT)
        daemon.call("documents.add", name="rooms.md",
                    text="Whoever has measles is isolated in room 7.")
        asked = daemon.call("ask", question="who is isoleted?", theta=0.0,
                            form="long", words=60)["answer"]
        self.assertEqual(asked["form"], "long")
        self.assertEqual({part["document"] for part in asked["parts"]},
                         {"measles.md", "rooms.md"})
        daemon.call("ask", question="zebra?", form="long")
        text = self.written(daemon)
        self.assertEqual(text.count('"form":"long","words":60'), 1)
        self.assertEqual(text.count('"form":"long","words":120'), 1)
        self.assertEqual(self.replay(daemon, text)["same"], 2)
        fewer = re.sub(r',\["long",1,\[\[\d+,\d+\]\]\]', "", text)
        self.assertNotEqual(fewer, text)
        self.assertEqual(self.replay(daemon, fewer)["different"], 1)

    def test_replay_reads_misspelt_words_as_the_record_says(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="trees.md",
                    text="Chestnuts ripen in October. Walnuts need sun.")
        asked = daemon.call("ask", question="when do chesnuts ripen?",
                            theta=0.0)
        self.assertEqual(asked["spelling"], [{"word": "chesnuts",
                                              "taken_for": "chestnuts"}])
        self.assertEqual(asked["answer"]["sentence"],
                         "Chestnuts ripen in October.")
        plain = daemon.call("ask", question="chesnuts?", spelling=False)
        self.assertEqual(plain["refusal"]["reason"], "no_evidence")
        self.assertNotIn("spelling", plain)
        text = self.written(daemon)
        self.assertEqual(self.replay(daemon, text)["same"], 2)
        # Records of a daemon that took every word as it stands.
        old = self.replay(daemon, re.sub(r'"spelling":\w+,', "", text))
        self.assertEqual((old["same"], old["different"]), (1, 1))

    def test_replay_looks_abbreviations_up_as_the_record_says(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="team.md",
                    text="Ask the village health team (VHT). VHTs visit "
                    "homes twice a year.")
        question = "how often does the village health team visit homes?"
        asked = daemon.call("ask", question=question, theta=0.0)
        self.assertEqual(asked["abbreviations"],
                         [{"words": "village health team", "also": "VHT"}])
        self.assertEqual(asked["answer"]["sentence"],
                         "VHTs visit homes twice a year.")
        plain = daemon.call("ask", question=question, theta=0.0,
                            abbreviations=False)
        self.assertNotIn("abbreviations", plain)
        self.assertNotEqual(plain["confidence"], asked["confidence"])
        found = daemon.call("search", words="VHT")["passages"]
        self.assertEqual(len(found[0]["matches"]), 5)
        text = self.written(daemon)
        self.assertEqual(self.replay(daemon, text)["same"], 2)
        # Records of a daemon that looked none up.
        old = self.replay(daemon, re.sub(r'"abbreviations":\w+,', "", text))
        self.assertEqual((old["same"], old["different"]), (1, 1))

    def test_replay_asks_what_a_message_asks(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="measles.md", text=TEXT)
        asked = daemon.call(
            "ask", theta=0.0, question="My brother came home with a rash on "
            "Sunday and we have been wondering ever since what to do about "
            "him. When is measles reported?")
        self.assertEqual(asked["asked"], "When is measles reported?")
        self.assertEqual(asked["answer"]["sentence"],
                         "Measles is reported within 24 hours.")
        self.assertEqual(self.replay(daemon, self.written(daemon))["same"], 1)

    def test_replay_tells_other_synonyms_from_another_answer(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="trees.md",
                    text="Chestnuts ripen in October. Walnuts need sun.")
        changed = daemon.call("collections.set", name="default",
                              synonyms="# words\nmarron, chestnut\n")
        self.assertEqual(changed["synonyms"], 1)
        question = "when do marrons ripen?"
        asked = daemon.call("ask", question=question, theta=0.0)
        self.assertEqual(asked["answer"]["sentence"],
                         "Chestnuts ripen in October.")
        text = self.written(daemon)
        self.assertEqual(self.replay(daemon, text)["same"], 1)
        with self.assertRaises(RequestError) as caught:
            daemon.call("collections.set", name="default",
                        synonyms="a, b\nc,,d")
        self.assertIn("line 2, column 3", str(caught.exception))
        self.assertEqual(self.replay(daemon, text)["same"], 1)
        gone = daemon.call("collections.set", name="default", synonyms="")
        self.assertEqual(gone["synonyms"], 0)
        replayed = self.replay(daemon, text)
        self.assertEqual((replayed["same"], replayed["different"]), (0, 0))
        self.assertEqual(replayed["changed_since"]["different"], 1)

    def test_replay_of_what_nobody_recorded_does_not_end_the_client(self):
        daemon = self.start()
        daemon.call("documents.add", name="measles.md", text=TEXT)
        begin = (f'{{"seq":0,"prev":"{"0" * 64}","kind":"answer",'
                 '"collection":"default","question":"measles?",'
                 '"arithmetic":"fixed",')
        file = self.folder / "file.jsonl"
        for rest in ('"cites":[7]}', '"cites":[[]],"documents":[]}',
                     '"cites":[[0,1,2]],"chunks":[7],"documents":[7]}',
                     '"cites":[[0,1,2]],"chunks":[["a",9]],"documents":[]}',
                     '"cites":[[-1,2.5,99]],"chunks":[["a",-1]]}',
                     '"cites":{},"documents":"a","theta":"x"}', '"a":}',
                     '"cites":[],"form":7,"words":"x","answers":-1,"shown":{}}',
                     '"cites":[],"form":"auto","words":60,"answers":1,'
                     '"shown":[7,["list",9,[[1]]]]}', '"theta":7}'):
            file.write_text(begin + rest + "\n")
            replayed = self.client("replay", "--socket",
                                   str(daemon.socket_path), str(file))
            self.assertIn(replayed.returncode, (0, 1), replayed.stderr)


if __name__ == "__main__":
    run_tests(__doc__)
