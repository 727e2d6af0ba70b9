"""The questions that the weights of units are fitted to, and their gold answers."""

import csv
import dataclasses
import json
import pathlib
import random
import re
from dataclasses import dataclass, field

CLINICAL = "clinical"
# Questions about further guidelines, like those of CLINICAL, but without the text
# of their answers. Every guideline has its own collection.
GUIDELINES = "guidelines"
GUIDELINE_QUESTIONS = pathlib.Path(__file__).parent / "guideline-questions"
# Questions about folders of documents as people keep them: each folder is one
# collection, and one set.
FIELDS = {"field-general": "field-dev/general", "field-clinical": "field-dev/clinical"}
# Questions about documents of other kinds. What a file of questions asks about is
# one collection.
OTHER = "other"
OTHER_QUESTIONS = pathlib.Path(__file__).parent / "other-questions"
OTHER_DOCUMENTS = pathlib.Path(__file__).parent / "other-documents"
# Questions about made-up folders of all trades. Each folder is one collection.
FOLDERS = "folders"
FOLDER_FILES = pathlib.Path(__file__).parent / "folders"
# A right answer of these sets holds every key. The others have answer texts.
KEYED = (CLINICAL, *FIELDS, OTHER, FOLDERS)

# How many questions of each set, drawn with SEED. Documents of a set of the
# first kind share a collection; of the second, each has its own, because a
# question does not say which page it is about.
SHARED = {"covid-faq": 224, "guideline-texts": 700, "fetaqa-dev": 500}
OWN = {"conditionalqa-train": 450, "multispanqa": 300}
MEDQUAD = 700
# So many questions of SQuAD's tuning articles. Each is asked of its own paragraph.
# To some the paragraph only seems to have an answer.
SQUAD = "squad"
SQUAD_FILE = "squad-dev/squad-v2.0-dev.json"
SQUAD_ARTICLES = "squad-dev/tuning-articles.txt"
SQUAD_QUESTIONS = 1200
# These are asked of half of the pages, in which their own page is not.
MEDHALF = 400
SEED = 1

# Questions asked of documents of another kind. Of a set with documents of their
# own, so many are asked about another page of the set, too.
MISMATCH = "mismatch"
UNANSWERABLE = "unanswerable"
OTHER_PAGE = {"conditionalqa-train": 150, "multispanqa": 100}
OTHER_SET = {"conditionalqa-train": 50, "covid-faq": 60, "fetaqa-dev": 60,
             "guideline-texts": 60, "medquad": 60, "multispanqa": 60}
ASKED = (CLINICAL, "covid-faq")


@dataclass
class Gold:
    kind: str
    document: str
    pieces: list = field(default_factory=list)  # Lists of words.
    row: dict = field(default_factory=dict)  # Of a clinical question, as it is.
    others: list = field(default_factory=list)  # Gold answers, each as good.
    title: str = ""  # Several documents may have it; "": the document is alone.

    @property
    def has_answer(self):
        return self.kind != UNANSWERABLE

    @property
    def subject(self):
        """The same for all questions that the same documents may answer."""
        return self.title or self.document


@dataclass
class Plan:
    """What a daemon holds, and what it is asked."""
    collections: dict = field(default_factory=dict)  # Name: paths.
    texts: dict = field(default_factory=dict)  # Name: {document: text}.
    questions: list = field(default_factory=list)  # (id, collection, question).

    def write_questions(self, path, sets=None):
        """Those of some sets, or all."""
        with open(path, "w", encoding="utf-8") as file:
            for columns in self.questions:
                if sets is not None and columns[0].split("/")[0] not in sets:
                    continue
                file.write("\t".join(re.sub(r"[\t\n]", " ", column)
                                     for column in columns) + "\n")


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def medquad_rows(data):
    with open(data / "medquad/questions-dev.tsv", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def clinical_files(data):
    return sorted((data / "clinical-questions").glob("*.jsonl"))


def make_plan(data):
    chance = random.Random(SEED)
    plan = Plan()
    plan.collections[CLINICAL] = sorted((data / "clinical-pdf").glob("*.pdf"))
    for file in clinical_files(data):
        plan.questions += [(f"{CLINICAL}/{row['id']}", CLINICAL, row["question"])
                           for row in read_lines(file)]
    plan_guidelines(data, plan)
    plan_fields(data, plan)
    plan_other(data, plan)
    plan_folders(plan)
    for name, count in SHARED.items():
        plan.collections[name] = [data / name / "docs"]
        plan.questions += [(f"{name}/{row['id']}", name, row["question"])
                           for row in draw(data, name, count, chance)]
    plan_medquad(data, plan, chance)
    for name, count in OWN.items():
        rows = draw(data, name, count, chance)
        documents = sorted({row["document"] for row in rows})
        collections = {document: f"{name}-{number}"
                       for number, document in enumerate(documents)}
        for document, collection in collections.items():
            plan.collections[collection] = [data / name / "docs" / document]
        plan.questions += [(f"{name}/{row['id']}", collections[row["document"]],
                            row["question"])
                           for row in sorted(rows, key=lambda row: row["document"])]
    plan_mismatch(plan)
    plan_squad(data, plan)
    return plan


def guideline_rows():
    return [row for file in sorted(GUIDELINE_QUESTIONS.glob("*.jsonl"))
            for row in read_lines(file)]


def plan_guidelines(data, plan):
    """The PDFs of CLINICAL share its collection; each other one has its own."""
    rows = guideline_rows()
    shared = {path.name for path in plan.collections[CLINICAL]}
    documents = sorted({row["document"] for row in rows} - shared)
    collections = {document: f"{GUIDELINES}-{number}"
                   for number, document in enumerate(documents)}
    for document, collection in collections.items():
        plan.collections[collection] = [data / "guideline-pdfs/pdfs" / document]
    plan.questions += [(f"{CLINICAL}/{row['id']}",
                        collections.get(row["document"], CLINICAL), row["question"])
                       for row in rows]


def field_rows(data, name):
    return [row for file in sorted((data / FIELDS[name] / "questions").glob("*.jsonl"))
            for row in read_lines(file)]


def plan_fields(data, plan):
    for name, folder in FIELDS.items():
        plan.collections[name] = [path for path in sorted((data / folder / "docs").iterdir())
                                  if path.name != "ORIGIN.md"]
        plan.questions += [(f"{name}/{row['id']}", name, row["question"])
                           for row in field_rows(data, name)]


def other_rows():
    """By the name of the file, its questions."""
    return {file.stem: read_lines(file) for file in sorted(OTHER_QUESTIONS.glob("*.jsonl"))}


def plan_other(data, plan):
    for name, rows in other_rows().items():
        collection = f"{OTHER}-{name}"
        plan.collections[collection] = [
            OTHER_DOCUMENTS / path.removeprefix("own/") if path.startswith("own/")
            else data / path for path in sorted({row["document"] for row in rows})]
        plan.questions += [(f"{OTHER}/{name}/{row['id']}", collection, row["question"])
                           for row in rows]


def folder_rows():
    return [row for file in sorted(FOLDER_FILES.glob("*.jsonl")) for row in read_lines(file)]


def plan_folders(plan):
    """A file of folders has the text of each document below its name."""
    for file in sorted(FOLDER_FILES.glob("*.txt")):
        for part in re.split(r"^=== ", file.read_text("utf-8"), flags=re.M)[1:]:
            path, _, text = part.partition("\n")
            folder, _, name = path.strip().partition("/")
            plan.texts.setdefault(f"{FOLDERS}-{folder}", {})[name] = text
    plan.questions += [(f"{FOLDERS}/{row['id']}", f"{FOLDERS}-{row['folder']}",
                        row["question"]) for row in folder_rows()]


def draw(data, name, count, chance):
    rows = [row for row in read_lines(data / name / "questions.jsonl")
            if row.get("answerable", True)]
    chance.shuffle(rows)
    return rows[:count]


def plan_medquad(data, plan, chance):
    rows = medquad_rows(data)
    chance.shuffle(rows)
    documents = sorted(path.name for path in (data / "medquad/docs").iterdir())
    chance.shuffle(documents)
    half = set(documents[:len(documents) // 2])
    plan.collections["medquad"] = [data / "medquad/docs"]
    plan.collections["medhalf"] = [data / "medquad/docs" / name for name in sorted(half)]
    # Several pages may have one title. Where one of them is there, so is an answer.
    titles = medquad_titles(data)
    there = {titles[name] for name in half}
    absent = [row for row in rows if titles[row["doc"]] not in there]
    for name, asked in (("medquad", rows[:MEDQUAD]), ("medhalf", absent[:MEDHALF])):
        plan.questions += [(f"{name}/{row['qid']}", name, row["question"])
                           for row in asked]


def medquad_titles(data):
    """By the name of each page, its title in lower case."""
    titles = {}
    for path in (data / "medquad/docs").iterdir():
        with open(path, encoding="utf-8") as file:
            titles[path.name] = file.readline().strip("# \n").lower()
    return titles


def plan_squad(data, plan):
    drawn = some(list(squad_rows(data)), SQUAD_QUESTIONS, random.Random(SEED + 2))
    for row in sorted(drawn, key=lambda row: row.document):
        collection = pathlib.Path(row.document).stem
        plan.texts[collection] = {row.document: row.text}
        plan.questions.append((f"{SQUAD}/{row.id}", collection, row.question))


@dataclass
class SquadRow:
    id: str
    document: str  # Of the paragraph.
    title: str  # Of the article.
    text: str
    question: str
    answers: list  # Empty: it has none.


def squad_rows(data):
    """The questions of the tuning articles."""
    titles = (data / SQUAD_ARTICLES).read_text("utf-8").splitlines()
    with open(data / SQUAD_FILE, encoding="utf-8") as file:
        articles = json.load(file)["data"]
    for number, article in enumerate(articles):
        if article["title"] not in titles:
            continue
        for place, paragraph in enumerate(article["paragraphs"]):
            for asked in paragraph["qas"]:
                yield SquadRow(asked["id"], f"{SQUAD}-{number}-{place}.txt",
                               article["title"], paragraph["context"],
                               asked["question"],
                               [answer["text"] for answer in asked["answers"]])


def plan_mismatch(plan):
    chance = random.Random(SEED + 1)
    asked = {}
    for name, collection, question in plan.questions:
        asked.setdefault(name.split("/")[0], []).append((name, collection, question))
    drawn = []
    for name, count in OTHER_PAGE.items():
        pages = sorted({collection for _, collection, _ in asked[name]})
        for identity, collection, question in some(asked[name], count, chance):
            others = [page for page in pages if page != collection]
            drawn.append((identity, chance.choice(others), question))
    for name, count in OTHER_SET.items():
        others = [other for other in ASKED if other != name]
        drawn += [(identity, chance.choice(others), question)
                  for identity, _, question in some(asked[name], count, chance)]
    plan.questions += sorted(
        ((f"{MISMATCH}/{collection}/{identity}", collection, question)
         for identity, collection, question in drawn), key=lambda asked: asked[1])


def some(rows, count, chance):
    return chance.sample(rows, min(count, len(rows)))


def find_gold(gold, identity):
    """That of read_gold(); of a question that was asked of other documents, that it
    has no answer."""
    if identity.startswith(f"{MISMATCH}/"):
        own = gold[identity.split("/", 2)[2]]
        return Gold(UNANSWERABLE, identity, title=own.subject)
    return gold[identity]


def read_gold(data):
    """The gold answers of all sets, by the ids of make_plan()."""
    gold = {}
    for file in clinical_files(data):
        for row in read_lines(file):
            gold[f"{CLINICAL}/{row['id']}"] = keyed_gold(row)
    for name in FIELDS:
        for row in field_rows(data, name):
            gold[f"{name}/{row['id']}"] = keyed_gold(row)
    for name, rows in other_rows().items():
        for row in rows:
            gold[f"{OTHER}/{name}/{row['id']}"] = keyed_gold(row)
    for row in folder_rows():
        gold[f"{FOLDERS}/{row['id']}"] = dataclasses.replace(
            keyed_gold({**row, "document": row["document"] or row["folder"]}),
            title=row["folder"])
    for row in guideline_rows():
        gold[f"{CLINICAL}/{row['id']}"] = Gold(row["kind"], row["document"], [], row)
    for name in (*SHARED, *OWN):
        for row in read_lines(data / name / "questions.jsonl"):
            gold[f"{name}/{row['id']}"] = Gold(
                row["kind"], row["document"], pieces_of(row, row["gold"]))
    read_medquad_gold(data, gold)
    read_squad_gold(data, gold)
    return gold


def keyed_gold(row):
    texts = row.get("gold", [])
    pieces = [piece for piece in texts if piece.get("role") in (None, "answer")] or texts
    document = pathlib.PurePosixPath(row["document"]).name
    return Gold(row["kind"], document, pieces_of(row, pieces), row)


def read_medquad_gold(data, gold):
    """A section answers, and so does that of the same kind of any other page with
    the same title."""
    titles = medquad_titles(data)
    texts, sections = {}, {}
    for row in medquad_rows(data):
        name = row["doc"]
        if name not in texts:
            texts[name] = (data / "medquad/docs" / name).read_text("utf-8")
        section = texts[name][int(row["start"]):int(row["end"])]
        own = Gold(row["qtype"], name, [words(section)], title=titles[name])
        gold[f"medquad/{row['qid']}"] = own
        gold[f"medhalf/{row['qid']}"] = Gold(UNANSWERABLE, name, title=titles[name])
        sections.setdefault((titles[name], row["qtype"]), []).append(own)
    for alike in sections.values():
        for own in alike:
            own.others = [dataclasses.replace(other, others=[])
                          for other in alike if other is not own]


def read_squad_gold(data, gold):
    for row in squad_rows(data):
        answers = [[words(answer)] for answer in dict.fromkeys(row.answers)]
        kind = "sentence" if answers else UNANSWERABLE
        own, *others = [Gold(kind, row.document, pieces, title=row.title)
                        for pieces in answers or [[]]]
        own.others = others
        gold[f"{SQUAD}/{row.id}"] = own


def pieces_of(row, pieces):
    if row["kind"] == UNANSWERABLE:
        return []
    return [words(piece.get("row") or piece["text"]) for piece in pieces]
