#include "engine/answer/spans/short_answer.h"

#include <gtest/gtest.h>

#include "tests/engine/answer/read_sentence.h"

namespace answerbox::engine {
namespace {

const Lexicon kNoLexicon;

struct ClinicExample {
  const char* question;
  const char* sentence;
  const char* answer;
};

class ClinicAnswerTest : public testing::TestWithParam<ClinicExample> {};

TEST_P(ClinicAnswerTest, IsFoundByTheShippedWeights) {
  EXPECT_EQ(ShortAnswerTo(GetParam().question, GetParam().sentence),
            GetParam().answer);
}

INSTANTIATE_TEST_SUITE_P(
    Clinic, ClinicAnswerTest,
    testing::Values(
        ClinicExample{"When does the clinic close on Wednesday?",
                      "On Wednesday the clinic stays open until 20:00, because "
                      "many patients cannot leave work during the day.",
                      "20:00"},
        ClinicExample{"When is the clinic open on weekdays?",
                      "On weekdays the clinic is open from 9 am to 5 pm.",
                      "9 am to 5 pm"},
        ClinicExample{"What are the opening hours of the pharmacy?",
                      "The opening hours of the pharmacy are Mon\u2013"
                      "Fri 08:30\u2013"
                      "17:00.",
                      "Mon\u2013"
                      "Fri 08:30\u2013"
                      "17:00"},
        ClinicExample{"How much ibuprofen may an adult take?",
                      "An adult may take 400 mg twice a day of ibuprofen.",
                      "400 mg twice a day"},
        ClinicExample{"What is the main phone number of the clinic?",
                      "The main number of the clinic is 555-0100.", "555-0100"},
        ClinicExample{"What is the number of the hospital?",
                      "The number of the hospital is +44 20 7946 0958.",
                      "+44 20 7946 0958"},
        ClinicExample{"Who is the infection control lead?",
                      "Miriam Castellanos is the lead nurse and also the "
                      "infection control lead.",
                      "Miriam Castellanos"},
        ClinicExample{"How long is a standard appointment with a physician?",
                      "A standard appointment with a physician lasts 15 "
                      "minutes.",
                      "15 minutes"},
        ClinicExample{"Where are reusable instruments sterilised?",
                      "Reusable instruments are sterilised at Brookmere "
                      "Hospital.",
                      "Brookmere Hospital"}));

TEST(ShortAnswers, AreNoneOfASentenceWithoutCandidates) {
  EXPECT_EQ(ShortAnswerTo("Who is it?", ""), "");
  EXPECT_EQ(ShortAnswerTo("Where is the pump?", "It is with them."), "");
}

TEST(ShortAnswers, AreTheFirstOfEqualCandidates) {
  AskedQuestion asked("Where is the pump?");
  TermNormalizer normalizer(Profile::kDefault);
  const ShortAnswers answers(asked.terms(), kNoLexicon, normalizer,
                             asked.arena());
  const auto found = answers.Find({"valve and drill"}, SpanModel());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->range, (ByteRange{0, 5}));
  EXPECT_EQ(found->type, SpanType::kPhrase);
}

class ShownSpans final : public SpanObserver {
 public:
  void OnSpan(const ShortAnswer& span, WordSpan,
              const SpanFeatureRow&) override {
    spans.push_back(span);
  }
  std::vector<ShortAnswer> spans;
};

std::vector<std::string> SpansOf(std::string_view sentence) {
  AskedQuestion asked("Where is it found?");
  TermNormalizer normalizer(Profile::kDefault);
  ShownSpans shown;
  ShortAnswers(asked.terms(), kNoLexicon, normalizer, asked.arena())
      .Observe(sentence, shown);
  std::vector<std::string> texts;
  for (const ShortAnswer& span : shown.spans) {
    texts.emplace_back(span.In(sentence));
  }
  return texts;
}

TEST(ShortAnswers, AreShownWithoutPossessiveEndings) {
  EXPECT_EQ(SpansOf("Maria's"), std::vector<std::string>{"Maria"});
}

TEST(ShortAnswers, AreShownWithTheirFirstBracket) {
  EXPECT_EQ(SpansOf("(020) 7946 0958"),
            std::vector<std::string>{"(020) 7946 0958"});
}

TEST(ShortAnswers, AreShownWithThePointOfTheirLastInitial) {
  EXPECT_EQ(SpansOf("U.S. is"), std::vector<std::string>{"U.S."});
}

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
