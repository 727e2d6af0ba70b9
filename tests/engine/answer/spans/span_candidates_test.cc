#include "engine/answer/spans/span_candidates.h"

#include <gtest/gtest.h>

#include "tests/engine/answer/read_sentence.h"

namespace answerbox::engine {
namespace {

std::vector<std::string> CandidatesOf(std::string_view sentence) {
  const ReadSentence read(sentence);
  std::vector<std::string> texts;
  SpanCandidates candidates(read.words());
  for (WordSpan span = candidates.Next(); span.end != 0;
       span = candidates.Next()) {
    const std::uint32_t begin = read.words()[span.begin].range.begin;
    const std::uint32_t end = read.words()[span.end - 1u].range.end;
    texts.emplace_back(sentence.substr(begin, end - begin));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(SpanCandidates, AreStretchesByTheirFirstWordAndLength) {
  EXPECT_EQ(
      CandidatesOf("big red pump"),
      (Texts{"big", "big red", "big red pump", "red", "red pump", "pump"}));
}

TEST(SpanCandidates, NeitherBeginNorEndWithWordsThatNeedOthers) {
  EXPECT_EQ(CandidatesOf("the pump of the clinic is"),
            (Texts{"pump", "pump of the clinic", "clinic"}));
}

TEST(SpanCandidates, HoldAWordWithATerm) {
  EXPECT_EQ(CandidatesOf("he to them and us"), Texts{});
}

TEST(SpanCandidates, KeepTogetherWhatIsJoined) {
  EXPECT_EQ(CandidatesOf("Take 500 mg"),
            (Texts{"Take", "Take 500 mg", "500 mg"}));
}

TEST(SpanCandidates, DoNotEndInBracketsThatTheyDoNotBeginIn) {
  EXPECT_EQ(CandidatesOf("pump (red) valve"),
            (Texts{"pump", "pump (red) valve", "red", "valve"}));
}

TEST(SpanCandidates, AreTelephoneNumbersWithBrackets) {
  EXPECT_EQ(CandidatesOf("(020) 7946 0958"), (Texts{"020) 7946 0958"}));
}

TEST(SpanCandidates, HaveALargestLength) {
  std::string sentence;
  for (int i = 0; i < 20; ++i) sentence += "pump ";
  std::size_t longest = 0;
  const ReadSentence read(sentence);
  SpanCandidates candidates(read.words());
  for (WordSpan span = candidates.Next(); span.end != 0;
       span = candidates.Next()) {
    longest = std::max<std::size_t>(longest, span.end - span.begin);
  }
  EXPECT_EQ(longest, kMaxSpanLength);
}

TEST(SpanCandidates, OfNoWordsAreNone) { EXPECT_EQ(CandidatesOf(""), Texts{}); }

}  // namespace
}  // namespace answerbox::engine
