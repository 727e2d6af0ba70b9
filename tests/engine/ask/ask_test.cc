#include "engine/ask/ask.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kFridge =
    "Vaccines are kept between 2 and 8 degrees. The fridge is checked twice a "
    "day.\n\nThe clinic opens at 8:00. Parking is free.";
constexpr std::string_view kHygiene =
    "Hands are rubbed for 30 seconds. Gloves are no replacement for it.";

class AskTest : public testing::Test {
 protected:
  Answer Asked(const IndexInMemory& index, Question question) {
    const LiveSegment segments[] = {index.live()};
    const auto answer = Ask(segments, question, workspace_);
    EXPECT_TRUE(answer);
    return *answer;
  }
  Answer Asked(const IndexInMemory& index, std::string_view text) {
    return Asked(index, Question{.text = text});
  }

  Workspace workspace_;
};

TEST_F(AskTest, AnswersWithTheSentenceAndWhereItStands) {
  const IndexInMemory index({kHygiene, kFridge});
  const auto answer = Asked(index, "At what degrees are vaccines kept?");
  ASSERT_FALSE(answer.refusal);
  const Citation& best = answer.citations.front();
  EXPECT_EQ(best.sentence, "Vaccines are kept between 2 and 8 degrees.");
  EXPECT_EQ(best.document, "document-1");
  EXPECT_EQ(best.offsets, (ByteRange{0, 42}));
  EXPECT_FALSE(best.page);
  EXPECT_EQ(best.chunk, ComputeChunkId(kFridge, 0));
}

TEST_F(AskTest, FindsTheShortAnswerWhereAskedFor) {
  const IndexInMemory index({kHygiene, kFridge});
  Question question{.text = "When does the clinic open?"};
  EXPECT_FALSE(Asked(index, question).short_answer);
  question.with_short = true;
  const auto answer = Asked(index, question);
  ASSERT_TRUE(answer.short_answer);
  EXPECT_EQ(answer.short_answer->In(answer.citations.front().sentence), "8:00");
  EXPECT_EQ(answer.short_answer->type, SpanType::kTime);
}

TEST_F(AskTest, HasNoShortAnswerToARefusedQuestion) {
  const IndexInMemory index({kFridge});
  const auto answer =
      Asked(index, Question{.text = "When does the clinic open?",
                            .theta = 1.0,
                            .with_short = true});
  EXPECT_TRUE(answer.refusal);
  EXPECT_FALSE(answer.short_answer);
}

TEST_F(AskTest, ShowsTheParagraphAndTheWordsThatMatch) {
  const IndexInMemory index({kFridge});
  const auto answer = Asked(index, "When does the clinic open?");
  EXPECT_EQ(answer.context.text, "The clinic opens at 8:00. Parking is free.");
  EXPECT_EQ(answer.context.sentence, (ByteRange{0, 25}));
  ASSERT_EQ(answer.context.matches.size(), 2u);
  EXPECT_EQ(answer.context.matches[0], (ByteRange{4, 10}));
  EXPECT_EQ(answer.context.matches[1], (ByteRange{11, 16}));
}

TEST_F(AskTest, CutsALongParagraphAtWhiteSpaceAroundTheSentence) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "Some filler stands here. ";
  text += "The clinic opens early. ";
  for (int i = 0; i < 300; ++i) text += "Some filler stands here. ";
  const IndexInMemory index({std::string_view(text)});
  const auto context = Asked(index, "When does the clinic open?").context;
  EXPECT_LE(context.text.size(), 1500u);
  EXPECT_GE(context.text.size(), 1400u);
  EXPECT_EQ(context.text.substr(context.sentence.begin, 23),
            "The clinic opens early.");
  EXPECT_NE(context.text.front(), ' ');
  EXPECT_NE(context.text.back(), ' ');
}

TEST_F(AskTest, ReportsStoredTextThatIsNoLongerText) {
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {}, sink);
  ASSERT_TRUE(builder.Add("a", {}, {kFridge, {}, {}}));
  ASSERT_TRUE(builder.Finish());
  std::vector<std::byte> damaged(sink.bytes().begin(), sink.bytes().end());
  damaged[3] = std::byte{0xEB};  // The text is the first section.
  const auto reader = SegmentReader::Open(damaged);
  ASSERT_TRUE(reader);
  const DocumentSet removed(1);
  const LiveSegment segments[] = {{&*reader, &removed}};
  const auto answer =
      Ask(segments, {.text = "At what degrees are vaccines kept?"}, workspace_);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kCorrupt);
}

TEST_F(AskTest, ListsRunnersUpInOrderOfTheirScores) {
  const IndexInMemory index({kFridge, kHygiene});
  const auto answer =
      Asked(index, {.text = "vaccines fridge hands", .runners_up = 2});
  ASSERT_EQ(answer.citations.size(), 3u);
  EXPECT_GE(answer.citations[0].score, answer.citations[1].score);
  EXPECT_GE(answer.citations[1].score, answer.citations[2].score);
}

TEST_F(AskTest, LooksAtNoChunkThatIsFarBehindTheBest) {
  std::vector<std::string> texts = {"Nurse Lopez repaired the infusion pump.",
                                    "The pump of the well is old."};
  for (int i = 0; i < 300; ++i) texts.push_back("Some filler stands here.");
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const IndexInMemory index(views);
  EXPECT_EQ(Asked(index, "Which pump is it?").citations.size(), 2u);
  EXPECT_EQ(Asked(index, "Who repaired the infusion pump, was it Lopez?")
                .citations.size(),
            1u);
}

TEST_F(AskTest, GivesOneAnswerWithAllItsPlaces) {
  const IndexInMemory index({kFridge, kHygiene, kFridge});
  const auto answer = Asked(index, "At what degrees are vaccines kept?");
  const Citation& best = answer.citations.front();
  ASSERT_EQ(best.also_in.size(), 1u);
  EXPECT_EQ(best.document, "document-0");
  EXPECT_EQ(best.also_in[0].document, "document-2");
  EXPECT_EQ(best.also_in[0].sentence, best.sentence);
  for (const Citation& other : answer.citations.subspan(1)) {
    EXPECT_NE(other.sentence, best.sentence);
  }
}

TEST_F(AskTest, RefusesAQuestionWithoutWords) {
  const IndexInMemory index({kFridge});
  for (const char* text : {"", "  ", "?!", "What is it?"}) {
    EXPECT_EQ(Asked(index, text).refusal, RefusalReason::kEmptyQuestion)
        << text;
  }
}

TEST_F(AskTest, RefusesWhenThereAreNoDocuments) {
  EXPECT_EQ(Ask({}, {.text = "vaccines"}, workspace_)->refusal,
            RefusalReason::kNoDocuments);
  IndexInMemory removed({kFridge});
  removed.Remove(0);
  EXPECT_EQ(Asked(removed, "vaccines").refusal, RefusalReason::kNoDocuments);
}

TEST_F(AskTest, RefusesWhenNoWordIsInTheDocuments) {
  const IndexInMemory index({kFridge});
  const auto answer = Asked(index, "Who painted the Mona Lisa?");
  EXPECT_EQ(answer.refusal, RefusalReason::kNoEvidence);
  EXPECT_TRUE(answer.citations.empty());
}

TEST_F(AskTest, RefusesBelowThetaAndShowsTheBestItFound) {
  const IndexInMemory index({kFridge});
  const auto answer = Asked(
      index,
      {.text = "Which vaccines did Pasteur invent in Paris?", .theta = 0.5});
  EXPECT_EQ(answer.refusal, RefusalReason::kWeakEvidence);
  EXPECT_LT(answer.confidence, 0.5);
  EXPECT_FALSE(answer.citations.empty());
}

TEST_F(AskTest, AnswersAtThetaExactly) {
  const IndexInMemory index({kFridge});
  const double confidence = Asked(index, "vaccines unicorn").confidence;
  EXPECT_FALSE(
      Asked(index, {.text = "vaccines unicorn", .theta = confidence}).refusal);
  EXPECT_TRUE(
      Asked(index, {.text = "vaccines unicorn", .theta = confidence + 1e-4})
          .refusal);
}

TEST_F(AskTest, AnswersFromSeveralSegmentsAsFromOne) {
  const IndexInMemory first({kHygiene});
  const IndexInMemory second({kFridge});
  const LiveSegment segments[] = {first.live(), second.live()};
  const auto answer =
      Ask(segments, {.text = "When does the clinic open?"}, workspace_);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->citations.front().sentence, "The clinic opens at 8:00.");
  EXPECT_EQ(answer->citations.front().segment, 1u);
}

TEST_F(AskTest, IsNotSurerOfAWordThatIsSaidTwice) {
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    const IndexInMemory index({kFridge, kHygiene}, profile);
    for (const auto& [repeated, once] :
         {std::pair("vaccines vaccines vaccines", "vaccines"),
          std::pair("Are hands rubbed? Are hands rubbed?",
                    "Are hands rubbed?")}) {
      for (const auto arithmetic : {Arithmetic::kFixed, Arithmetic::kFloat}) {
        const auto expected =
            Asked(index, {.text = once, .arithmetic = arithmetic});
        const double confidence = expected.confidence;
        const std::string sentence(expected.citations.front().sentence);
        const auto bits = expected.citations.front().score_bits;
        const auto answer =
            Asked(index, {.text = repeated, .arithmetic = arithmetic});
        EXPECT_EQ(answer.confidence, confidence) << repeated;
        EXPECT_EQ(answer.citations.front().sentence, sentence);
        EXPECT_EQ(answer.citations.front().score_bits, bits);
      }
    }
  }
}

TEST_F(AskTest, FindsNoQuestionInLettersAlone) {
  const IndexInMemory index({"The s and the n are letters.", kFridge});
  EXPECT_EQ(Asked(index, {.text = "%s%s%s%n"}).refusal,
            RefusalReason::kEmptyQuestion);
  EXPECT_NE(Asked(index, {.text = "vaccines K"}).refusal,
            RefusalReason::kEmptyQuestion);
}

TEST_F(AskTest, GivesTheSameBitsEveryTime) {
  const IndexInMemory index({kFridge, kHygiene});
  const auto first = Asked(index, "How long are hands rubbed?");
  const auto bits = first.citations.front().score_bits;
  Asked(index, "Is parking free?");
  const auto second = Asked(index, "How long are hands rubbed?");
  EXPECT_EQ(second.citations.front().score_bits, bits);
}

TEST_F(AskTest, AgreesAcrossArithmeticsAndProfiles) {
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    const IndexInMemory index({kFridge, kHygiene}, profile);
    for (const auto arithmetic : {Arithmetic::kFixed, Arithmetic::kFloat}) {
      const auto answer =
          Asked(index, {.text = "How many seconds are hands rubbed?",
                        .arithmetic = arithmetic});
      EXPECT_EQ(answer.citations.front().sentence,
                "Hands are rubbed for 30 seconds.");
    }
  }
}

TEST_F(AskTest, NeverAnswersWithAHeading) {
  constexpr std::string_view kText =
      "Vaccine storage temperature\n\nIt is between 2 and 8 degrees.";
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {}, sink);
  const HeadingMark headings[] = {{{0, 27}, 1}};
  ASSERT_TRUE(builder.Add("a", {}, {kText, {}, headings}));
  ASSERT_TRUE(builder.Finish());
  const auto reader = SegmentReader::Open(sink.bytes());
  const DocumentSet removed(1);
  const LiveSegment segments[] = {{&*reader, &removed}};
  const auto answer =
      Ask(segments, {.text = "What is the vaccine storage temperature?"},
          workspace_);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->citations.front().sentence,
            "It is between 2 and 8 degrees.");
  ASSERT_EQ(answer->citations.front().section.size(), 1u);
  EXPECT_EQ(answer->citations.front().section[0],
            "Vaccine storage temperature");
}

}  // namespace
}  // namespace answerbox::engine
