"""Which questions units are fitted to, and what answers them."""

import csv
import json
import pathlib
import re
import tempfile
import unittest

import unit_questions
from answer_keys import is_right
from unit_questions import find_gold, make_plan, read_gold

COLUMNS = ("qid", "doc", "qtype", "question", "start", "end")


def write_sets(data):
    """A small set of each kind."""
    (data / "clinical-questions").mkdir()
    (data / "clinical-pdf").mkdir()
    (data / "clinical-pdf/a.pdf").touch()
    row = {"id": "a1", "question": "How\tmuch?", "document": "a.pdf", "kind": "list",
           "pages": [1], "key": ["5"],
           "gold": [{"text": "Give 5 mg.", "page": 1},
                    {"text": "Doses", "page": 1, "role": "heading"}]}
    (data / "clinical-questions/a.jsonl").write_text(json.dumps(row) + "\n")
    for folder in unit_questions.FIELDS.values():
        for name in ("docs", "questions"):
            (data / folder / name).mkdir(parents=True)
        for name in ("ORIGIN.md", "b.md"):
            (data / folder / "docs" / name).touch()
        row = {"id": "b1", "question": "How long?", "document": "b.md",
               "kind": "sentence", "pages": [], "key": ["a week"],
               "gold": [{"text": "For a week."}]}
        (data / folder / "questions/b.jsonl").write_text(json.dumps(row) + "\n")
    for name in (*unit_questions.SHARED, *unit_questions.OWN):
        (data / name / "docs").mkdir(parents=True)
        rows = [{"id": f"{page}{i}", "question": "Why?", "document": f"{page}.md",
                 "kind": "row", "answerable": i > 0,
                 "gold": [{"text": "cell", "row": "a cell of a row"}]}
                for page in "xy" for i in range(3)]
        (data / name / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (data / "medquad/docs").mkdir(parents=True)
    with open(data / "medquad/questions-dev.tsv", "w", encoding="utf-8") as file:
        table = csv.writer(file, delimiter="\t")
        table.writerow(COLUMNS)
        for i in range(4):
            (data / f"medquad/docs/{i}.md").write_text(f"# Fièvre {i}\nrest and water.")
            table.writerow((f"q{i}", f"{i}.md", "treatment", "What helps?", 11, 15))
    write_squad(data)


def write_squad(data):
    """Two articles, of which the file of tuning articles names one."""
    (data / "squad-dev").mkdir()
    (data / unit_questions.SQUAD_ARTICLES).write_text("Rivers\n")
    articles = [{"title": title, "paragraphs": [
        {"context": f"{title} {place} rise in spring.", "qas": [
            {"id": f"{title}{place}a", "question": "When do they rise?",
             "answers": [{"text": "in spring"}, {"text": "spring"}, {"text": "spring"}]},
            {"id": f"{title}{place}b", "question": "When do they fall?", "answers": []}]}
        for place in range(2)]} for title in ("Castles", "Rivers")]
    (data / unit_questions.SQUAD_FILE).write_text(json.dumps({"data": articles}))


class Questions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = pathlib.Path(folder.name)
        write_sets(self.data)
        self.plan = make_plan(self.data)

    def test_are_the_same_each_time(self):
        again = make_plan(self.data)
        self.assertEqual(self.plan, again)

    def test_have_gold_answers(self):
        gold = read_gold(self.data)
        for name, _, _ in self.plan.questions:
            self.assertNotEqual(find_gold(gold, name).document, "")

    def test_of_other_documents_are_to_be_refused(self):
        asked = [question for question in self.plan.questions
                 if question[0].startswith("mismatch/")]
        pages = {name: collection for name, collection, _ in self.plan.questions}
        self.assertGreater(len(asked), 10)
        gold = read_gold(self.data)
        for name, collection, _ in asked:
            own = name.split("/", 2)[2]
            self.assertEqual(find_gold(gold, name).pieces, [])
            self.assertEqual(find_gold(gold, name).subject, gold[own].subject)
            self.assertNotEqual(pages[own], collection)

    def test_are_answerable_but_those_of_half_of_the_pages(self):
        gold = read_gold(self.data)
        refused = {name.split("/")[0] for name, _, _ in self.plan.questions
                   if not find_gold(gold, name).has_answer}
        self.assertEqual(refused, {"clinical", "folders", "medhalf", "mismatch", "other",
                                   "squad"})
        self.assertNotIn("multispanqa/x0", {name for name, _, _ in self.plan.questions})

    def test_of_half_of_the_pages_are_about_the_other_half(self):
        gold = read_gold(self.data)
        pages = {path.name for path in self.plan.collections["medhalf"]}
        asked = [gold[name].document for name, collection, _ in self.plan.questions
                 if collection == "medhalf"]
        self.assertEqual((len(pages), len(asked)), (2, 2))
        self.assertEqual(pages & set(asked), set())

    def test_of_half_of_the_pages_have_no_page_of_the_same_title(self):
        for path in (self.data / "medquad/docs").iterdir():
            path.write_text("# fièvre\nrest and water.")
        collections = {collection for _, collection, _ in make_plan(self.data).questions}
        self.assertNotIn("medhalf", collections)

    def test_of_some_sets_are_asked_of_their_page_alone(self):
        gold = read_gold(self.data)
        for name, collection, _ in self.plan.questions:
            if name.startswith("multispanqa/"):
                paths = self.plan.collections[collection]
                self.assertEqual([path.name for path in paths], [gold[name].document])

    def test_of_squad_are_of_the_tuning_articles_alone(self):
        asked = [question for question in self.plan.questions
                 if question[0].startswith("squad/")]
        self.assertEqual(sorted(name for name, _, _ in asked),
                         [f"squad/Rivers{place}{kind}" for place in range(2)
                          for kind in "ab"])

    def test_of_squad_are_asked_of_their_paragraph_alone(self):
        gold = read_gold(self.data)
        for name, collection, _ in self.plan.questions:
            if name.startswith("squad/"):
                ((document, text),) = self.plan.texts[collection].items()
                self.assertEqual(document, gold[name].document)
                self.assertIn(f"Rivers {name[-2]} ", text)

    def test_of_squad_have_each_answer_once_and_the_article_as_subject(self):
        gold = read_gold(self.data)
        own = gold["squad/Rivers0a"]
        self.assertEqual([own.pieces, *(other.pieces for other in own.others)],
                         [[["in", "spring"]], [["spring"]]])
        self.assertEqual(own.subject, "Rivers")
        self.assertEqual(gold["squad/Rivers1a"].subject, own.subject)

    def test_of_guidelines_are_asked_of_their_document_alone(self):
        gold = read_gold(self.data)
        asked = [(name, collection) for name, collection, _ in self.plan.questions
                 if collection.startswith("guidelines-")]
        self.assertGreater(len(asked), 100)
        for name, collection in asked:
            paths = self.plan.collections[collection]
            self.assertEqual([path.name for path in paths], [gold[name].document])

    def test_of_a_folder_are_asked_of_all_its_documents(self):
        for name in unit_questions.FIELDS:
            self.assertIn((f"{name}/b1", name, "How long?"), self.plan.questions)
            self.assertEqual([path.name for path in self.plan.collections[name]], ["b.md"])

    def test_of_other_kinds_are_asked_of_all_documents_of_their_file(self):
        gold = read_gold(self.data)
        asked = [question for question in self.plan.questions
                 if question[0].startswith("other/")]
        self.assertGreater(len(asked), 1000)
        for name, collection, _ in asked:
            names = [path.name for path in self.plan.collections[collection]]
            self.assertIn(gold[name].document, names)
            self.assertEqual(len(names), len(set(names)))

    def test_of_other_kinds_tell_what_a_right_answer_holds(self):
        for rows in unit_questions.other_rows().values():
            self.assertEqual(len({row["id"] for row in rows}), len(rows))
            for row in rows:
                self.assertEqual(row["key"] == [],
                                 row["kind"] == unit_questions.UNANSWERABLE, row["id"])
                for key in row["key"]:
                    re.compile(key)

    def test_of_made_up_folders_are_answered_by_the_document_that_they_name(self):
        rows = unit_questions.folder_rows()
        self.assertEqual(len({row["id"] for row in rows}), len(rows))
        for row in rows:
            texts = self.plan.texts[f"{unit_questions.FOLDERS}-{row['folder']}"]
            if row["kind"] == unit_questions.UNANSWERABLE:
                self.assertEqual(row["document"], "")
                continue
            folder, _, name = row["document"].partition("/")
            self.assertEqual(folder, row["folder"])
            self.assertTrue(is_right(row, texts[name]), row["id"])

    def test_of_guidelines_tell_what_a_right_answer_holds(self):
        for row in unit_questions.guideline_rows():
            if row["kind"] == unit_questions.UNANSWERABLE:
                self.assertNotIn("pages", row)
                continue
            self.assertGreater(len(row["pages"]), 0, row["id"])
            for key in row["key"]:
                re.compile(key)
            self.assertTrue(row["key"] or row.get("all_items"), row["id"])

    def test_stand_on_a_line_each(self):
        path = self.data / "questions.tsv"
        self.plan.write_questions(path)
        lines = path.read_text("utf-8").splitlines()
        self.assertEqual(lines[0], "clinical/a1\tclinical\tHow much?")
        self.assertEqual(len(lines), len(self.plan.questions))


class GoldAnswers(unittest.TestCase):
    def test_are_answers_rows_and_sections(self):
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder)
            write_sets(data)
            gold = read_gold(data)
        self.assertEqual(gold["clinical/a1"].pieces, [["give", "5", "mg"]])
        self.assertEqual(gold["fetaqa-dev/x1"].pieces, [["a", "cell", "of", "a", "row"]])
        # Counted in characters, of which one has two bytes.
        self.assertEqual(gold["medquad/q0"].pieces, [["rest"]])
        self.assertEqual(gold["medquad/q0"].others, [])

    def test_are_those_of_all_pages_with_one_title(self):
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder)
            write_sets(data)
            for i in (1, 3):
                (data / f"medquad/docs/{i}.md").write_text("# Fièvre 1\nrest and water.")
            gold = read_gold(data)
        self.assertEqual([other.document for other in gold["medquad/q3"].others],
                         ["1.md"])
        self.assertEqual(gold["medquad/q3"].document, "3.md")
        self.assertEqual(gold["medquad/q3"].subject, gold["medquad/q1"].subject)
        self.assertNotEqual(gold["medquad/q3"].subject, gold["medquad/q2"].subject)
        self.assertEqual(gold["medquad/q0"].others, [])


if __name__ == "__main__":
    unittest.main()
