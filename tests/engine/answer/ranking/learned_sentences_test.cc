#include "engine/answer/ranking/learned_sentences.h"

#include <gtest/gtest.h>

#include <new>
#include <string>
#include <vector>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "tests/engine/answer/marked_text.h"
#include "tests/engine/answer/ranking/ranked_sentences.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

// A model that ranks by one feature of a sentence. More of the feature, in
// steps of 1/8, ranks higher. Every best sentence has a confidence of .75.
class ModelOf {
 public:
  explicit ModelOf(SentenceFeature feature) : ModelOf(TreesOf(feature)) {}
  // Finds all sentences equal.
  ModelOf() : ModelOf(std::vector<WrittenTree>{}) {}

  [[nodiscard]] const AnswerModel& get() const { return model_; }

 private:
  explicit ModelOf(std::vector<WrittenTree> trees) {
    WrittenModel model;
    model.ranker = std::move(trees);
    model.judge = {{{0}, {0}, {4500, 4500}}};
    bytes_ = model.Encode();
    model_ = *AnswerModel::Open(bytes_);
  }
  static std::vector<WrittenTree> TreesOf(SentenceFeature feature) {
    std::vector<WrittenTree> trees;
    for (std::int16_t step = 128; step <= 1024; step += 128) {
      trees.push_back(
          {{static_cast<std::uint8_t>(feature)}, {step}, {-400, 400}});
    }
    return trees;
  }

  std::vector<std::byte> bytes_;
  AnswerModel model_;
};

template <typename A>
class LearnedSentencesTest : public testing::Test {
 protected:
  using Ranked = std::span<ScoredSentence<A>>;

  Ranked Rank(std::string_view question, std::vector<LiveSegment> segments,
              std::size_t count, const AnswerModel& model,
              RankingObserver* observer = nullptr) {
    asked_.emplace(question, std::move(segments));
    const auto chunks = *RetrieveBm25<A>(asked_->segments(), asked_->lookup(),
                                         100, asked_->arena());
    const auto ranked = *GatherAndRank<A>(*asked_, chunks, count, model,
                                          observer, asked_->arena());
    chunks_.clear();
    for (const auto& chunk : chunks) chunks_.push_back(chunk.chunk);
    return ranked;
  }
  Ranked Rank(std::string_view question, const IndexInMemory& index,
              std::size_t count, const AnswerModel& model) {
    return Rank(question, {index.live()}, count, model);
  }

  static std::vector<SentenceNumber> Numbers(Ranked ranked) {
    std::vector<SentenceNumber> numbers;
    for (const auto& sentence : ranked) numbers.push_back(sentence.sentence);
    return numbers;
  }

  std::vector<ChunkNumber> chunks_;  // In the order after ranking.

 private:
  std::optional<AskedQuestion> asked_;
};
using Arithmetics = testing::Types<FixedArithmetic, FloatArithmetic>;
TYPED_TEST_SUITE(LearnedSentencesTest, Arithmetics);

using Places = std::vector<SentenceNumber>;

TYPED_TEST(LearnedSentencesTest, PutTheBestFirst) {
  const IndexInMemory index(
      {"Pumps run. Pumps and valves and drills run. Valves on pumps run."});
  const ModelOf coverage(SentenceFeature::kCoverage);
  const auto ranked = this->Rank("pump valve drill", index, 3, coverage.get());
  EXPECT_EQ(this->Numbers(ranked), (Places{1, 2, 0}));
  EXPECT_GT(ranked[0].score, ranked[1].score);
  // The sentence covers the whole question: eight steps of 400 / 4096.
  EXPECT_NEAR(TypeParam::ToDouble(ranked[0].score), 3200. / 4096, 1e-6);
  EXPECT_NEAR(TypeParam::ToDouble(ranked[0].confidence), .75, 1e-2);
}

TYPED_TEST(LearnedSentencesTest, PutEqualOnesInDocumentOrder) {
  const IndexInMemory index({"Pumps work. Pumps leak.", "Pumps stop."});
  const auto ranked = this->Rank("pump", index, 3, ModelOf().get());
  EXPECT_EQ(this->Numbers(ranked), (Places{0, 1, 2}));
  EXPECT_EQ(TypeParam::ToDouble(ranked[0].score), 0);
}

TYPED_TEST(LearnedSentencesTest, GiveNoMoreThanAskedForNorThanThereAre) {
  const IndexInMemory index({"Pumps work. Pumps leak."});
  EXPECT_EQ(this->Rank("pump", index, 0, ModelOf().get()).size(), 0u);
  EXPECT_EQ(this->Rank("pump", index, 1, ModelOf().get()).size(), 1u);
  EXPECT_EQ(this->Rank("pump", index, 9, ModelOf().get()).size(), 2u);
}

TYPED_TEST(LearnedSentencesTest, AreNeverHeadings) {
  const MarkedText text("# Pump valve drill\nPumps run.\n## Pumps\n");
  const MarkedText headings("# Pump\n## Valve\n");
  const DocumentText documents[] = {text.document(), headings.document()};
  const IndexInMemory index(documents);
  const ModelOf coverage(SentenceFeature::kCoverage);
  const auto ranked = this->Rank("pump valve drill", index, 9, coverage.get());
  EXPECT_EQ(this->Numbers(ranked), (Places{1}));
}

TYPED_TEST(LearnedSentencesTest, InheritTheWordsOfTheirHeadings) {
  const MarkedText text(
      "# Pumps\n## Causes\nThey wear out.\n## Repair\nA new one is bought.\n");
  const DocumentText documents[] = {text.document()};
  const IndexInMemory index(documents);
  const auto ranked = this->Rank("repair pumps", index, 2, ModelOf().get());
  EXPECT_EQ(this->Numbers(ranked), (Places{4, 2}));
  // The headings cover the whole question.
  EXPECT_EQ(TypeParam::ToDouble(ranked[0].score), 4);
  EXPECT_GT(TypeParam::ToDouble(ranked[1].score), 0);
}

TYPED_TEST(LearnedSentencesTest, GainNothingByWordsThatTheySayThemselves) {
  const MarkedText text("# Pumps\nPumps are sold.\n");
  const DocumentText documents[] = {text.document()};
  const IndexInMemory index(documents);
  const auto ranked = this->Rank("pumps", index, 1, ModelOf().get());
  EXPECT_EQ(TypeParam::ToDouble(ranked[0].score), 0);
}

TYPED_TEST(LearnedSentencesTest, AreNoneWhereAllAreHeadings) {
  const MarkedText text("# Pump\n## Valve\n");
  const DocumentText documents[] = {text.document()};
  const IndexInMemory index(documents);
  EXPECT_TRUE(this->Rank("pump", index, 3, ModelOf().get()).empty());
}

TYPED_TEST(LearnedSentencesTest, AreThoseThatCoverMostOfMany) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += "Hall " + std::to_string(i);
    text += i % 8 == 7 ? " has pumps and valves. " : " has pumps. ";
  }
  const IndexInMemory index({text});
  const auto ranked = this->Rank("pump valve", index, 40, ModelOf().get());
  // The five sentences with both terms, and the first of the others. All are in
  // document order, because this model finds them equal.
  EXPECT_EQ(this->Numbers(ranked), (Places{0, 1, 2, 7, 15, 23, 31, 39}));
  EXPECT_EQ(ranked.size(), kMaxJudgedSentences);
}

TYPED_TEST(LearnedSentencesTest, NameEveryPlaceOfWhatIsSaidSeveralTimes) {
  const IndexInMemory index({"Pumps run slowly. Valves of pumps do leak.",
                             "PUMPS run slowly! Pumps stop.", "Pumps leak."});
  const auto ranked = this->Rank("pump valve", index, 9, ModelOf().get());
  EXPECT_EQ(this->Numbers(ranked), (Places{0, 1, 3, 4}));
  ASSERT_EQ(ranked[0].also_in.size(), 1u);
  EXPECT_EQ(ranked[0].also_in[0].sentence, 2u);
  EXPECT_EQ(ranked[0].also_in[0].chunk, 1u);
  EXPECT_TRUE(ranked[1].also_in.empty());
}

TYPED_TEST(LearnedSentencesTest, AreAsManyWhereSomeAreSaidTwice) {
  const IndexInMemory index({"Pumps run slowly. Pumps stop early.",
                             "Pumps run slowly. Pumps stop early."});
  const auto ranked = this->Rank("pump", index, 2, ModelOf().get());
  EXPECT_EQ(this->Numbers(ranked), (Places{0, 1}));
}

TYPED_TEST(LearnedSentencesTest, LeaveNoChunkOutForTheSentencesOfAnother) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += std::to_string(i) + " pumps, valves. ";
  const IndexInMemory index({text, "Drills run. No pump.", "Pumps. Drills."});
  const auto ranked = this->Rank("pump valve", index, 40, ModelOf().get());
  EXPECT_EQ(this->Numbers(ranked), (Places{0, 1, 2, 3, 4, 5, 6, 7, 13, 14}));
}

TYPED_TEST(LearnedSentencesTest, PutTheChunkOfABetterSentenceFirst) {
  const IndexInMemory index(
      {"Pumps run. Valves run.", "Pumps and valves run all day in the hall."});
  const ModelOf coverage(SentenceFeature::kCoverage);
  this->Rank("pump valve", index, 1, ModelOf().get());
  EXPECT_EQ(this->chunks_, (std::vector<ChunkNumber>{0, 1}));
  this->Rank("pump valve", index, 1, coverage.get());
  EXPECT_EQ(this->chunks_, (std::vector<ChunkNumber>{1, 0}));
}

TYPED_TEST(LearnedSentencesTest, PutTheChunkOfHeadingsAloneLast) {
  const MarkedText headings("# Pump\n## Valve\n");
  const MarkedText text("Pumps do run in all of the halls.\n");
  const DocumentText documents[] = {headings.document(), text.document()};
  const IndexInMemory index(documents);
  this->Rank("pump valve", index, 1, ModelOf().get());
  EXPECT_EQ(this->chunks_, (std::vector<ChunkNumber>{1, 0}));
}

TYPED_TEST(LearnedSentencesTest, NameASentenceOfOverlappingChunksOnce) {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    text += "Row " + std::to_string(i) + " has some words. ";
  }
  text += "Apples fall.";
  const std::string_view texts[] = {text};
  const IndexInMemory index(texts, Profile::kDefault, {8, 4});
  const auto ranked =
      this->Rank("apples fall words", index, 12, ModelOf().get());
  EXPECT_EQ(this->Numbers(ranked), (Places{0, 1, 2, 3, 4, 5, 6}));
}

TYPED_TEST(LearnedSentencesTest, AreTheSameFromOneSegmentAndFromSeveral) {
  const std::vector<std::string_view> texts = {
      "The pump of ward 3 leaks. Nurse Lopez repaired its valve in 1914.",
      "Drills are kept in Lima. Pumps are not. Why they are is unknown.",
      "The valve was replaced because the pump leaked 5 litres in June."};
  const IndexInMemory together(texts);
  const IndexInMemory first({texts[0]});
  const IndexInMemory others({texts[1], texts[2]});
  for (const char* question :
       {"Who repaired the valve of the pump?", "When was the pump repaired?",
        "Why was the valve replaced?", "How much did the pump leak?"}) {
    std::vector<double> whole;
    for (const auto& sentence :
         this->Rank(question, together, 9, ShippedModel())) {
      whole.push_back(TypeParam::ToDouble(sentence.score));
      whole.push_back(TypeParam::ToDouble(sentence.confidence));
    }
    std::vector<double> parts;
    for (const auto& sentence : this->Rank(
             question, {first.live(), others.live()}, 9, ShippedModel())) {
      parts.push_back(TypeParam::ToDouble(sentence.score));
      parts.push_back(TypeParam::ToDouble(sentence.confidence));
    }
    EXPECT_EQ(whole, parts) << question;
    EXPECT_GE(whole.size(), 6u) << question;
  }
}

class Witness : public RankingObserver {
 public:
  void OnCandidate(
      const CandidateSentence& candidate,
      std::span<const std::int16_t, kSentenceFeatures> features) override {
    EXPECT_EQ(best, -1);
    seen.push_back(candidate.sentence);
    coverage.push_back(features[0]);
  }
  void OnBest(
      const CandidateSentence& candidate,
      std::span<const std::int16_t, kAnswerFeatures> features) override {
    EXPECT_EQ(best, -1);
    best = static_cast<int>(candidate.sentence);
    best_coverage = features[0];
  }

  Places seen;
  std::vector<std::int16_t> coverage;
  int best = -1;
  std::int16_t best_coverage = -1;
};

TYPED_TEST(LearnedSentencesTest, AreAllToldToTheObserver) {
  std::string text = "# Pumps\n";
  for (int i = 0; i < 20; ++i) text += "Pumps do run.\n";
  const MarkedText marked(text + "Pumps and valves run.\n");
  const DocumentText documents[] = {marked.document()};
  const IndexInMemory index(documents);
  const ModelOf coverage(SentenceFeature::kCoverage);
  Witness witness;
  this->Rank("pump valve", {index.live()}, 1, coverage.get(), &witness);
  ASSERT_EQ(witness.seen.size(), 21u);  // All except the heading.
  EXPECT_EQ(witness.seen.front(), 1u);
  EXPECT_EQ(witness.coverage.front(), 512);
  EXPECT_EQ(witness.best, 21);
  EXPECT_EQ(witness.best_coverage, 1024);
}

// Tries every arena size below the sufficient one, so that each allocation
// fails in turn.
TEST(LearnedSentencesMemory, ThrowsFromEveryArenaThatIsTooSmall) {
  const IndexInMemory index(
      {"The pump of ward 3 leaks. Nurse Lopez repaired it.", "Pumps run."});
  AskedQuestion asked("Who repaired the pump of ward 3?", {index.live()});
  const auto chunks = *RetrieveBm25<FixedArithmetic>(
      asked.segments(), asked.lookup(), 5, asked.arena());
  const auto rank = [&](std::size_t bytes) {
    std::vector<std::byte> storage(bytes);
    Arena arena(storage);
    const auto ranked = GatherAndRank<FixedArithmetic>(
        asked, chunks, 3, ShippedModel(), nullptr, arena);
    EXPECT_EQ(ranked->size(), 3u);
    return arena.high_water_mark();
  };
  const std::size_t enough = rank(1 << 18);
  for (std::size_t bytes = 0; bytes < enough; bytes += 8) {
    ASSERT_THROW(rank(bytes), std::bad_alloc) << bytes << " of " << enough;
  }
}

}  // namespace
}  // namespace answerbox::engine
