#!/usr/bin/env python3
"""The comparison of written tables finds each kind of fault, and takes no right reading for one.

usage: tables_test.py
"""

import copy
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from table import BULLET, CHOICE, Part, faults, is_same, parse  # noqa: E402

WRITTEN = """\
document	drugs.pdf
page	4
above	Table 1: Doses
head	Drug	Dose	Dose
head	Drug	Adults	Children
group	By mouth
row	Aspirin	1 g	
group	Injected
row	Heparin	5 000 IU{m:*}	75 IU/kg
row	Heparin	10 000 IU	75 IU/kg
"""
ROWS = [[{"text": "Drug", "rowspan": 2}, {"text": "Dose", "colspan": 2}], ["Adults", "Children"],
        [{"text": "By mouth", "colspan": 3}], ["Aspirin", "1 g", ""], [{"text": "Injected", "colspan": 3}],
        [{"text": "Heparin", "rowspan": 2}, "5 000 IU*", {"text": "75 IU/kg", "rowspan": 2}], ["10 000 IU"]]
LONG = "document\tlong.pdf\nabove\tLong\nhead\tA\tB\nrow\t1\t2\n...\nrow\t8\t9\n"


def block(rows, heads=2, page=4, **more):
    return {"kind": "table", "rows": rows, "header_rows": heads, "page": page, **more}


def rows_with(at, *cells):
    rows = copy.deepcopy(ROWS)
    rows[at] = list(cells)
    return rows


def first_fault(rows, written=WRITTEN, **more):
    return (faults(parse(written), [block(rows, **more)]) or ["right"])[0]


class Right(unittest.TestCase):
    def test_merged_cells_and_names_of_groups_across_the_table(self):
        self.assertEqual("right", first_fault(ROWS))

    def test_names_of_groups_in_a_column_of_their_own(self):
        self.assertEqual("right", first_fault([
            ["", "Drug", "Dose", "Dose"], ["", "Drug", "Adults", "Children"], ["By mouth", "Aspirin", "1 g", ""],
            ["Injected", "Heparin", "5 000 IU", "75 IU/kg"], ["Injected", "Heparin", "10 000 IU", "75 IU/kg"]]))

    def test_a_head_in_one_row_has_the_words_of_both(self):
        self.assertEqual("right", first_fault([["Drug", "Dose Adults", "Dose Children"], *ROWS[2:]], heads=1))

    def test_a_title_may_stand_in_the_head(self):
        self.assertEqual("right", first_fault([[{"text": "Table 1: Doses", "colspan": 3}], *ROWS], heads=3))

    def test_a_table_goes_on_overleaf_under_the_same_head(self):
        for second, is_right in ((block(ROWS[:2] + ROWS[4:], page=5), True), (block(ROWS[:2] + ROWS[4:], page=6), False),
                                 (block(ROWS[4:], heads=0, page=5), False)):
            self.assertEqual(is_right, not faults(parse(WRITTEN), [block(ROWS[:4]), second]))

    def test_rows_are_left_out_only_where_it_says_so(self):
        rows = [["A", "B"], ["1", "2"], ["3", "4"], ["8", "9"]]
        self.assertEqual("right", first_fault(rows, LONG, heads=1))
        self.assertIn("before row 2", first_fault(rows, LONG.replace("...\n", ""), heads=1))

    def test_columns_are_left_out_only_where_it_says_so(self):
        rows = [["A", "B", "C"], ["1", "2", "3"], ["8", "9", "10"]]
        self.assertIn("3 columns, not 2", first_fault(rows, LONG, heads=1))
        self.assertEqual("right", first_fault(rows, LONG.replace("B\n", "B\t...\n"), heads=1))

    def test_bullets_and_dashes(self):
        self.assertTrue(is_same("• one • 2 – 3 mg", "o one • 2 - 3 mg"))
        self.assertFalse(is_same("• one • two", "one x two"))
        self.assertTrue(is_same("ug {I|l} min", "ug l min") and is_same("{|none}", "") and is_same("a{{m:b,c}|{m:b}}", "a[b]"))
        self.assertFalse(is_same("ug {I|l} min", "ug min") or is_same("{|none}", "one"))


class Wrong(unittest.TestCase):
    def test_no_table(self):
        for blocks in ([], [{"kind": "paragraph", "text": "Aspirin 1 g", "page": 4}], [block(ROWS, within="index")],
                       [block(ROWS, page=6)]):
            self.assertEqual(["no such table is read there"], faults(parse(WRITTEN), blocks))

    def test_a_cell_that_is_altered_emptied_filled_or_shifted(self):
        for cells in (("Aspirin", "2 g", ""), ("Aspirin", "", ""), ("Aspirin", "1 g", "1 g"), ("Aspirin", "", "1 g"),
                      ("Aspirin 1 g", "", ""), ("Aspirin", "1 g By mouth", "")):
            self.assertIn("row 1: ", first_fault(rows_with(3, *cells)), cells)

    def test_a_merged_cell_in_but_one_of_its_places(self):
        rows = rows_with(5, "Heparin", "5 000 IU", "75 IU/kg")
        rows[6] = ["", "10 000 IU", ""]
        self.assertIn("row 3: ", first_fault(rows))

    def test_no_head_half_a_head_and_too_much_of_it(self):
        for heads in (0, 1, 4):
            self.assertIn("column ", first_fault(ROWS, heads=heads), heads)

    def test_a_row_taken_for_a_head(self):
        written = "document\tx\nabove\tx\nrow\tH1\tToxic\nrow\tH2\tBurns\n"
        self.assertEqual("right", first_fault([["H1", "Toxic"], ["H2", "Burns"]], written, heads=0))
        self.assertIn("is headed 'H1'", first_fault([["H1", "Toxic"], ["H2", "Burns"]], written, heads=1))

    def test_no_name_of_a_group_or_another(self):
        self.assertIn("row 1 stands below ''", first_fault(ROWS[:2] + ROWS[3:]))
        self.assertIn("row 2 stands below 'By mouth'", first_fault(ROWS[:4] + ROWS[5:]))

    def test_rows_missing_added_or_in_another_order(self):
        self.assertIn("row 1: ", first_fault(ROWS[:3] + ROWS[4:]))
        self.assertIn("after the last row", first_fault([*ROWS, ["Note", "", "x"]]))
        self.assertIn("before row 2", first_fault([*ROWS[:4], ["Ibuprofen", "x", ""], *ROWS[4:]]))
        self.assertIn("before row 1", first_fault([*ROWS[:2], *ROWS[4:], *ROWS[2:4]]))

    def test_a_file_that_is_no_table(self):
        for text in ("", "row\t1\n", WRITTEN + "rows\t1\n", WRITTEN + "row\t1\t2\t3\t4\n", WRITTEN + "head\tA\n"):
            with self.assertRaises((KeyError, ValueError), msg=text):
                parse(text)


def as_read(part: Part) -> list[list]:
    """The rows of a right reading."""
    rows = []
    group = ""
    for row in part.rows:
        if row.group != group:
            group = row.group
            rows.append([{"text": group, "colspan": part.width()}])
        rows.append(row.cells)
    return [[shown(cell) for cell in cells] for cells in part.heads + rows]


def shown(cell):
    if isinstance(cell, dict):
        return cell
    chosen = CHOICE.sub(lambda match: match[1].split("|")[-1], cell)
    return re.sub(r"\{o:(\w+)\}", r"\1", re.sub(r"\{m:[^}]*\}", "", chosen)).replace(BULLET, "")


def altered(cell):
    return {**cell, "text": cell["text"] + "x"} if isinstance(cell, dict) else cell + "x"


class Written(unittest.TestCase):
    """The tables of this folder are well-formed, and none is so written that it takes anything."""

    def tables(self):
        paths = sorted(pathlib.Path(__file__).resolve().parent.glob("*.txt"))
        self.assertEqual(40, len(paths))
        for path in paths:
            yield path.stem, parse(path.read_text(encoding="utf-8"))

    def test_right_as_written_and_wrong_with_a_cell_of_any_row_altered(self):
        for name, table in self.tables():
            blocks = [block(as_read(part), len(part.heads), table.page) for part in table.parts]
            self.assertEqual([], faults(table, blocks), name)
            for read in blocks:
                for y, row in enumerate(read["rows"]):
                    x = y % len(row)
                    read["rows"][y] = [*row[:x], altered(row[x]), *row[x + 1:]]
                    self.assertNotEqual([], faults(table, blocks), f"{name}, row {y + 1}")
                    read["rows"][y] = row


if __name__ == "__main__":
    unittest.main()
