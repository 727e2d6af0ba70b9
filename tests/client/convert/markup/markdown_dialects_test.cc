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
  EXPECT_EQ(DialectText(":::tip-box\nValve.\n:::\n"), "Valve.\n");
  EXPECT_EQ(DialectText(":::{tip a=b} Ring\nOr knock.\n:::\n"),
            "Ring\n\nOr knock.\n");
  EXPECT_EQ(DialectText(":::tip{.x} Ring first\nValve.\n:::\n"),
            "Ring first\n\nValve.\n");
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
                           "**2. Taps**\n\n- Shut.\n\n**Tools**\n\n- Key.\n"),
            "title1: Rules\nheading2: Article IV. Pumps\n"
            "list1: 1.\n  item1#1: Drain.\nheading2: 2. Taps\n"
            "list1: -\n  item1: Shut.\n"
            "list1: -\n  lead-in: Tools\n  item1: Key.\n");
}

TEST(MarkdownDialects, LabelsInCodeAndHtmlStayAsTheyAre) {
  EXPECT_EQ(DialectText("Name: Ann\\\nRole: chair\n"),
            "Name: Ann\nRole: chair\n");
  EXPECT_EQ(DialectText("<pre>\nA: 1\nB: 2\n\nC: 3\nD: 4\n</pre>\n"),
            "A: 1\nB: 2\n\nC: 3\nD: 4\n");
  EXPECT_EQ(DialectText("| Name: a\n|---\nRole: b\nAge: c\n"),
            "Name: a\nRole: b\nAge: c\n");
  EXPECT_EQ(DialectText("\tA: 1\n\tB: 2\n"), "A: 1\nB: 2\n");
  EXPECT_EQ(DialectText("- ```\n  A: 1\n\n  B: 2\n  C: 3\n  ```\n"),
            "- A: 1\n\nB: 2\nC: 3\n");
  EXPECT_EQ(DialectOutline("Name: Ann\nRole: chair\n---\nSo.\n"),
            "heading2: Name: Ann Role: chair\nparagraph: So.\n");
}

TEST(MarkdownDialects, BoldLinesAreNoParagraphsOfTheirOwn) {
  EXPECT_EQ(DialectOutline("1. Off.\n**Careful: hot**\n2. Shut it.\n"),
            "list1: 1. 2.\n  item1#1: Off. Careful: hot\n"
            "  item1#2: Shut it.\n");
  EXPECT_EQ(DialectOutline("In an emergency dial:\n"
                           "**Extension 4444 Ward B**\n\nOr run.\n"),
            "paragraph: In an emergency dial: Extension 4444 Ward B\n"
            "paragraph: Or run.\n");
  EXPECT_EQ(DialectText("<table>\n<tr><td>\na:\n**b**\n<td>c</td></tr>\n"
                        "</table>\n"),
            "a: **b** | c\n");
}

TEST(MarkdownDialects, QuotesOfNumbersStayQuotes) {
  EXPECT_EQ(DialectOutline("As he said:\n>5 apples\n>and more\n"),
            "paragraph: As he said:\nquote\n  paragraph: 5 apples and more\n");
  EXPECT_EQ(DialectOutline("# Sums\n>5 apples\n"),
            "title1: Sums\nquote\n  paragraph: 5 apples\n");
  EXPECT_EQ(DialectText("<p>\na\n>5\n</p>\n"), "a >5\n");
  EXPECT_EQ(DialectText("    a\n    >5\n"), "a\n>5\n");
  EXPECT_EQ(DialectText("\ta\n\t>5\n"), "a\n>5\n");
}

TEST(MarkdownDialects, ALooseListInBoldIsAList) {
  EXPECT_EQ(DialectOutline("1. **Be kind**\n\n2. **Be quick**\n\nSo.\n"),
            "list1: 1. 2.\n  item1#1: Be kind\n  item1#2: Be quick\n"
            "paragraph: So.\n");
  EXPECT_EQ(DialectOutline("1. **Be kind**\n\n   Smile.\n\n"
                           "2. **Be quick**\n\nSo.\n"),
            "list1: 1. 2.\n  item1#1: Be kind Smile.\n  item1#2: Be quick\n"
            "paragraph: So.\n");
}

TEST(MarkdownDialects, FramesInItemsLeaveTheirWordsThere) {
  EXPECT_EQ(
      DialectOutline("- Drain.\n\n  :::danger\n  Hot.\n  :::\n\n  Wait.\n"),
      "list1: -\n  item1: Drain. Hot. Wait.\n");
  EXPECT_EQ(DialectOutline("- Drain.\n\n  !!! danger\n      Hot.\n\n  Wait.\n"),
            "list1: -\n  item1: Drain. !!! danger Hot. Wait.\n");
}

TEST(MarkdownDialects, AFrameHoldsFencedCodeWithFrames) {
  EXPECT_EQ(DialectOutline(":::note\n```\n:::\n```\nMore.\n:::\nDone.\n"),
            "quote\n  paragraph: Note:\n  code: :::\n  paragraph: More.\n"
            "paragraph: Done.\n");
}

TEST(MarkdownDialects, ABoxLosesNoWordsOfItsLine) {
  EXPECT_EQ(DialectText("!!! warning Never mix bleach\n    with acid.\n\n"
                        "!!! Attention all staff of ward B\n    Meet.\n\n"
                        "!!! note stop \"Now\"\n\n"
                        "!!! note inline end \"Keys\"\n    Inside.\n"),
            "!!! warning Never mix bleach with acid.\n\n"
            "!!! Attention all staff of ward B Meet.\n\n"
            "!!! note stop \"Now\"\n\nKeys\n\nInside.\n");
}

TEST(MarkdownDialects, WordsInBracesAreNoAttributes) {
  EXPECT_EQ(DialectText("[Wear gloves]{.x and then}, [a]{#b c=d}\n"),
            "[Wear gloves]{.x and then}, a\n");
  EXPECT_EQ(
      DialectText("A bed {width=2 m}, a box {width=5 cm, height 6} or "
                  "{width=5}, ![x](y){width=2 m}, ![z](y){height=5cm}.\n"),
      "A bed {width=2 m}, a box {width=5 cm, height 6} or "
      "{width=5}, x{width=2 m}, z.\n");
}

TEST(MarkdownDialects, HashesInCodeAndTagsAreNoHeadings) {
  EXPECT_EQ(DialectText("```\n##a\n```\n\n#b\n##1\n"), "##a\n\n#b ##1\n");
  EXPECT_EQ(
      DialectOutline("##Tags\n\n#hashtag of words\n\n#Note: cash only\n\n"
                     "Dial\n##002#\n    ##b\n\t##c\n\n<pre>\n\n##d\n</pre>\n"),
      "heading2: Tags\nparagraph: #hashtag of words\n"
      "paragraph: #Note: cash only\n"
      "paragraph: Dial ##002# ##b ##c\ncode: ##d\n");
}

TEST(MarkdownDialects, AmountsInBoldLeadListsIn) {
  EXPECT_EQ(DialectOutline("# Doses\n\n**2 tablets twice a day**\n\n- A\n\n"
                           "**2.5 ml**\n\n- B\n\n**Part time staff get**\n\n"
                           "- C\n"),
            "title1: Doses\nlist1: -\n  lead-in: 2 tablets twice a day\n"
            "  item1: A\nlist1: -\n  lead-in: 2.5 ml\n  item1: B\n"
            "list1: -\n  lead-in: Part time staff get\n  item1: C\n");
}

TEST(MarkdownDialects, AGridWithTwoHeadsIsNoTable) {
  EXPECT_EQ(DialectText("+---+\n| a |\n+===+\n| b |\n+===+\n"),
            "+---+ | a | +=+ | b | +=+\n");
}

TEST(MarkdownDialects, BlankLinesOfAnIndentedBoxTakeNoSpace) {
  const std::string indent(20'000, ' ');
  const std::string lines(20'000, '\n');
  EXPECT_EQ(DialectText("a\n" + indent + "!!! note\n" + lines + indent + "b\n"),
            "a !!! note\n\n" + indent.substr(4) + "b\n");
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
