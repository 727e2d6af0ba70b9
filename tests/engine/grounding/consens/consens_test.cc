#include "engine/grounding/consens/consens.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/numeric/arena.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kConsensArenaBytes = std::size_t{12} << 20;

constexpr std::string_view kFridge =
    "Vaccines are kept in the blue fridge. The fridge stands in the hall. Its "
    "door is locked at night.";
constexpr std::string_view kKitchen =
    "The kitchen opens at noon. Staff eat soup and bread there.";

class ConsensTest : public testing::Test {
 protected:
  template <typename A = FixedArithmetic>
  Consens Scored(std::vector<std::string_view> context, std::string_view answer,
                 std::string_view question = {},
                 const BackgroundCounts* counts = nullptr) {
    context_ = std::move(context);
    const auto consens =
        ScoreConsens<A>({context_, question, answer}, counts, workspace_);
    EXPECT_TRUE(consens);
    return *consens;
  }

  std::vector<std::string> UnsupportedIn(const Consens& consens,
                                         std::string_view answer) {
    std::vector<std::string> texts;
    for (const ByteRange range : Unsupported(consens, workspace_.arena())) {
      texts.emplace_back(answer.substr(range.begin, range.end - range.begin));
    }
    return texts;
  }

  std::string SupportOf(const GroundedSentence& sentence) {
    if (!sentence.support) return "";
    const auto [passage, range] = *sentence.support;
    return std::string(
        context_[passage].substr(range.begin, range.end - range.begin));
  }

  std::vector<std::string_view> context_;
  Workspace workspace_{kConsensArenaBytes};
};

TEST_F(ConsensTest, AnswerFromItsContextScoresHighAndAnotherLow) {
  const Q16 own =
      Scored({kFridge}, "Vaccines are kept in the fridge.").geometric;
  const Q16 other =
      Scored({kKitchen}, "Vaccines are kept in the fridge.").geometric;
  EXPECT_GT(own, kGroundedConsens);
  EXPECT_LT(other, kWeakConsens);
}

TEST_F(ConsensTest, PublishedScoreHasTheSameSigns) {
  EXPECT_GT(Scored({kFridge}, "Vaccines are kept in the fridge.").paper, Q16());
  EXPECT_LT(Scored({kKitchen}, "Vaccines are kept in the fridge.").paper,
            Q16());
}

TEST_F(ConsensTest, WithoutContextNothingChanges) {
  const Consens consens = Scored({}, "Vaccines are kept in the fridge.");
  EXPECT_EQ(consens.scored_words, 3u);
  EXPECT_EQ(consens.geometric, Q16());
  EXPECT_EQ(consens.paper, Q16());
}

TEST_F(ConsensTest, StopWordsAndWordsOfTheQuestionAreNotScored) {
  const Consens consens = Scored({kFridge}, "The vaccines are in the fridge.",
                                 "Where is the vaccine?");
  ASSERT_EQ(consens.words.size(), 6u);
  const std::vector<bool> expected = {false, false, false, false, false, true};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(consens.words[i].is_scored, expected[i]) << i;
    if (!expected[i]) {
      EXPECT_EQ(consens.words[i].score, Q16());
    }
  }
  EXPECT_EQ(consens.scored_words, 1u);
}

TEST_F(ConsensTest, AnswerWithoutScoredWordSaysSo) {
  for (const std::string_view answer : {"", "It is.", "?!"}) {
    const Consens consens = Scored({kFridge}, answer, "Is it locked?");
    EXPECT_EQ(consens.scored_words, 0u) << answer;
    EXPECT_EQ(consens.geometric, Q16()) << answer;
    EXPECT_EQ(consens.paper, Q16()) << answer;
  }
}

// 0.1 = 6/64 of p_E is all that is left of a word that the context has not.
TEST_F(ConsensTest, WordThatTheContextLacksIsAsMuchLessLikelyAsItsShare) {
  const Consens consens = Scored({kKitchen}, "Zebras.");
  ASSERT_EQ(consens.words.size(), 1u);
  EXPECT_NEAR(consens.words[0].score.ToDouble(), std::log(6.0 / 64), 1e-3);
}

// One sentence of two terms, of which the word is one; p_E = 1/50000.
TEST_F(ConsensTest, WordOfTheContextHasTheProbabilityOfTheFormula) {
  const Consens consens = Scored({"Zebras gallop."}, "Zebras!");
  const double without = 1.0 / 50'000;
  const double with =
      1.0 / 64 * 36 / 64 / 16 + 6.0 / 64 / 1280 + 6.0 / 64 * without;
  EXPECT_NEAR(consens.words[0].score.ToDouble(), std::log(with / without),
              2e-3);
  EXPECT_NEAR(consens.geometric.ToDouble(), (with - without) / (with + without),
              1e-3);
  EXPECT_NEAR(consens.paper.ToDouble(), (with - without) / (with + without),
              1e-3);
}

TEST_F(ConsensTest, WordAfterTheSameWordIsLikelier) {
  const auto last_of = [&](std::string_view answer) {
    return Scored({"Zebras gallop. Lions sleep."}, answer).words.back().score;
  };
  EXPECT_GT(last_of("Zebras gallop"), last_of("Zebras sleep"));
}

TEST_F(ConsensTest, WordOfTheSentenceThatIsFollowedIsLikelier) {
  const auto last_of = [&](std::string_view answer) {
    return Scored({"Zebras often gallop far. Lions sleep."}, answer)
        .words.back()
        .score;
  };
  EXPECT_GT(last_of("Zebras walk far"), last_of("Zebras walk asleep"));
}

TEST_F(ConsensTest, FrequentWordOfTheCollectionIsWeakerEvidence) {
  const IndexInMemory index({"fridge fridge fridge fridge fridge", "bread"});
  const LiveSegment segments[] = {index.live()};
  const CollectionCounts counts(segments);
  EXPECT_LT(Scored({kFridge}, "fridge", {}, &counts).geometric,
            Scored({kFridge}, "fridge").geometric);
}

TEST_F(ConsensTest, CountsOfACollectionAreThoseOfItsLiveDocuments) {
  IndexInMemory index({"soup soup bread", "soup", "tea"});
  index.Remove(2);
  const LiveSegment segments[] = {index.live(), index.live()};
  // More than a batch.
  std::vector<std::string_view> terms(70, "coffe");
  terms[0] = "soup";
  terms[69] = "bread";
  std::vector<WordInCollection> found(terms.size());
  TestArena arena;
  ASSERT_TRUE(CollectionCounts(segments).Count(terms, found, *arena));
  EXPECT_EQ(found[0].frequency, 6u);
  EXPECT_EQ(found[1].frequency, 0u);
  EXPECT_EQ(found[69].frequency, 2u);
  EXPECT_EQ(found[0].terms, 8u);
}

TEST_F(ConsensTest, RelatedWordSupportsLessThanTheWord) {
  constexpr std::string_view kAnswer = "doctor";
  const Q16 same = Scored({"The doctor came."}, kAnswer).geometric;
  const Q16 related = Scored({"The physician came."}, kAnswer).geometric;
  const Q16 other = Scored({"The bread came."}, kAnswer).geometric;
  EXPECT_GT(same, related);
  EXPECT_GT(related, other);
}

TEST_F(ConsensTest, EachSentenceHasAScoreAndItsSupport) {
  const Consens consens =
      Scored({kKitchen, kFridge},
             "The door is locked at night. Zebras gallop. They eat soup.");
  ASSERT_EQ(consens.sentences.size(), 3u);
  EXPECT_EQ(SupportOf(consens.sentences[0]), "Its door is locked at night.");
  EXPECT_EQ(SupportOf(consens.sentences[1]), "");
  EXPECT_EQ(SupportOf(consens.sentences[2]), "Staff eat soup and bread there.");
  EXPECT_GT(consens.sentences[0].geometric, kGroundedConsens);
  EXPECT_LT(consens.sentences[1].geometric, kWeakConsens);
  EXPECT_EQ(consens.sentences[0].scored_words, 3u);
}

TEST_F(ConsensTest, UnsupportedWordsAreJoinedAcrossUnscoredOnes) {
  constexpr std::string_view kAnswer =
      "Vaccines are kept in the tall zebra of the garden. Giraffes eat soup.";
  const Consens consens = Scored({kFridge, kKitchen}, kAnswer);
  EXPECT_EQ(UnsupportedIn(consens, kAnswer),
            (std::vector<std::string>{"tall zebra of the garden", "Giraffes"}));
}

TEST_F(ConsensTest, UnsupportedSpansEndWithTheirSentences) {
  constexpr std::string_view kAnswer = "Eat zebras. Giraffes eat.";
  const Consens consens = Scored({kKitchen}, kAnswer);
  EXPECT_EQ(UnsupportedIn(consens, kAnswer),
            (std::vector<std::string>{"zebras", "Giraffes"}));
}

TEST_F(ConsensTest, LeavingAPassageOutCostsWhatItSupports) {
  constexpr std::string_view kAnswer = "Vaccines are kept in the fridge.";
  const Consens consens = Scored({kKitchen, kFridge}, kAnswer);
  ASSERT_EQ(consens.without.size(), 2u);
  EXPECT_EQ(consens.without[0], consens.geometric);
  EXPECT_LT(consens.without[1], kWeakConsens);
}

TEST_F(ConsensTest, LeavingOneOfTwoEqualPassagesOutCostsLittle) {
  constexpr std::string_view kAnswer = "Vaccines are kept in the fridge.";
  const Consens consens = Scored({kFridge, kFridge}, kAnswer);
  EXPECT_EQ(consens.without[0], consens.without[1]);
  EXPECT_GT(consens.without[0], kGroundedConsens);
}

TEST_F(ConsensTest, ContextRelevanceIsTheShareThatTheQuestionNeeds) {
  // Three terms of five are in the sentence with the question's.
  const auto relevance =
      Scored({"Zebras gallop far. Lions sleep."}, "Far.", "Do zebras run?")
          .context_relevance;
  ASSERT_TRUE(relevance);
  EXPECT_NEAR(relevance->ToDouble(), 3.0 / 5, 1e-4);
  // Without a question, the answer needs it.
  EXPECT_NEAR(Scored({"Zebras gallop far. Lions sleep."}, "Lions")
                  .context_relevance->ToDouble(),
              2.0 / 5, 1e-4);
  EXPECT_FALSE(Scored({}, "Lions").context_relevance);
}

TEST_F(ConsensTest, AnswerRelevanceIsTheShareOfTheQuestionThatIsAddressed) {
  constexpr std::string_view kContext = "Zebras gallop far. Lions sleep.";
  // "zebras" is in the supporting sentence; "night" is nowhere.
  const auto relevance =
      Scored({kContext}, "Far.", "Do zebras sleep at night?").answer_relevance;
  ASSERT_TRUE(relevance);
  EXPECT_NEAR(relevance->ToDouble(), 1.0 / 3, 1e-4);
  EXPECT_FALSE(Scored({kContext}, "Far.").answer_relevance);
}

// The published formula. The paper's worked rows print rounded means only for
// some answers; rows 2 and 3 of its Table 1 do not follow from it (-0.19 and
// -0.92, printed -0.10 and -0.94), and are no golden values here.
TEST(ConsensFormulaTest, IsTheDifferenceOverTheSum) {
  const auto of = [](std::uint64_t with, std::uint64_t without) {
    return ConsensOfMeans<FixedArithmetic>(with, without).ToDouble();
  };
  EXPECT_NEAR(of(100, 300), 0.5, 1e-4);
  EXPECT_NEAR(of(300, 100), -0.5, 1e-4);
  EXPECT_NEAR(of(7000, 7000), 0.0, 1e-4);
  EXPECT_NEAR(of(2, std::uint64_t{1} << 60), 1.0, 1e-4);
  EXPECT_NEAR(of(std::uint64_t{1} << 60, 2), -1.0, 1e-4);
}

TEST(ConsensFormulaTest, BothPublishedFormsAreTheSame) {
  for (const double r : {-9.0, -2.0, -0.5, 0.0, 0.1, 1.0, 4.0, 12.0}) {
    const double published = 2 / (1 + std::exp(-r)) - 1;
    EXPECT_NEAR(ConsensOfMeanLn(Q16::FromDouble(r)).ToDouble(), published, 1e-3)
        << r;
    const auto with = static_cast<std::uint64_t>(1e9);
    const auto without = static_cast<std::uint64_t>(1e9 * std::exp(r));
    EXPECT_NEAR(ConsensOfMeans<FloatArithmetic>(with, without), published, 1e-3)
        << r;
  }
}

TEST_F(ConsensTest, ArithmeticsAgree) {
  for (const std::string_view answer :
       {"Vaccines are kept in the blue fridge, which is locked at night.",
        "Staff keep vaccines in the kitchen. Zebras gallop.", "soup"}) {
    const Consens fixed = Scored({kFridge, kKitchen}, answer);
    const Q16 geometric = fixed.geometric;
    const Q16 paper = fixed.paper;
    const Q16 without = fixed.without[0];
    const Consens real = Scored<FloatArithmetic>({kFridge, kKitchen}, answer);
    EXPECT_NEAR(geometric.ToDouble(), real.geometric.ToDouble(), 2e-3);
    EXPECT_NEAR(paper.ToDouble(), real.paper.ToDouble(), 2e-3);
    EXPECT_NEAR(without.ToDouble(), real.without[0].ToDouble(), 4e-3);
  }
}

// Whole numbers: these are the same on every machine.
TEST_F(ConsensTest, FixedScoresHaveTheseBits) {
  const Consens consens =
      Scored({kFridge, kKitchen},
             "Vaccines and soup are in the blue fridge of the zebra.");
  EXPECT_EQ(consens.geometric.raw(), 60154);
  EXPECT_EQ(consens.paper.raw(), -23967);
}

TEST_F(ConsensTest, ScoresDoNotDependOnWhatWasScoredBefore) {
  const auto score = [&] {
    return Scored({kFridge, kKitchen}, "The fridge is blue.").geometric;
  };
  const Q16 first = score();
  (void)Scored({kKitchen}, "Soup.");
  EXPECT_EQ(score(), first);
}

TEST_F(ConsensTest, SmallArenaIsExhaustedWithAClearError) {
  const std::vector<std::string_view> context = {kFridge, kKitchen};
  for (std::size_t bytes = 64; bytes < 40'000; bytes += 64) {
    Workspace small(bytes);
    const auto consens = ScoreConsens(
        {context, "Where is it?", "In the blue fridge."}, nullptr, small);
    if (consens) return;  // From here on there is enough.
    EXPECT_EQ(consens.error().code, ErrorCode::kArenaExhausted);
  }
  ADD_FAILURE() << "40 KB are not enough for two short passages";
}

std::string Repeated(std::string_view text, std::size_t bytes) {
  std::string all;
  while (all.size() + text.size() <= bytes) all += text;
  return all;
}

// Words that are all different: "a", "b", ... "ba", "bb".
std::string DistinctWords(std::size_t bytes, std::string_view end) {
  std::string all;
  for (std::uint32_t n = 0; all.size() + 12 < bytes; ++n) {
    for (std::uint32_t rest = n; rest > 0; rest /= 20) {
      all += "bcdfghjklmnpqrstvwxz"[rest % 20];
    }
    all += end;
  }
  return all;
}

// A sixty-fourth of the largest context; with ANSWERBOX_CAMPAIGN=full in the
// environment, the largest.
TEST_F(ConsensTest, TextsAtTheLimitsEndWithAScoreOrAnError) {
  const char* const campaign = std::getenv("ANSWERBOX_CAMPAIGN");
  const bool is_full = campaign != nullptr && std::string(campaign) == "full";
  const std::size_t size =
      is_full ? kMaxCheckedContextBytes : kMaxCheckedContextBytes / 64;
  const std::string texts[] = {
      Repeated("The doctor gave the patient medicine and a bed. ", size),
      Repeated("x. ", size),
      Repeated("B b ", size),
      DistinctWords(size, " "),
      DistinctWords(size, ". "),
      Repeated("a", size)};
  for (const std::string& text : texts) {
    const std::string_view answer =
        std::string_view(text).substr(0, kMaxCheckedAnswerBytes);
    const std::vector<std::string_view> whole = {text};
    const auto consens = ScoreConsens({whole, {}, answer}, nullptr, workspace_);
    if (!consens) {
      EXPECT_EQ(consens.error().code, ErrorCode::kArenaExhausted);
    } else if (consens->scored_words > 0) {
      EXPECT_GT(consens->geometric, Q16()) << text.substr(0, 40);
    }
  }
}

TEST_F(ConsensTest, ManyPassagesAreTakenApart) {
  std::vector<std::string_view> context(kMaxCheckedPassages, kKitchen);
  context[700] = kFridge;
  const Consens consens =
      Scored(context, "The blue fridge stands in the hall.");
  ASSERT_EQ(consens.without.size(), kMaxCheckedPassages);
  EXPECT_LT(consens.without[700], kWeakConsens);
  EXPECT_EQ(consens.without[0], consens.geometric);
  ASSERT_TRUE(consens.sentences[0].support);
  EXPECT_EQ(consens.sentences[0].support->passage, 700u);
}

}  // namespace
}  // namespace answerbox::engine
