// Dialects of Markdown. markdown_test.cc has CommonMark and tables.
#include <gtest/gtest.h>

#include <string>

#include "client/convert/markup/markup.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

std::string DialectText(std::string markdown) {
  const auto document = ConvertMarkdown(std::move(markdown));
  if (!document) return document.error().message;
  EXPECT_EQ(BlockFault(*document), "") << document->text;
  return document->text;
}

std::string DialectOutline(std::string markdown) {
  const auto document = ConvertMarkdown(std::move(markdown));
  return document ? Outline(*document) : document.error().message;
}

TEST(MarkdownDialects, NotesAreFootnotes) {
  EXPECT_EQ(DialectOutline("Lever 4[^1] is locked[^b].\n\n[^1]: Key.\n"
                           "[^b]: Two\n    lines.\n\n    And more.\n"),
            "paragraph: Lever 4[1] is locked[b].\n"
            "footnote#1: Key.\n"
            "footnote: Two lines.\n"
            "paragraph: And more.\n");
  EXPECT_EQ(DialectText("No note[^x], no [^2] note.\n"),
            "No note[^x], no [^2] note.\n");
}

TEST(MarkdownDialects, MarksOfObsidianAreNoText) {
  EXPECT_EQ(DialectText("The ==code== is [[A/B|here]] or in [[Map]]. ^name\n\n"
                        "![[p.png]] %% ask %% b\n\n%%\nhidden\n%%\n\nc\n"),
            "The code is here or in Map.\n\nb\n\nc\n");
  EXPECT_EQ(DialectText("2 == 2, a [[ b, 100 %% c\n"),
            "2 == 2, a [[ b, 100 %% c\n");
}

TEST(MarkdownDialects, AttributesAndDirectivesAreNoText) {
  EXPECT_EQ(
      DialectText("# H {#h .x}\n\ntext\n{: .note}\n\n* TOC\n{:toc}\n\n"
                  "{::comment}\nno\n{:/comment}\n\n{{< figure src=\"a\" >}}\n"),
      "H\n\ntext\n");
  EXPECT_EQ(DialectText("A set {a, b}.\n"), "A set {a, b}.\n");
}

TEST(MarkdownDialects, AlertsSayTheirKind) {
  EXPECT_EQ(DialectText("> [!WARNING]\n> Hot.\n\n> [!tip]- Where\n> There.\n"),
            "Warning: Hot.\n\nWhere\n\nThere.\n");
}

TEST(MarkdownDialects, BoxesOfMkDocsAreQuotes) {
  EXPECT_EQ(DialectOutline("Open the tap.\n\n!!! danger \"Never at night\"\n"
                           "    The pump is off.\n    It dries.\n\n"
                           "    - Ring first.\n"
                           "??? note\n\n    Keys hang inside.\n\n"
                           "=== \"Winter\"\n\n    Drain it.\n\nDone.\n"),
            "paragraph: Open the tap.\nquote\n"
            "  paragraph: Never at night\n"
            "  paragraph: The pump is off. It dries.\n"
            "  list1: -\n    item1: Ring first.\n"
            "quote\n  paragraph: Note: Keys hang inside.\n"
            "quote\n  paragraph: Winter\n  paragraph: Drain it.\n"
            "paragraph: Done.\n");
  EXPECT_EQ(DialectText("!!! loud\nnot a box\n\n??? why\n\nSo.\n"),
            "!!! loud not a box\n\n??? why\n\nSo.\n");
}

TEST(MarkdownDialects, FramesWithATitleAreQuotes) {
  EXPECT_EQ(DialectText(":::danger Never at night\nThe pump is off.\n:::\n\n"
                        "::: warning\n\nHot.\n\n:::\n\n"
                        ":::tip[Ring first]\nOr knock.\n:::\nDone.\n"),
            "Never at night\n\nThe pump is off.\n\nWarning: Hot.\n\n"
            "Ring first\n\nOr knock.\n\nDone.\n");
  EXPECT_EQ(DialectText(":::gas\nValve.\n:::\n"), "Valve.\n");
  EXPECT_EQ(DialectText(":::tip Open\nto the end\n"), "to the end\n");
}

TEST(MarkdownDialects, HeadingsNeedNoBlankAfterTheirHashes) {
  EXPECT_EQ(DialectOutline("#Pumps\n##Winter\nDrain them.\n"),
            "title1: Pumps\nheading2: Winter\nparagraph: Drain them.\n");
  EXPECT_EQ(DialectText("#pump #winter\n\n#1 is new.\n\n```\n##a\n```\n"),
            "#pump #winter\n\n#1 is new.\n\n##a\n");
}

TEST(MarkdownDialects, AnEmptyHeadIsNoRow) {
  EXPECT_EQ(DialectText("| | |\n|---|---|\n| Chair | Ann |\n"),
            "Chair | Ann\n");
}

TEST(MarkdownDialects, MoreThanANumberIsNoQuote) {
  EXPECT_EQ(DialectText("- High risk  \n>10% a year:\n  - stroke\n"),
            "- High risk\n>10% a year:\n- stroke\n");
  EXPECT_EQ(DialectText("> ten\n>10 more\n"), "ten 10 more\n");
}

TEST(MarkdownDialects, LinesOfLabelsStayLines) {
  EXPECT_EQ(DialectText("Moved by: Ann\nSeconded by: Bo\nand others.\n\n"
                        "**Valve**: open\n**Tap:** shut\n\n"
                        "A long line that says: open\nthe tap.\n"),
            "Moved by: Ann\nSeconded by: Bo and others.\n\n"
            "Valve: open\nTap: shut\n\n"
            "A long line that says: open the tap.\n");
}

TEST(MarkdownDialects, ALineInBoldBeginsAParagraph) {
  EXPECT_EQ(
      DialectText(
          "**1. RENT:**\n    It is due monthly.\n**2. PETS**\n"
          "    None may stay.\n**Never.**\n**[a](b)**\n- **a**\n**b** c\n"),
      "1. RENT: It is due monthly.\n\n2. PETS None may stay. Never. a\n\n"
      "- a b c\n");
}

TEST(MarkdownDialects, ANumberedTitleIsNoList) {
  EXPECT_EQ(DialectOutline("# Rules\n\n1. **Purpose**\n\nTo drain.\n\n"
                           "2. **Scope**\n\n   All pumps.\n\n"
                           "3. **Ann**\n4. **Bo**\n"),
            "title1: Rules\nheading2: 1. Purpose\nparagraph: To drain.\n"
            "list1: 2. 3. 4.\n  item1#2: Scope All pumps.\n"
            "  item1#3: Ann\n  item1#4: Bo\n");
}

TEST(MarkdownDialects, SpansAndUnknownLinksAreTheirWords) {
  EXPECT_EQ(
      DialectText("1. [The]{#II.A} board of [Pumps][] and [a]{.b .c}, f{a=1}, "
                  "![x](y){width=50%} [z]{}.\n\n"
                  "a[i][], <b\\[]\\[]>, node{.h, .cc} [b] {.c}\n"),
      "1. The board of Pumps and a, f{a=1}, x [z]{}.\n\n"
      "a[i][], <b[][]>, node{.h, .cc} [b] {.c}\n");
}

TEST(MarkdownDialects, GridsOfPandocAreTables) {
  EXPECT_EQ(DialectText("+------+-------+\n| Drug | Dose  |\n"
                        "+======+=======+\n| Abcé | 5 mg  |\n"
                        "|      | daily |\n+------+-------+\n"
                        "| Dx   | 7 mg  |\n+------+-------+\nDone.\n"),
            "Drug | Dose\nAbcé | 5 mg daily\nDx | 7 mg\n\nDone.\n");
  EXPECT_EQ(DialectText("+---+---+\n| a | b |\n+---+---+\n"), "a | b\n");
  EXPECT_EQ(DialectText("+---+\n| a | b |\n"), "+---+ | a | b |\n");
}

TEST(MarkdownDialects, ANumberedBoldLineAboveAListIsAHeading) {
  EXPECT_EQ(DialectOutline("# Rules\n\n**Article IV. Pumps**\n\n1. Drain.\n\n"
                           "**2 Taps**\n\n- Shut.\n\n**Tools**\n\n- Key.\n"),
            "title1: Rules\nheading2: Article IV. Pumps\n"
            "list1: 1.\n  item1#1: Drain.\nheading2: 2 Taps\n"
            "list1: -\n  item1: Shut.\n"
            "list1: -\n  lead-in: Tools\n  item1: Key.\n");
}

TEST(MarkdownDialects, CheckBoxesAreMarkers) {
  EXPECT_EQ(DialectOutline("- [ ] a\n- [x] b\n- c\n"),
            "list1: - ☐ - ☑ -\n  item1: a\n  item1: b\n  item1: c\n");
}

TEST(MarkdownDialects, DefinitionsFollowTheirTerms) {
  EXPECT_EQ(DialectOutline("Coal\n: burns\n: is black\n\nAsh\n\n: is left\n"),
            "list1\n  term: Coal\n  definition: burns\n"
            "  definition: is black\n"
            "list1\n  term: Ash\n  definition: is left\n");
}

TEST(MarkdownDialects, StruckWordsAreLeftOutAndNoted) {
  const auto document =
      ConvertMarkdown("At ~~six sharp~~ nine, <del>or ten</del> soon.\n");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "At nine, soon.\n");
  ASSERT_EQ(document->notes.left_out.size(), 1u);
  EXPECT_EQ(document->notes.left_out[0].why, LeftOut::kStruck);
  EXPECT_EQ(document->notes.left_out[0].words, 4u);
  EXPECT_EQ(DialectText("~5 m and ~7 m, `~~a~~`\n"), "~5 m and ~7 m, ~~a~~\n");
}

TEST(MarkdownDialects, OneTildeStrikesWordsAsOnGitHub) {
  EXPECT_EQ(DialectText("At ~six~ nine. ~5 m and ~7 m, H~2~O.\n"),
            "At nine. ~5 m and ~7 m, H₂O.\n");
}

TEST(MarkdownDialects, FramesAndAbbreviationsAreNoText) {
  EXPECT_EQ(DialectText("::: {.note}\nThe HTML [[#Top]].\n:::\n\n"
                        "*[HTML]: Markup\n"),
            "The HTML Top.\n");
}

TEST(MarkdownDialects, RaisedSignsAndFormulas) {
  EXPECT_EQ(DialectText("10^9^, H~2~O, $10^9$, 2<sup>1</sup>/<sub>2</sub>, "
                        "m<sup>2</sup>, a^2 and b^2, $40 and $25.\n"),
            "10⁹, H₂O, 10⁹, 2 1/2, m², a^2 and b^2, $40 and $25.\n");
}

TEST(MarkdownDialects, EscapedSignsMeanThemselves) {
  EXPECT_EQ(DialectText("| A | B |\n|---|---|\n| a \\| b | `c \\| d` |\n"),
            "A | B\na | b | c | d\n");
  EXPECT_EQ(
      DialectText("\\~~a\\~~ \\==b\\==, `x \\| y \\= z`\n\n    \\| \\~\n"),
      "~~a~~ ==b==, x \\| y \\= z\n\n\\| \\~\n");
}

TEST(MarkdownDialects, TomlInFrontIsNoText) {
  EXPECT_EQ(DialectText("+++\ntitle = \"a\"\n[x]\nb = 1\n+++\n\nText.\n"),
            "Text.\n");
  EXPECT_EQ(DialectText("+++ loud +++\n\nText.\n"), "+++ loud +++\n\nText.\n");
}

TEST(MarkdownDialects, UnclosedMarksTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "[[ $a ~~b ==c {:d %% [^e ";
  EXPECT_TRUE(ConvertMarkdown(text));
  text.clear();
  for (int i = 0; i < 100'000; ++i) text += "%%\n{::comment}\n";
  (void)ConvertMarkdown(text);
}

}  // namespace
}  // namespace answerbox::client
