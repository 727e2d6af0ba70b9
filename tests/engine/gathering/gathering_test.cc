#include "engine/gathering/gathering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/gathering/pooled_texts.h"
#include "engine/gathering/sentence_pool.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kVaccines =
    "Vaccines are kept in the fridge. The fridge stands in the hall. Its door "
    "is locked at night. The kitchen opens at noon and closes at six.";
constexpr std::string_view kStorage =
    "Staff eat in the kitchen. Vaccines are kept in the fridge! A vaccine that "
    "froze is thrown away.";

class GatheringTest : public testing::Test {
 protected:
  Gathering Gathered(std::span<const LiveSegment> segments,
                     const GatheringQuery& query) {
    const auto gathering = Gather(segments, query, workspace_);
    EXPECT_TRUE(gathering);
    return *gathering;
  }
  Gathering Gathered(const IndexInMemory& index, const GatheringQuery& query) {
    const LiveSegment segments[] = {index.live()};
    return Gathered(segments, query);
  }

  Gathering GatheredOfNone(const GatheringQuery& query) {
    return Gathered(std::span<const LiveSegment>(), query);
  }

  Workspace workspace_{kGatheringArenaBytes};
};

std::vector<std::string> Texts(const Gathering& gathering) {
  std::vector<std::string> texts;
  for (const GatheredUnit& unit : gathering.units) {
    texts.emplace_back(unit.place.sentence);
  }
  return texts;
}

TEST_F(GatheringTest, JoinsSentencesThatFollowEachOtherAndCitesThem) {
  const IndexInMemory index({kVaccines});
  const Gathering gathering =
      Gathered(index, {.text = "where is the fridge", .tokens = 16});
  ASSERT_EQ(gathering.units.size(), 1u);
  const GatheredUnit& unit = gathering.units.front();
  EXPECT_EQ(unit.place.sentence,
            "Vaccines are kept in the fridge. The fridge stands in the hall.");
  EXPECT_EQ(unit.place.offsets, (ByteRange{0, 63}));
  EXPECT_EQ(unit.place.document, "document-0");
  EXPECT_EQ(unit.sentences, 2u);
  EXPECT_EQ(unit.tokens, 14u);
  EXPECT_EQ(unit.reason, ChosenFor::kWords);
}

TEST_F(GatheringTest, ASentenceOfTwoDocumentsComesOnceWithBothPlaces) {
  const IndexInMemory index({kVaccines, kStorage});
  const Gathering gathering =
      Gathered(index, {.text = "vaccines fridge", .tokens = 10});
  ASSERT_EQ(gathering.units.size(), 1u);
  const GatheredUnit& unit = gathering.units.front();
  ASSERT_EQ(unit.also_in.size(), 1u);
  EXPECT_EQ(unit.place.document, "document-0");
  EXPECT_EQ(unit.also_in[0].document, "document-1");
  EXPECT_EQ(unit.also_in[0].sentence, "Vaccines are kept in the fridge!");
}

// Trust: sentences that differ in a number are not duplicates.
TEST_F(GatheringTest, AnotherDoseIsNoDuplicate) {
  const IndexInMemory index(
      {"Adults take 4 mg of the drug every morning with water.",
       "Adults take 5 mg of the drug every morning with water."});
  const Gathering gathering =
      Gathered(index, {.text = "how much of the drug do adults take"});
  EXPECT_EQ(gathering.units.size(), 2u);
}

TEST_F(GatheringTest, ASentenceBesideIsTakenBeforeOneElsewhere) {
  const IndexInMemory index(
      {"The gate key hangs here. Ask the porter first. "
       "Meals are at noon. Rooms are cleaned daily."});
  const Gathering gathering =
      Gathered(index, {.text = "gate key", .sentences = 2});
  EXPECT_EQ(Texts(gathering),
            std::vector<std::string>(
                {"The gate key hangs here. Ask the porter first."}));
}

TEST_F(GatheringTest, WhatHasNothingToDoWithTheQuestionIsNotContext) {
  const IndexInMemory index({kVaccines, "Rooms are cleaned daily."});
  const Gathering gathering = Gathered(index, {.text = "cleaned"});
  EXPECT_EQ(Texts(gathering),
            std::vector<std::string>({"Rooms are cleaned daily."}));
}

TEST_F(GatheringTest, AHeadingOfAnotherSubjectHelpsNothing) {
  constexpr std::string_view kFevers =
      "Fevers\n\nSymptoms of malaria\n\nChills come every other day. Sweats "
      "follow.\n\nDengue\n\nA rash and joint pain come after the fever.";
  constexpr HeadingMark kHeadings[] = {
      {{0, 6}, 1},
      {{8, 27}, 2},
      {{static_cast<std::uint32_t>(kFevers.find("Dengue")),
        static_cast<std::uint32_t>(kFevers.find("Dengue") + 6)},
       2}};
  const DocumentText documents[] = {{kFevers, {}, kHeadings}};
  const IndexInMemory index{std::span<const DocumentText>(documents)};
  const Gathering gathering = Gathered(
      index, {.text = "What are the symptoms of dengue?", .sentences = 1});
  EXPECT_EQ(Texts(gathering),
            std::vector<std::string>(
                {"A rash and joint pain come after the fever."}));
}

TEST_F(GatheringTest, SaysWhyThereIsNothing) {
  const IndexInMemory index({kVaccines});
  EXPECT_EQ(Gathered(index, {.text = "the of"}).refusal,
            RefusalReason::kEmptyQuestion);
  EXPECT_EQ(Gathered(index, {.text = "zebra"}).refusal,
            RefusalReason::kNoEvidence);
  EXPECT_EQ(GatheredOfNone({.text = "zebra"}).refusal,
            RefusalReason::kNoDocuments);
  EXPECT_EQ(GatheredOfNone({.purpose = GatheringPurpose::kSummary}).refusal,
            RefusalReason::kNoDocuments);
}

TEST_F(GatheringTest, OfSomeDocumentsGathersNoOthers) {
  const IndexInMemory index({kVaccines, kStorage});
  const std::string_view second[] = {"*-1"};
  const Gathering gathering =
      Gathered(index, {.text = "vaccines", .documents = second});
  for (const GatheredUnit& unit : gathering.units) {
    EXPECT_EQ(unit.place.document, "document-1");
  }
  const std::string_view none[] = {"nosuch"};
  const LiveSegment segments[] = {index.live()};
  const auto missing =
      Gather(segments, {.text = "vaccines", .documents = none}, workspace_);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNoSuchDocument);
}

TEST_F(GatheringTest, AMisspeltWordIsTakenForTheOneThatIsMeant) {
  const IndexInMemory index({kVaccines, "Rooms are cleaned daily."});
  GatheringQuery query{.text = "vacines in the fridge"};
  query.with_spelling = true;
  const Gathering gathering = Gathered(index, query);
  ASSERT_EQ(gathering.respelt.size(), 1u);
  EXPECT_EQ(gathering.respelt[0].taken_for, "vaccines");
  EXPECT_EQ(Texts(gathering),
            Texts(Gathered(index, {.text = "vaccines in the fridge"})));
  query.with_spelling = false;
  EXPECT_TRUE(Gathered(index, query).respelt.empty());
}

TEST_F(GatheringTest, OffersWordsWhereSeveralMayBeMeant) {
  const IndexInMemory index({"The farm is open.", "The form is blue."});
  GatheringQuery query{.text = "fxrm"};
  query.with_spelling = true;
  const Gathering gathering = Gathered(index, query);
  EXPECT_EQ(gathering.refusal, RefusalReason::kNoEvidence);
  ASSERT_EQ(gathering.offers.size(), 1u);
  EXPECT_EQ(gathering.offers[0].words.size(), 2u);
}

// One document defines the short form, another uses it alone.
TEST_F(GatheringTest, AnAbbreviationIsMetByItsOtherForm) {
  const IndexInMemory index(
      {"Each village health team (VHT) has a bicycle.",
       "A VHT meets on Fridays. The village is small, and the team of nurses "
       "is in good health."});
  GatheringQuery query{.text = "when does the village health team meet",
                       .tokens = 6};
  query.with_abbreviations = true;
  const Gathering gathering = Gathered(index, query);
  ASSERT_EQ(gathering.abbreviations.size(), 1u);
  EXPECT_EQ(gathering.abbreviations[0].also, "VHT");
  EXPECT_EQ(Texts(gathering),
            std::vector<std::string>({"A VHT meets on Fridays."}));
  query.text = "where is the VHT bicycle";
  query.tokens = 100;
  EXPECT_EQ(Gathered(index, query).abbreviations[0].also,
            "village health team");
  query.with_abbreviations = false;
  EXPECT_TRUE(Gathered(index, query).abbreviations.empty());
}

TEST_F(GatheringTest, AShortFormCountsWithItsCapitalsOnly) {
  const IndexInMemory index(
      {"Adult intensive dialysis service (AIDS) is on floor two.",
       "Hearing aids are in the cupboard."});
  GatheringQuery query{.text = "adult intensive dialysis service"};
  query.with_abbreviations = true;
  const Gathering gathering = Gathered(index, query);
  EXPECT_EQ(gathering.abbreviations.size(), 1u);
  EXPECT_EQ(gathering.candidates, 2u);
  ASSERT_EQ(gathering.units.size(), 1u);
  EXPECT_EQ(gathering.units[0].place.document, "document-0");
}

class RetrievalTest : public GatheringTest {
 protected:
  // About cold, and then about what cold things have to do with.
  RetrievalTest() {
    for (int d = 0; d < 40; ++d) {
      const std::string number = std::to_string(d);
      documents_.push_back(
          {"fridge-" + number,
           "The fridge of ward " + number + " is cold. Its compressor hums. "});
      documents_.push_back({"pump-" + number, "The compressor of ward " +
                                                  number + " hums at night. "});
    }
  }
  std::vector<NamedText> documents_;
};

TEST_F(RetrievalTest, FeedbackFindsWhatHasNoWordOfTheQuestion) {
  const IndexInMemory index(documents_);
  GatheringQuery query{.text = "cold fridge", .tokens = 9000};
  const std::size_t found = Gathered(index, query).candidates;
  EXPECT_EQ(found, 80u);  // Both sentences of each document about a fridge.
  query.retrieval = {.has_feedback = true};
  EXPECT_GT(Gathered(index, query).candidates, found);
}

// A chunk that repeats a word of the question is worth more to BM25 than one
// that has both words once; an author is likelier to have asked by the latter.
TEST_F(RetrievalTest, LikelihoodOrdersTheFirstChunksAnew) {
  for (int i = 0; i < 60; ++i) {
    const std::string number = std::to_string(i);
    documents_.push_back(
        {"gate-" + number, i % 2 == 0 ? "The gate key " + number + " is here."
                                      : "Gate gate, a gate " + number +
                                            " and another gate of the key and "
                                            "the porter and the yard."});
  }
  const IndexInMemory index(documents_);
  GatheringQuery query{.text = "gate key", .tokens = 100};
  query.order = {false, 1, 0};
  const auto bm25 = Texts(Gathered(index, query));
  query.retrieval = {.likelihood = Smoothing()};
  const auto likely = Texts(Gathered(index, query));
  EXPECT_FALSE(likely.empty());
  EXPECT_NE(likely, bm25);
}

// The published pipeline: dense vectors find chunks without a word of the
// question, and query likelihood puts those with the words first.
TEST_F(RetrievalTest, DenseVectorsFindWhatHasNoWordOfTheQuestion) {
  const IndexInMemory index(documents_);
  const LiveSegment segments[] = {index.live()};
  const auto vectors = *DenseVectors::Make(segments, kDefaultDensePasses);
  GatheringQuery query{.text = "cold fridge", .tokens = 9000};
  const std::size_t found = Gathered(index, query).candidates;
  query.dense = &vectors;
  EXPECT_EQ(Gathered(index, query).candidates, found);
  query.retrieval.is_dense = true;
  EXPECT_GT(Gathered(index, query).candidates, found);
  query.retrieval.likelihood = Smoothing();
  EXPECT_GT(Gathered(index, query).candidates, found);
}

TEST_F(RetrievalTest, DenseRetrievalWithoutVectorsIsAnError) {
  const IndexInMemory index(documents_);
  const LiveSegment segments[] = {index.live()};
  GatheringQuery query{.text = "cold fridge"};
  query.retrieval.is_dense = true;
  const auto gathering = Gather(segments, query, workspace_);
  ASSERT_FALSE(gathering);
  EXPECT_EQ(gathering.error().code, ErrorCode::kInvalidArgument);
}

// The question's words are in both sentences, but only one tells a time.
TEST_F(GatheringTest, ALikelyAnswerComesBeforeOtherSentencesWithTheWords) {
  const NamedText texts[] = {{"a", "The pump of the ward was bought by Ann."},
                             {"b", "The pump of the ward was bought in 1998."}};
  const IndexInMemory index(texts);
  const Gathering gathering = Gathered(
      index, {.text = "When was the pump of the ward bought?", .sentences = 1});
  EXPECT_EQ(Texts(gathering), std::vector<std::string>{
                                  "The pump of the ward was bought in 1998."});
}

// Sentences about several things, in documents of several sizes.
std::vector<NamedText> ManyDocuments() {
  const std::vector<std::string> things = {"fridge", "gate",  "lamp", "pump",
                                           "valve",  "ward",  "key",  "tank",
                                           "boiler", "ladder"};
  std::vector<NamedText> documents;
  for (std::size_t d = 0; d < 12; ++d) {
    std::string text;
    for (std::size_t s = 0; s < 8 + 5 * d; ++s) {
      const std::size_t n = s * 7 + d * 3;
      text += "The " + things[n % 10] + " near the " + things[n / 10 % 10] +
              " is checked on day " + std::to_string(n % 28 + 1) +
              (s % 4 == 0 ? ", by hand.\n\n" : ". ");
    }
    documents.push_back({"document-" + std::to_string(d), text});
  }
  return documents;
}

TEST_F(GatheringTest, NoBudgetIsExceededByAToken) {
  const auto documents = ManyDocuments();
  const IndexInMemory index(documents);
  for (const auto purpose :
       {GatheringPurpose::kContext, GatheringPurpose::kLongAnswer,
        GatheringPurpose::kSummary}) {
    for (std::uint64_t budget = 1; budget < 400; budget += 7) {
      GatheringQuery query{.purpose = purpose, .text = "pump near the valve"};
      query.tokens = budget;
      const Gathering by_tokens = Gathered(index, query);
      std::uint64_t tokens = 0;
      for (const GatheredUnit& unit : by_tokens.units) {
        tokens += CountTokens(unit.place.sentence);
      }
      EXPECT_LE(tokens, budget);
      EXPECT_EQ(tokens, by_tokens.tokens);
      query.tokens = kMaxGatheredTokens;
      query.words = budget;
      EXPECT_LE(Gathered(index, query).words, budget);
    }
  }
}

TEST_F(GatheringTest, CountsWordsTimesARateForOtherTokenizers) {
  const IndexInMemory index({kVaccines});
  GatheringQuery query{.text = "where is the fridge", .tokens = 16};
  query.tokens_per_word = Q16::FromDouble(1.5);
  // Six words times 1.5 are 9 tokens; the next sentence would make it 18.
  const Gathering gathering = Gathered(index, query);
  EXPECT_EQ(gathering.words, 6u);
  EXPECT_EQ(gathering.tokens, 9u);
}

TEST_F(GatheringTest, AShareIsOneOfAllText) {
  const auto documents = ManyDocuments();
  const IndexInMemory index(documents);
  std::uint64_t all = 0;
  for (const NamedText& document : documents) all += CountTokens(document.text);
  GatheringQuery query{.text = "pump near the valve"};
  query.share = Q16::FromDouble(0.1);
  const Gathering gathering = Gathered(index, query);
  EXPECT_EQ(gathering.candidate_tokens, all);
  EXPECT_LE(gathering.tokens, all / 10);
  EXPECT_GT(gathering.tokens, all / 12);
}

std::vector<std::string> Described(const Gathering& gathering) {
  std::vector<std::string> units;
  for (const GatheredUnit& unit : gathering.units) {
    units.push_back(std::string(unit.place.document) + " " +
                    std::to_string(unit.place.offsets.begin) + " " +
                    std::to_string(unit.score) + " " +
                    std::string(ToString(unit.reason)));
    for (const CitedPlace& place : unit.also_in) {
      units.back() += " also " + std::string(place.document) +
                      std::to_string(place.offsets.begin);
    }
  }
  return units;
}

TEST_F(GatheringTest, SegmentsThatHoldTheDocumentsChangeNothing) {
  const auto documents = ManyDocuments();
  const IndexInMemory one(documents);
  std::vector<NamedText> parts[3];
  for (std::size_t d = 0; d < documents.size(); ++d) {
    parts[(d * 5 + 1) % 3].push_back(documents[d]);
  }
  // One more document, which was removed.
  parts[1].push_back({"gone", "The pump near the pump is a pump."});
  const IndexInMemory a(parts[0]);
  IndexInMemory b(parts[1]);
  const IndexInMemory c(parts[2]);
  b.Remove(static_cast<DocumentNumber>(parts[1].size() - 1));
  const LiveSegment apart[] = {c.live(), b.live(), a.live()};
  for (const auto purpose :
       {GatheringPurpose::kContext, GatheringPurpose::kLongAnswer,
        GatheringPurpose::kSummary}) {
    GatheringQuery query{.purpose = purpose, .text = "pump near the valve"};
    query.tokens = 120;
    EXPECT_EQ(Described(Gathered(apart, query)),
              Described(Gathered(one, query)));
    query.retrieval = {.has_feedback = true};
    EXPECT_EQ(Described(Gathered(apart, query)),
              Described(Gathered(one, query)));
    query.strategy = SelectionStrategy::kFps;
    query.vectors = UnitVectorKind::kLatent;
    EXPECT_EQ(Described(Gathered(apart, query)),
              Described(Gathered(one, query)));
  }
  GatheringQuery summary{.purpose = GatheringPurpose::kSummary};
  summary.words = 60;
  EXPECT_EQ(Described(Gathered(apart, summary)),
            Described(Gathered(one, summary)));
}

// The shortest sentence is the most central one.
TEST_F(GatheringTest, SentencesOfFewWordsCountAsTheWeightsOfASummarySay) {
  const std::string_view texts[] = {
      "The pump hums. The pump hums at night in the hall. The pump hums at "
      "noon by the gate."};
  const IndexInMemory index(texts);
  GatheringQuery query{.purpose = GatheringPurpose::kSummary, .sentences = 1};
  EXPECT_NE(Texts(Gathered(index, query)),
            std::vector<std::string>{"The pump hums."});
  query.weights.summary_words = 1;
  EXPECT_EQ(Texts(Gathered(index, query)),
            std::vector<std::string>{"The pump hums."});
}

// The bits of everything that is chosen. They are the same on every machine, so
// this test fails where a compiler or processor computes otherwise.
std::uint64_t Bits(const Gathering& gathering, std::uint64_t bits) {
  for (const GatheredUnit& unit : gathering.units) {
    bits = (bits ^ TextKey(unit.place.document)) * 0x100000001B3u;
    bits = (bits ^ unit.place.offsets.begin) * 0x100000001B3u;
    bits = (bits ^ static_cast<std::uint64_t>(unit.score * 65536)) *
           0x100000001B3u;
  }
  return bits;
}

TEST_F(GatheringTest, ChoosesTheSameOnEveryMachine) {
  const auto documents = ManyDocuments();
  const IndexInMemory index(documents);
  std::uint64_t ours = 0;
  std::uint64_t latent = 0;
  for (const auto purpose :
       {GatheringPurpose::kContext, GatheringPurpose::kLongAnswer,
        GatheringPurpose::kSummary}) {
    GatheringQuery query{.purpose = purpose, .text = "pump near the valve"};
    query.tokens = 300;
    ours = Bits(Gathered(index, query), ours);
    query.vectors = UnitVectorKind::kLatent;
    for (const auto strategy :
         {SelectionStrategy::kMmr, SelectionStrategy::kFps}) {
      query.strategy = strategy;
      latent = Bits(Gathered(index, query), latent);
    }
  }
  EXPECT_EQ(ours, 11718210113406886319u);
  EXPECT_EQ(latent, 4668069597118247670u);
}

// More sentences than a pool holds.
TEST_F(GatheringTest, SummarizesADocumentOfAnyLength) {
  std::string text;
  for (int i = 0; i < 9000; ++i) {
    text += "Note " + std::to_string(i * 7919) + " is about item " +
            std::to_string(i) + ". ";
  }
  text += "The valve of the pump is checked by the porter every day.";
  const std::string_view texts[] = {text};
  const IndexInMemory index(texts);
  const Gathering gathering =
      Gathered(index, {.purpose = GatheringPurpose::kSummary, .words = 50});
  EXPECT_EQ(gathering.candidates, 8192u);
  EXPECT_GT(gathering.words, 40u);
  EXPECT_LE(gathering.words, 50u);
}

TEST_F(GatheringTest, OrdersByScoreIfThatIsWished) {
  const auto documents = ManyDocuments();
  const IndexInMemory index(documents);
  GatheringQuery query{.text = "pump near the valve", .tokens = 200};
  auto by_place = Described(Gathered(index, query));
  query.order = {false, 1, 0};
  const Gathering ordered = Gathered(index, query);
  EXPECT_TRUE(std::ranges::is_sorted(ordered.units, std::greater<>(),
                                     &GatheredUnit::score));
  auto by_score = Described(ordered);
  EXPECT_NE(by_place, by_score);
  std::ranges::sort(by_place);
  std::ranges::sort(by_score);
  EXPECT_EQ(by_place, by_score);
}

TEST_F(GatheringTest, ASmallArenaIsAnError) {
  const auto documents = ManyDocuments();
  const IndexInMemory index(documents);
  const LiveSegment segments[] = {index.live()};
  for (std::size_t bytes = 1024; bytes < 200'000; bytes *= 2) {
    Workspace small(bytes);
    for (const auto retrieval :
         {RetrievalSteps(), RetrievalSteps{.has_feedback = true},
          RetrievalSteps{.has_feedback = true, .likelihood = Smoothing()}}) {
      GatheringQuery query{.text = "pumpp near the valve"};
      query.with_spelling = true;
      query.with_abbreviations = true;
      query.retrieval = retrieval;
      const auto gathering = Gather(segments, query, small);
      if (!gathering) {
        EXPECT_EQ(gathering.error().code, ErrorCode::kArenaExhausted);
      }
    }
  }
}

}  // namespace
}  // namespace answerbox::engine
