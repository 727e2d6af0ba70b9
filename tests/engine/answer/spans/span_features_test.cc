#include "engine/answer/spans/span_features.h"

#include <gtest/gtest.h>

#include "engine/answer/spans/span_units.h"
#include "tests/engine/answer/read_sentence.h"

namespace answerbox::engine {
namespace {

// The features of the part of a sentence between two of its words.
class FeaturesOf {
 public:
  FeaturesOf(std::string_view question, std::string_view sentence,
             std::string_view first, std::string_view last)
      : read_(sentence, question) {
    const SpanFeatures features(read_.sentence(), read_.words(),
                                read_.asked().terms(), read_.asked().words(),
                                read_.asked().arena());
    const auto place = [this](std::string_view word) {
      return static_cast<std::uint8_t>(&read_.Word(word) -
                                       read_.words().data());
    };
    features.Fill({place(first), static_cast<std::uint8_t>(place(last) + 1)},
                  row_);
  }
  int operator[](SpanFeature feature) const {
    return row_[static_cast<std::size_t>(feature)];
  }

 private:
  ReadSentence read_;
  SpanFeatureRow row_{};
};

constexpr std::string_view kQuestion = "Who repaired the pump in 1998?";
constexpr std::string_view kSentence =
    "In 1998 the pump was repaired by Maria Lopez, a nurse.";

TEST(SpanFeatures, CountTheCandidatesWords) {
  const FeaturesOf f(kQuestion, kSentence, "Maria", "Lopez");
  EXPECT_EQ(f[SpanFeature::kWords], 2);
  EXPECT_EQ(f[SpanFeature::kBytes], 11);
  EXPECT_EQ(f[SpanFeature::kSentenceWords], 11);
  EXPECT_EQ(f[SpanFeature::kCapitals], 2);
  EXPECT_EQ(f[SpanFeature::kNumbers], 0);
  EXPECT_EQ(f[SpanFeature::kNameRun], 2);
  EXPECT_EQ(f[SpanFeature::kGaps], 0);
}

TEST(SpanFeatures, SayWhatStandsBesideIt) {
  const FeaturesOf f(kQuestion, kSentence, "Maria", "Lopez");
  EXPECT_EQ(f[SpanFeature::kClassTwoBefore], int(SpanClass::kPast));
  EXPECT_EQ(f[SpanFeature::kClassBefore], int(SpanClass::kBy));
  EXPECT_EQ(f[SpanFeature::kClassAfter], int(SpanClass::kArticle));
  EXPECT_EQ(f[SpanFeature::kGapBefore], int(SpanGap::kSpace));
  EXPECT_EQ(f[SpanFeature::kGapAfter], int(SpanGap::kComma));
}

TEST(SpanFeatures, MeasureTheWayToTheQuestionsTerms) {
  const FeaturesOf f(kQuestion, kSentence, "Maria", "Lopez");
  EXPECT_EQ(f[SpanFeature::kDistanceBefore], 2);
  EXPECT_EQ(f[SpanFeature::kDistanceAfter], 15);
  EXPECT_EQ(f[SpanFeature::kLinksBefore], 1);
  EXPECT_EQ(f[SpanFeature::kVerbPlace], -2);
  EXPECT_EQ(f[SpanFeature::kAllAfter], 0);
  EXPECT_GT(f[SpanFeature::kAllBefore], 60);
}

TEST(SpanFeatures, CountWhatTheQuestionHasToo) {
  const FeaturesOf f(kQuestion, kSentence, "1998", "pump");
  EXPECT_EQ(f[SpanFeature::kShared], 2);
  EXPECT_EQ(f[SpanFeature::kSharedStops], 1);
  EXPECT_EQ(f[SpanFeature::kSharedPart], 64);
  EXPECT_EQ(f[SpanFeature::kLastShared], 64);
  EXPECT_EQ(f[SpanFeature::kOtherNumbers], 0);
}

TEST(SpanFeatures, SeeTheQuestionsOrderOfWords) {
  const FeaturesOf f("Who repaired the pump?", "Maria repaired the pump.",
                     "Maria", "Maria");
  EXPECT_EQ(f[SpanFeature::kFollowsAsQuestion], 2);
  EXPECT_EQ(f[SpanFeature::kRunAfter], 3);
  EXPECT_EQ(f[SpanFeature::kPlaceAfter], 1);
}

TEST(SpanFeatures, PlaceTheKindThatIsAskedFor) {
  static constexpr std::string_view kKind = "Which river floods the clinic?";
  const auto place = [](std::string_view sentence) {
    return FeaturesOf(kKind, sentence, "Alder",
                      "Alder")[SpanFeature::kFocusPlace];
  };
  EXPECT_EQ(place("The Alder floods it."), 1);
  EXPECT_EQ(place("The river Alder floods it."), 4);
  EXPECT_EQ(place("The Alder river floods it."), 5);
  EXPECT_EQ(FeaturesOf(kKind, "The Alder river floods it.", "Alder",
                       "river")[SpanFeature::kFocusPlace],
            2);
}

TEST(SpanFeatures, FitTheTypeOfTheQuestion) {
  constexpr std::string_view kTimes = "It opens at 8:30 on Alder Lane.";
  EXPECT_EQ(FeaturesOf("When does it open?", kTimes, "8",
                       "30")[SpanFeature::kTypeFit],
            2);
  EXPECT_EQ(FeaturesOf("When does it open?", kTimes, "Alder",
                       "Lane")[SpanFeature::kTypeFit],
            0);
  EXPECT_EQ(FeaturesOf("Where is it?", kTimes, "Alder",
                       "Lane")[SpanFeature::kTypeFit],
            2);
}

TEST(SpanFeatures, HaveNames) {
  EXPECT_EQ(ToString(SpanFeature::kWords), "Words");
  EXPECT_EQ(ToString(SpanFeature::kKind), "Kind");
}

}  // namespace
}  // namespace answerbox::engine
