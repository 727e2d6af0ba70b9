"""Made-up questions: none has an answer, and each is a changed question that
somebody asked.
"""

import json
import pathlib
import tempfile
import unittest

from made_up_questions import make_up

ASKED = {
    "lima": ("Nurse Lopez came to Lima in 1914.", [
        ("who", "Who came to Lima in 1914?", "Nurse Lopez"),
        ("when", "When did Lopez come to Lima?", "1914")]),
    "oslo": ("Doctor Hansen went to Oslo and Bergen.", [
        ("where", "Where did Hansen go, other than Bergen?", "Oslo"),
        ("both", "Which nurse do both texts name?", "nurse")]),
}


def squad(paragraphs):
    return {"data": [{"title": "One", "paragraphs": [
        {"context": context, "qas": [
            {"id": key, "question": question, "answers": [{"text": answer}]}
            for key, question, answer in questions]}
        for context, questions in paragraphs]}]}


def made_of(paragraphs, seed=7):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "asked.json"
        target = pathlib.Path(folder) / "made.json"
        source.write_text(json.dumps(squad(paragraphs)), "utf-8")
        make_up(source, target, seed)
        made = json.loads(target.read_text("utf-8"))
    return [(paragraph["context"], question)
            for article in made["data"] for paragraph in article["paragraphs"]
            for question in paragraph["qas"]]


class MadeUpQuestions(unittest.TestCase):
    def test_are_all_without_an_answer(self):
        made = made_of(ASKED.values())
        self.assertTrue(made)
        for _, question in made:
            self.assertEqual(question["answers"], [])
            self.assertTrue(question["is_impossible"])

    def test_ask_a_paragraph_what_another_one_answers(self):
        elsewhere = [(context, question["id"]) for context, question
                     in made_of(ASKED.values()) if question["id"].endswith("-elsewhere")]
        lima, oslo = (context for context, _ in ASKED.values())
        # "Nurse" is in the first paragraph, too, so it may answer "both".
        self.assertCountEqual(elsewhere, [(lima, "where-elsewhere"),
                                          (oslo, "who-elsewhere"),
                                          (oslo, "when-elsewhere")])

    def test_exchange_one_name_or_number(self):
        originals = {key: question for _, questions in ASKED.values()
                     for key, question, _ in questions}
        for seed in range(20):
            for _, question in made_of(ASKED.values(), seed):
                key, _, how = question["id"].partition("-")
                if how != "exchanged":
                    continue
                self.assertNotEqual(question["question"], originals[key])
                self.assertEqual(question["question"].split()[0],
                                 originals[key].split()[0])

    def test_exchange_nothing_where_there_is_no_name_or_number(self):
        made = made_of([("it came by sea.", [("how", "How did it come?", "sea")])])
        self.assertEqual(made, [])

    def test_are_the_same_for_the_same_seed(self):
        self.assertEqual(made_of(ASKED.values(), 3), made_of(ASKED.values(), 3))


if __name__ == "__main__":
    unittest.main()
