#include "engine/answer/spans/span_words.h"

#include <gtest/gtest.h>

#include "tests/engine/answer/read_sentence.h"

namespace answerbox::engine {
namespace {

TEST(SpanWords, HaveAClassByWhatTheyLookLike) {
  const ReadSentence read("The nurse quickly stored 12 vaccines in Room and");
  using enum SpanClass;
  std::vector<SpanClass> classes;
  for (const SpanWord& word : read.words()) classes.push_back(word.looks);
  EXPECT_EQ(classes,
            (std::vector<SpanClass>{kArticle, kPlain, kAdverb, kPast, kNumber,
                                    kPlural, kIn, kName, kAnd}));
}

TEST(SpanWords, AreTheQuestionsWhereItHoldsThem) {
  const ReadSentence read("The pump was repaired by Maria.",
                          "Who repairs the pumps?");
  EXPECT_EQ(read.Word("pump").similarity, kSame);
  EXPECT_EQ(read.Word("pump").positions, 1u << 3);
  EXPECT_EQ(read.Word("repaired").similarity, kSame);
  EXPECT_EQ(read.Word("Maria").similarity, 0u);
  EXPECT_EQ(read.Word("Maria").term, SpanWord::kNoTerm);
}

TEST(SpanWords, HaveNoPossessiveAtTheirBareEnd) {
  const ReadSentence read("Maria's pump, the nurses\u2019 pump, it\u2019s");
  const SpanWord& maria = read.Word("Maria's");
  EXPECT_EQ(maria.bare_end, maria.range.begin + 5);
  EXPECT_EQ(maria.looks, SpanClass::kPossessive);
}

TEST(SpanWords, TakeTheirSigns) {
  const ReadSentence read("It costs $5 or 30% or +44 or 12 %.");
  EXPECT_TRUE(read.Word("$5").is_currency);
  EXPECT_TRUE(read.Word("30%").is_per_cent);
  EXPECT_TRUE(read.Word("12 %").is_per_cent);
  EXPECT_FALSE(read.Word("+44").is_currency);
}

TEST(SpanWords, KnowTheGapBeforeThem) {
  const ReadSentence read("One, two (three) four: five - six \"seven\" 8:30");
  EXPECT_EQ(read.Word("One").gap, SpanGap::kEdge);
  EXPECT_EQ(read.Word("two").gap, SpanGap::kComma);
  EXPECT_EQ(read.Word("three").gap, SpanGap::kOpening);
  EXPECT_TRUE(read.Word("three").in_brackets);
  EXPECT_EQ(read.Word("four").gap, SpanGap::kClosing);
  EXPECT_FALSE(read.Word("four").in_brackets);
  EXPECT_EQ(read.Word("five").gap, SpanGap::kColon);
  EXPECT_EQ(read.Word("six").gap, SpanGap::kDash);
  EXPECT_EQ(read.Word("seven").gap, SpanGap::kQuote);
  EXPECT_EQ(read.Word("30").gap, SpanGap::kGlued);
}

TEST(SpanWords, EndAtTheirLimit) {
  std::string text;
  for (std::size_t i = 0; i < kMaxSpanWords + 5; ++i) text += "pump ";
  EXPECT_EQ(ReadSentence(text).words().size(), kMaxSpanWords);
  EXPECT_TRUE(ReadSentence("").words().empty());
  EXPECT_TRUE(ReadSentence("?! ... ()").words().empty());
}

TEST(SpanWords, OfBytesThatAreNoTextStayWithinThem) {
  const std::string bytes = "ab\xff\xc3(\x80 12\xe2\x82 $\xf0\x9f";
  const ReadSentence read(bytes);
  for (const SpanWord& word : read.words()) {
    EXPECT_LT(word.range.begin, word.range.end);
    EXPECT_LE(word.range.end, bytes.size());
  }
}

}  // namespace
}  // namespace answerbox::engine
