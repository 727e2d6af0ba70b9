#include "lab/evaluate/grounding/grounding_run.h"

#include <gtest/gtest.h>

#include "lab/evaluate/grounding/corpora.h"
#include "lab/evaluate/grounding/grounding_figures.h"
#include "lab/evaluate/grounding/passage_ranker.h"
#include "lab/evaluate/grounding/simple_evaluators.h"
#include "lab/evaluate/report/grounding_report.h"

namespace answerbox::lab {
namespace {

TEST(PassageRanker, RanksRareWordsOfShortPassagesFirst) {
  PassageRanker ranker;
  ranker.Add(std::vector<std::uint32_t>{1, 2, 3, 4});
  ranker.Add(std::vector<std::uint32_t>{1, 2});
  ranker.Add(std::vector<std::uint32_t>{1, 5});
  const auto any = [](std::size_t) { return true; };
  EXPECT_EQ(ranker.Best(std::vector<std::uint32_t>{2, 99}, 2, any),
            (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(ranker.Best(std::vector<std::uint32_t>{2}, 2,
                        [](std::size_t i) { return i != 1; }),
            (std::vector<std::size_t>{0, 2}));
}

TEST(SimpleEvaluators, ScoreTheWordsThatTheQuestionHasNot) {
  SimpleEvaluators evaluators({"Lions sleep.", "Birds sing."});
  const SimpleScores scores = evaluators.Score({.document = 0,
                                                .question = "Do lions sleep?",
                                                .answer = "Lions sing at dawn.",
                                                .context = {"Birds sing."},
                                                .is_grounded = true});
  EXPECT_DOUBLE_EQ(scores.share, .5);
  EXPECT_GT(scores.cosine, 0);
  EXPECT_LT(scores.cosine, 1);
  EXPECT_GT(scores.unigram, 0);
}

TEST(SimpleEvaluators, GiveNothingToAnAnswerWithoutScoredWord) {
  SimpleEvaluators evaluators({"Lions sleep."});
  const SimpleScores scores = evaluators.Score({.document = 0,
                                                .question = "lions",
                                                .answer = "The lions.",
                                                .context = {"Lions sleep."},
                                                .is_grounded = true});
  EXPECT_EQ(scores.share, 0);
  EXPECT_EQ(scores.cosine, 0);
  EXPECT_EQ(scores.unigram, 0);
}

TEST(SimpleEvaluators, FindEqualTextsAlike) {
  SimpleEvaluators evaluators({"Lions sleep.", "Birds sing."});
  EXPECT_NEAR(evaluators
                  .Score({.document = 0,
                          .question = "",
                          .answer = "Lions sleep",
                          .context = {"Lions sleep."},
                          .is_grounded = true})
                  .cosine,
              1, 1e-9);
}

std::vector<CorpusArticle> Articles() {
  return {{"Animals",
           {{"Zebras gallop over the plain. Lions sleep all day.",
             {{"1", "Who gallops?", {"Zebras"}, {0}}}},
            {"Birds sing at dawn.", {{"2", "Who sings?", {}, {}}}},
            {"Fish swim. A shark hunts at night.",
             {{"3", "When does a shark hunt?", {"at night"}, {25}}}}}},
          {"Tools",
           {{"A saw cuts. A hammer hits nails on the head.",
             {{"4", "What hits nails?", {"A hammer"}, {12}}}}}}};
}

TEST(SquadCorpus, RemovesTheSentenceWithTheAnswer) {
  const std::vector<std::string> chosen = {"Tools"};
  const GroundingCorpus corpus = GroundingOfSquad(Articles(), chosen);
  EXPECT_EQ(corpus.is_reported, (std::vector<bool>{true, false}));
  EXPECT_EQ(corpus.texts.size(), 4u);
  const auto& gutted = corpus.sets[1].cases;
  ASSERT_EQ(gutted.size(), 6u);
  EXPECT_EQ(gutted[0].answer, "Zebras gallops");
  EXPECT_TRUE(gutted[0].is_grounded);
  EXPECT_EQ(gutted[1].context,
            std::vector<std::string>{"Lions sleep all day."});
  EXPECT_EQ(gutted[3].context, std::vector<std::string>{"Fish swim."});
  EXPECT_EQ(gutted[5].document, 1u);
}

TEST(EvidenceCorpus, TakesTheEvidenceFromItsPage) {
  const GroundingCorpus corpus = GroundingOfEvidence(
      {{1, "Who pays?", "fees.md", {"You pay."}, {"you"}},
       {2, "When is it due?", "fees.md", {"It is due in May."}, {"in May"}},
       {3, "Who walks dogs?", "dogs.md", {"You walk dogs."}, {"you"}},
       {4, "May I?", "dogs.md", {}, {}}},
      EvidenceAnswer::kStatement);
  EXPECT_EQ(corpus.is_reported, (std::vector<bool>{false, true}));
  const auto& other = corpus.sets[0].cases;
  ASSERT_EQ(other.size(), 6u);
  EXPECT_EQ(other[0].answer, "you pays");
  EXPECT_EQ(other[1].context, std::vector<std::string>{"You walk dogs."});
  const auto& gutted = corpus.sets[1].cases;
  ASSERT_EQ(gutted.size(), 4u);
  EXPECT_EQ(gutted[0].context,
            (std::vector<std::string>{"You pay.", "It is due in May."}));
  EXPECT_EQ(gutted[1].context, std::vector<std::string>{"It is due in May."});
}

TEST(StoryCorpus, GutsByTheOtherAnswers) {
  Story story;
  story.text = "Zebras gallop. Lions sleep. Birds sing.";
  story.questions = {{"What happens?", {"Much."}},
                     {"Who sleeps?", {"Lions sleep.", "Birds sing."}}};
  Story next = story;
  next.text = "Cats purr. Dogs bark.";
  Story last = story;
  last.text = "Fish swim.";
  const GroundingCorpus corpus = GroundingOfStories({story, next, last});
  EXPECT_EQ(corpus.is_reported, (std::vector<bool>{false, true, false}));
  const auto& gutted = corpus.sets[1].cases;
  ASSERT_FALSE(gutted.empty());
  EXPECT_EQ(gutted[0].answer, "Lions sleep.");
  EXPECT_EQ(gutted[1].context,
            std::vector<std::string>{"Zebras gallop. Lions sleep."});
  EXPECT_EQ(corpus.sets[0].cases[1].context,
            std::vector<std::string>{"Cats purr. Dogs bark."});
}

class GroundingRunTest : public testing::Test {
 protected:
  ScoredCorpus Scored() {
    const std::vector<std::string> chosen = {"Tools"};
    const GroundingCorpus corpus = GroundingOfSquad(Articles(), chosen);
    std::size_t last = 0;
    auto outcomes = ScoreGrounding(
        corpus, [&](std::size_t done, std::size_t) { last = done; });
    EXPECT_TRUE(outcomes);
    std::size_t cases = 0;
    for (const GroundingSet& set : corpus.sets) cases += set.cases.size();
    EXPECT_EQ(last, cases);
    return {"squad", corpus.is_reported, std::move(*outcomes)};
  }
};

TEST_F(GroundingRunTest, TellsTheWholeContextFromTheGuttedOne) {
  const std::vector<ScoredCorpus> corpora = {Scored()};
  const auto figures = MeasureGrounding(corpora, {.5, 0});
  EXPECT_EQ(figures[0][1].reported.cases, 4u);
  EXPECT_EQ(figures[0][1].chosen.cases, 2u);
  EXPECT_GE(figures[0][1].reported.areas[kGeometricEvaluator], .75);
  EXPECT_EQ(figures[0][1].verdicts.called_grounded[1], 1);
  EXPECT_LT(figures[0][1].verdicts.called_grounded[0], 1);
}

TEST_F(GroundingRunTest, ReportsAsJsonAndAsTable) {
  const std::vector<ScoredCorpus> corpora = {Scored()};
  const GroundingThresholds thresholds = ChooseThresholds(corpora);
  const auto figures = MeasureGrounding(corpora, thresholds);
  const GroundingReport report{corpora, thresholds, figures};
  const std::string text = GroundingReportAsJson(report);
  for (const char* const field :
       {"\"thresholds\"", "\"corpus\":\"squad\"", "\"task\":\"gutted\"",
        "\"gain_ci95\"", "\"of_grounded\"", "\"geometric\""}) {
    EXPECT_NE(text.find(field), std::string::npos) << field;
  }
  EXPECT_NE(GroundingReportAsTable(report, {}).find("gutted"),
            std::string::npos);
}

GroundingOutcome OutcomeWith(bool is_grounded, double score) {
  GroundingOutcome outcome;
  outcome.is_grounded = is_grounded;
  outcome.scores[kGeometricEvaluator] = score;
  return outcome;
}

TEST(Thresholds, AreChosenOnTheHalfThatIsNotReported) {
  ScoredCorpus corpus{"made up", {false, true}, {{}}};
  for (int i = 0; i < 20; ++i) {
    corpus.sets[0].push_back(OutcomeWith(true, i < 2 ? .1 : .8));
    corpus.sets[0].push_back(OutcomeWith(false, i < 10 ? -.5 : .3));
  }
  GroundingOutcome reported = OutcomeWith(false, .99);
  reported.document = 1;
  corpus.sets[0].push_back(reported);
  const GroundingThresholds thresholds = ChooseThresholds({&corpus, 1});
  // Between .3 and .8, the first; at most 2 of 20 are below the weak one.
  EXPECT_NEAR(thresholds.grounded, .31, 1e-9);
  EXPECT_NEAR(thresholds.weak, .31, 1e-9);
}

}  // namespace
}  // namespace answerbox::lab
