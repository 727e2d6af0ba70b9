#include "engine/words/synonym_file.h"

#include <gtest/gtest.h>

namespace answerbox::engine {
namespace {

// "a|b>c|d" for "a, b => c, d", a line for each rule; or the error.
std::string Read(std::string_view text) {
  const auto read = ReadSynonymFile(text);
  if (const auto* error = std::get_if<SynonymError>(&read)) {
    return std::to_string(error->line) + ":" + std::to_string(error->column) +
           " " + error->message;
  }
  const auto list = [](const std::vector<std::string>& entries) {
    std::string joined;
    for (const std::string& entry : entries) {
      joined += (joined.empty() ? "" : "|") + entry;
    }
    return joined;
  };
  std::string rules;
  for (const SynonymRule& rule : std::get<0>(read)) {
    rules += list(rule.left) + ">" + list(rule.right) + "\n";
  }
  return rules;
}

TEST(SynonymFile, HasRulesOfBothKinds) {
  EXPECT_EQ(Read("paracetamol, acetaminophen,APAP\n"
                 "heart attack, mi => myocardial infarction\n"),
            "paracetamol|acetaminophen|APAP>\n"
            "heart attack|mi>myocardial infarction\n");
}

TEST(SynonymFile, SkipsCommentsBlankLinesAndMarksOfEditors) {
  EXPECT_EQ(Read("\xEF\xBB\xBF# comment, with => signs\r\n\r\n  \t\n"
                 "  # another\na , b\t\r\n\nc=>d"),
            "a|b>\nc>d\n");
  EXPECT_EQ(Read(""), "");
}

TEST(SynonymFile, TakesACharacterAfterABackslashAsItIs) {
  EXPECT_EQ(Read(R"(\#1, no\, not => a\=>b, c\\)"), "#1|no, not>a=>b|c\\\n");
  EXPECT_EQ(Read("a\\ , b"), "a |b>\n");
}

TEST(SynonymFile, NamesLineAndColumnOfAnError) {
  EXPECT_EQ(Read("a, b\nc,, d\n"), "2:3 A word is missing here.");
  EXPECT_EQ(Read("a, b,\n"), "1:6 A word is missing here.");
  EXPECT_EQ(Read("\n\n=> b"), "3:1 A word is missing here.");
  EXPECT_EQ(Read("a =>"), "1:5 A word is missing here.");
  EXPECT_EQ(Read("# x\n  alone\n"),
            "2:3 A rule needs a second word, after a comma or \"=>\".");
  EXPECT_EQ(Read("a => b => c"),
            "1:8 A rule has one \"=>\"; write \\=> for the signs.");
  EXPECT_EQ(Read("a, b\\"),
            "1:5 A backslash ends the line; write \\\\ for the sign.");
  // Columns count characters.
  EXPECT_EQ(Read("\xC3\xA9t\xC3\xA9,, x"), "1:5 A word is missing here.");
}

TEST(SynonymFile, IsUtf8) {
  EXPECT_EQ(Read("a, b\nc, \xFF\n"), "2:4 This is not UTF-8.");
}

TEST(SynonymFile, HasBounds) {
  std::string lines;
  for (std::size_t i = 0; i < kMaxSynonymRules; ++i) lines += "a,b\n";
  EXPECT_EQ(std::get<0>(ReadSynonymFile(lines)).size(), kMaxSynonymRules);
  EXPECT_EQ(Read(lines + "a,b\n"),
            "10001:1 The file has more than 10000 rules.");
  EXPECT_EQ(Read(std::string(kMaxSynonymBytes, '\n')), "");
  EXPECT_EQ(Read(std::string(kMaxSynonymBytes + 1, '\n')),
            "262145:1 The file is longer than 262144 bytes.");
  const std::string longest(kMaxSynonymEntryBytes, 'a');
  EXPECT_EQ(Read(longest + ",b"), longest + "|b>\n");
  EXPECT_EQ(Read("b, a" + longest),
            "1:4 A word or phrase has at most 256 bytes.");
}

}  // namespace
}  // namespace answerbox::engine
