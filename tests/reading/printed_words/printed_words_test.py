#!/usr/bin/env python3
"""The measure of printed words is fair, and finds what is lost.

usage: printed_words_test.py
"""

import os
import tempfile
import types
import unittest
import zipfile

import doubts
import markup
import packages
from account import USABLE, read_account
from words import MISPLACED, match, words_of


def page(number, *lines):
    found = types.SimpleNamespace(number=number, words=[], boxes=[], lines=[], height=800)
    for at, line in enumerate(lines):
        for word in words_of(line):
            found.words.append(word)
            found.boxes.append(None)
            found.lines.append(at)
    return found


def paragraph(text, number=1, **more):
    return {"kind": "paragraph", "text": text, "page": number, **more}


def lost(pages, *blocks):
    labels = match(pages, read_account({"blocks": list(blocks)}).reading)
    return [word for each in pages
            for word, label in zip(each.words, labels[each.number]) if label is None]


class Fair(unittest.TestCase):
    def test_order_case_and_ligatures_are_no_loss(self):
        printed = page(1, "Two of THREE", "oﬃcers")
        self.assertEqual([], lost([printed], paragraph("officers three two of")))

    def test_hyphens_at_line_ends_are_no_loss(self):
        printed = page(1, "the treat-", "ment of in-", "fluenza")
        self.assertEqual([], lost([printed], paragraph("The treatment of influenza")))

    def test_words_set_apart_or_together_are_no_loss(self):
        printed = page(1, "V I S I T I N G hours", "Mondayfriday")
        self.assertEqual([], lost([printed], paragraph("Visiting hours Monday Friday")))

    def test_marks_set_apart_from_numbers_are_no_loss(self):
        printed = page(1, "at most 103 mg of it")
        self.assertEqual([], lost([printed], paragraph("at most 10 ³ mg of it")))

    def test_a_paragraph_may_go_on_overleaf(self):
        pages = [page(1, "It begins here"), page(2, "and ends there", "Next")]
        self.assertEqual([], lost(pages, paragraph("It begins here and ends there"),
                                  paragraph("Next", 2), paragraph("Last", 3)))

    def test_letters_of_items_are_read_from_their_numbers(self):
        printed = page(1, "c. Wash", "iv. Dry")
        self.assertEqual([], lost([printed], {"kind": "item", "text": "Wash", "number": 3},
                                  {"kind": "item", "text": "Dry", "number": 4}))


class Hostile(unittest.TestCase):
    def test_the_second_of_two_equal_words_is_lost(self):
        printed = page(1, "10 mg daily", "10 mg weekly")
        self.assertEqual(["10", "mg"], lost([printed], paragraph("10 mg daily weekly")))

    def test_a_number_within_a_number_is_lost(self):
        printed = page(1, "give 5000 units")
        self.assertEqual(["5000"], lost([printed], paragraph("give 15000 units")))

    def test_words_of_a_far_page_do_not_count(self):
        pages = [page(number, f"page {number} says so") for number in range(1, 9)]
        blocks = [paragraph(f"page {number} says so", number) for number in range(1, 9)]
        blocks[1] = paragraph("page 2 says so", 8)
        self.assertEqual(4, len(lost(pages, *blocks)))

    def test_words_of_the_next_page_are_misplaced(self):
        pages = [page(1, "alpha beta"), page(2, "gamma"), page(3, "delta")]
        account = read_account({"blocks": [paragraph("gamma", 2), paragraph("alpha beta", 2),
                                           paragraph("delta", 3), paragraph("end", 3)]})
        self.assertEqual([MISPLACED, MISPLACED], match(pages, account.reading)[1])


class Doubts(unittest.TestCase):
    def doubted(self, pages, *blocks):
        labels = match(pages, read_account({"blocks": list(blocks)}).reading)
        found = doubts.doubted(pages, labels)
        return [each.words[at] for each in pages for at in sorted(found[each.number])]

    def test_contents_that_look_like_contents_are_no_loss(self):
        lines = ["Doses 4", "Allergies 7", "Storage 12"]
        self.assertEqual([], self.doubted([page(1, *lines)], {
            "kind": "contents", "text": " ".join(lines), "page": 1}))

    def test_a_chapter_taken_for_contents_is_doubted(self):
        lines = ["Give the child two drops", "and wait for one hour", "then give the rest"]
        self.assertEqual(14, len(self.doubted([page(1, *lines)], {
            "kind": "contents", "text": " ".join(lines), "page": 1})))

    def test_running_lines_repeat(self):
        pages = [page(number, "Handbook of wards", f"text {number}") for number in (1, 2, 3)]
        blocks = [block for number in (1, 2, 3) for block in (
            {"kind": "furniture", "text": "Handbook of wards", "page": number},
            paragraph(f"text {number}", number))]
        self.assertEqual([], self.doubted(pages, *blocks))
        pages[1] = page(2, "Never give this twice", "text 2")
        blocks[2]["text"] = "Never give this twice"
        self.assertEqual(["never", "give", "this", "twice"], self.doubted(pages, *blocks))


class Accounts(unittest.TestCase):
    def test_the_account_of_a_page_names_what_is_lost(self):
        account = read_account({"blocks": [], "account": {"pages": [
            {"page": 2, "lost": 3, "unreadable": 4, "set_aside": {"struck": 2, "contents": 9}}]}})
        self.assertEqual((7, 2), (account.lost[2], account.hidden[2]))

    def test_sections_are_set_aside(self):
        account = read_account({"blocks": [paragraph("Smith 1999", within="references"),
                                           paragraph("Give it")]})
        self.assertEqual(["references", "references", USABLE, USABLE], account.reading.labels)


class OtherWays(unittest.TestCase):
    def test_html_shows_what_a_browser_shows(self):
        lines = markup.lines_of_html("<title>T</title><p>a<b>b</b> c</p><p hidden>d</p>"
                                     "<script>e</script><p style='display: none'>f</p><s>g</s>")
        self.assertEqual(["ab", "c", "g"], words_of("\n".join(lines)))

    def test_markdown_hides_targets_of_links(self):
        lines = markup.lines_of_markdown("---\na: b\n---\n1. See [this](http://x.y) <b>now</b>\n")
        self.assertEqual(["see", "this", "now"], words_of("\n".join(lines)))

    def test_a_package_shows_boxes_and_headers_but_nothing_deleted(self):
        space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
        run = "<w:r><w:t>{}</w:t></w:r>"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.docx")
            with zipfile.ZipFile(path, "w") as file:
                file.writestr("word/document.xml", f"<w:document {space}><w:p>{run.format('seen')}"
                              f"<w:txbxContent>{run.format('boxed')}</w:txbxContent><w:del><w:r>"
                              "<w:delText>gone</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/>"
                              "</w:rPr><w:t>hidden</w:t></w:r></w:p></w:document>")
                file.writestr("word/header1.xml", f"<w:hdr {space}>{run.format('above')}</w:hdr>")
            shown = {name: words_of("\n".join(lines)) for name, lines in packages.parts_of(path)}
        self.assertEqual({"word/document.xml": ["seen", "boxed"], "word/header1.xml": ["above"]},
                         shown)


if __name__ == "__main__":
    unittest.main()
