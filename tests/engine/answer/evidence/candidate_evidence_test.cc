#include "engine/answer/evidence/candidate_evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/index/format/little_endian.h"
#include "tests/engine/answer/asked_question.h"
#include "tests/engine/answer/marked_text.h"
#include "tests/engine/answer/opened_related_words.h"
#include "tests/engine/answer/written_thesaurus.h"
#include "tests/engine/index/segment_seal.h"

namespace answerbox::engine {
namespace {

using testing::ElementsAre;

std::vector<SentenceNumber> Numbers(const CandidateEvidence& evidence) {
  std::vector<SentenceNumber> numbers;
  for (const auto& candidate : evidence.sentences()) {
    numbers.push_back(candidate.sentence);
  }
  return numbers;
}

// The runs as half-open ranges, such as "0-3 3-5 ".
std::string Runs(const CandidateEvidence& evidence) {
  std::string text;
  for (const SentenceRun& run : evidence.runs()) {
    text += std::to_string(run.begin) + '-' + std::to_string(run.end) + ' ';
  }
  return text;
}

// Sentences of four words, and chunks of two sentences.
constexpr std::string_view kSixSentences =
    "Pumps run all day. Drills run all day. Sinks run all day. Taps run all "
    "day. Lamps run all day. Fans run all day.";

TEST(CandidateEvidence, HoldsTheSentencesOfAChunkInOrder) {
  const IndexInMemory index({kSixSentences}, Profile::kDefault, {8, 0});
  ASSERT_EQ(index.reader().counts().chunks, 3u);
  AskedQuestion asked("pump", {index.live()});
  const auto evidence = asked.Gather(std::vector<AnsweringChunk>{{0, 1, 0}});
  EXPECT_THAT(Numbers(evidence), ElementsAre(2, 3));
  EXPECT_EQ(Runs(evidence), "0-2 ");
}

TEST(CandidateEvidence, RefusesAChunkOfAnotherDocumentsSentences) {
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {8, 0}, sink);
  for (const std::string_view text :
       {std::string_view("Pumps run all day."), kSixSentences}) {
    EXPECT_TRUE(builder.Add(std::string(text.substr(0, 20)),
                            ComputeSha256(text), {text, {}, {}}));
  }
  EXPECT_TRUE(builder.Finish());
  std::vector<std::byte> bytes(sink.bytes().begin(), sink.bytes().end());
  const std::uint64_t chunk = SegmentReader::Open(bytes)->OffsetOfChunk(1);
  constexpr std::size_t kFirstSentence = 20;
  StoreLittle32(bytes.data() + chunk + kFirstSentence, 0);
  bytes = Sealed(std::move(bytes));
  const auto reader = SegmentReader::Open(bytes);
  ASSERT_TRUE(reader);
  const DocumentSet removed(reader->counts().documents);
  AskedQuestion asked("pump", {{&*reader, &removed}});
  const auto error = asked.GatherError(std::vector<AnsweringChunk>{{0, 1, 0}});
  EXPECT_EQ(error.code, ErrorCode::kCorrupt);
  EXPECT_STREQ(error.field, "chunk.first_sentence");
  EXPECT_EQ(error.offset, chunk + kFirstSentence);
}

TEST(CandidateEvidence, HoldsNothingOfNoChunk) {
  const IndexInMemory index({kSixSentences});
  AskedQuestion asked("pump", {index.live()});
  const auto evidence = asked.Gather({});
  EXPECT_TRUE(evidence.sentences().empty());
  EXPECT_TRUE(evidence.runs().empty());
}

TEST(CandidateEvidence, BeginsARunBehindAGap) {
  const IndexInMemory index({kSixSentences}, Profile::kDefault, {8, 0});
  AskedQuestion asked("pump", {index.live()});
  const auto evidence =
      asked.Gather(std::vector<AnsweringChunk>{{0, 2, 0}, {0, 0, 0}});
  EXPECT_THAT(Numbers(evidence), ElementsAre(0, 1, 4, 5));
  EXPECT_EQ(Runs(evidence), "0-2 2-4 ");
  EXPECT_EQ(evidence.sentences()[1].run, 0u);
  EXPECT_EQ(evidence.sentences()[2].run, 1u);
}

TEST(CandidateEvidence, JoinsChunksThatFollowEachOther) {
  const IndexInMemory index({kSixSentences}, Profile::kDefault, {8, 0});
  AskedQuestion asked("pump", {index.live()});
  const auto evidence =
      asked.Gather(std::vector<AnsweringChunk>{{0, 1, 0}, {0, 0, 0}});
  EXPECT_EQ(Runs(evidence), "0-4 ");
  EXPECT_EQ(evidence.sentences()[0].chunk_rank, 1u);
  EXPECT_EQ(evidence.sentences()[3].chunk_rank, 0u);
}

TEST(CandidateEvidence, HoldsASentenceOfOverlappingChunksOnceByItsBest) {
  const IndexInMemory index({kSixSentences}, Profile::kDefault, {8, 4});
  const auto first = *index.reader().SentencesOfChunk(0);
  const auto second = *index.reader().SentencesOfChunk(1);
  ASSERT_EQ(second.first, first.first + 1);
  AskedQuestion asked("pump", {index.live()});
  const auto evidence =
      asked.Gather(std::vector<AnsweringChunk>{{0, 1, 0}, {0, 0, 0}});
  EXPECT_THAT(Numbers(evidence), ElementsAre(0, 1, 2));
  EXPECT_EQ(evidence.sentences()[0].chunk_rank, 1u);
  EXPECT_EQ(evidence.sentences()[1].chunk_rank, 0u);
  EXPECT_EQ(Runs(evidence), "0-3 ");
}

TEST(CandidateEvidence, KeepsDocumentsApart) {
  const IndexInMemory index({"Pumps run. Drills run.", "Sinks run."});
  AskedQuestion asked("pump", {index.live()});
  const auto evidence =
      asked.Gather(std::vector<AnsweringChunk>{{0, 0, 0}, {0, 1, 0}});
  EXPECT_THAT(Numbers(evidence), ElementsAre(0, 1, 2));
  EXPECT_EQ(Runs(evidence), "0-2 2-3 ");
  EXPECT_EQ(evidence.sentences()[1].document, 0u);
  EXPECT_EQ(evidence.sentences()[2].document, 1u);
}

TEST(CandidateEvidence, ReadsEachSegmentByItsOwnTerms) {
  const IndexInMemory one({"Pumps run."});
  const IndexInMemory other({"Ants sat. Drills run. Pumps run."});
  AskedQuestion asked("pump drill", {one.live(), other.live()});
  const auto evidence =
      asked.Gather(std::vector<AnsweringChunk>{{1, 0, 0}, {0, 0, 0}});
  EXPECT_THAT(Numbers(evidence), ElementsAre(0, 0, 1, 2));
  EXPECT_EQ(Runs(evidence), "0-1 1-4 ");
  EXPECT_EQ(evidence.sentences()[0].digest.same, 0b01u);
  EXPECT_EQ(evidence.sentences()[1].digest.same, 0b00u);
  EXPECT_EQ(evidence.sentences()[2].digest.same, 0b10u);
  EXPECT_THAT(evidence.similarities(2), ElementsAre(0, kSame));
  EXPECT_THAT(evidence.similarities(3), ElementsAre(kSame, 0));
}

TEST(CandidateEvidence, HoldsTheRelatedWordsOfEachSentence) {
  const IndexInMemory one({"Motors run."});
  const IndexInMemory other({"Ants sat. Motors run. Pumps run on belts."});
  const OpenedRelatedWords related{
      {"pump", "motor", 128}, {"pump", "belt", 64}, {"drill", "run", 32}};
  AskedQuestion asked("pump drill", {one.live(), other.live()});
  const auto evidence = asked.Gather(
      std::vector<AnsweringChunk>{{0, 0, 0}, {1, 0, 0}}, related.get());
  ASSERT_EQ(evidence.sentences().size(), 4u);
  const auto of = [&](std::size_t candidate) {
    return evidence.related_similarities(candidate);
  };
  EXPECT_THAT(of(0), ElementsAre(kSame / 2, kSame / 8));
  EXPECT_THAT(of(1), ElementsAre(0, 0));
  EXPECT_THAT(of(2), ElementsAre(kSame / 2, kSame / 8));
  EXPECT_THAT(of(3), ElementsAre(kSame / 4, kSame / 8));
  EXPECT_THAT(evidence.similarities(2), ElementsAre(0, 0));
  EXPECT_THAT(evidence.similarities(3), ElementsAre(kSame, 0));
}

TEST(CandidateEvidence, TheThesaurusCountsApartFromRelatedWords) {
  const IndexInMemory index({"Motors hum. Belts hum."});
  const OpenedRelatedWords related{{"pump", "motor", 64}};
  const OpenedThesaurus thesaurus{
      {"pump", {{"motor", 1}, {"belt", 1}}}, {"motor", {}}, {"belt", {}}};
  AskedQuestion asked("pump", {index.live()});
  const auto evidence = asked.Gather(std::vector<AnsweringChunk>{{0, 0, 0}},
                                     related.get(), &thesaurus.get());
  EXPECT_THAT(evidence.related_similarities(0), ElementsAre(kSame / 4));
  EXPECT_THAT(evidence.related_similarities(1), ElementsAre(0));
  EXPECT_THAT(evidence.all_related_similarities(0),
              ElementsAre(kSame / 256 * 230));
  EXPECT_THAT(evidence.all_related_similarities(1),
              ElementsAre(kSame / 256 * 230));
  EXPECT_THAT(evidence.similarities(0), ElementsAre(0));
}

TEST(CandidateEvidence, HoldsEachSentencesRecord) {
  const IndexInMemory index({"Pumps run. It costs $5."});
  AskedQuestion asked("pump", {index.live()});
  const auto evidence = asked.Gather(std::vector<AnsweringChunk>{{0, 0, 0}});
  EXPECT_EQ(evidence.sentences()[1].record.range, (ByteRange{11, 23}));
  EXPECT_EQ(evidence.sentences()[1].record.signs, kCurrencySign);
}

class HeadingEvidence : public testing::Test {
 protected:
  // Terms storage, fridge, shelf.
  HeadingEvidence() : asked_("storage fridge shelf", {index_.live()}) {}

  const MarkedText text_{
      "# Storage\n"
      "Pumps run.\n"
      "## The fridge\n"
      "Drugs are cold.\n"
      "Vials stay cold.\n"
      "## A shelf\n"
      "Pills are dry.\n"
      "# End\n"
      "Taps drip.\n"};
  const DocumentText documents_[2] = {{"No heading.", {}, {}},
                                      text_.document()};
  const IndexInMemory index_{documents_};
  AskedQuestion asked_;
};

TEST_F(HeadingEvidence, IsWhatTheHeadingsAboveASentenceHold) {
  const auto evidence = asked_.Gather(std::vector<AnsweringChunk>{{0, 1, 0}});
  ASSERT_EQ(evidence.sentences().size(), 9u);
  EXPECT_TRUE(evidence.sentences()[2].record.is_heading);
  const auto above = [&](std::size_t candidate) {
    return evidence.heading_similarities(candidate);
  };
  EXPECT_THAT(above(1), ElementsAre(kSame, 0, 0));
  EXPECT_THAT(above(3), ElementsAre(kSame, kSame, 0));
  EXPECT_THAT(above(4), ElementsAre(kSame, kSame, 0));
  EXPECT_THAT(above(6), ElementsAre(kSame, 0, kSame));
  EXPECT_THAT(above(8), ElementsAre(0, 0, 0));
}

TEST_F(HeadingEvidence, WhatIsKnownIsTheSameAsWhatIsRead) {
  const IndexInMemory index(documents_, {8, 2});
  const IndexInMemory other({"Fridges stand on a shelf. The storage is dry."});
  const OpenedRelatedWords related{{"fridg", "cold", 64}};
  const OpenedThesaurus thesaurus{{"shelf", {{"dri", 0}}}, {"dri", {}}};
  AskedQuestion asked("storage fridge shelf", {other.live(), index.live()});
  std::vector<AnsweringChunk> all = {{0, 0, 0}};
  for (ChunkNumber c = 0; c < index.reader().counts().chunks; ++c) {
    all.push_back({1, c, 0});
  }
  ASSERT_GT(all.size(), 4u);
  const auto read = asked.Gather(all, related.get(), &thesaurus.get());
  for (std::size_t skipped = 0; skipped < all.size(); ++skipped) {
    std::vector<AnsweringChunk> some;
    for (std::size_t c = skipped; c < all.size(); c += 2) {
      some.push_back(all[c]);
    }
    const auto before = asked.Gather(some, related.get(), &thesaurus.get());
    const auto found =
        asked.Gather(all, related.get(), &thesaurus.get(), &before);
    ASSERT_EQ(Numbers(found), Numbers(read));
    for (std::size_t i = 0; i < read.sentences().size(); ++i) {
      const auto same = [](std::span<const Similarity> row) {
        return testing::ElementsAreArray(row);
      };
      EXPECT_THAT(found.similarities(i), same(read.similarities(i)));
      EXPECT_THAT(found.related_similarities(i),
                  same(read.related_similarities(i)));
      EXPECT_THAT(found.all_related_similarities(i),
                  same(read.all_related_similarities(i)));
      EXPECT_THAT(found.heading_similarities(i),
                  same(read.heading_similarities(i)));
      const SentenceDigest& digest = found.sentences()[i].digest;
      const SentenceDigest& expected = read.sentences()[i].digest;
      EXPECT_EQ(digest.positions, expected.positions);
      EXPECT_EQ(digest.same, expected.same);
      EXPECT_EQ(digest.opposed, expected.opposed);
      EXPECT_EQ(digest.window, expected.window);
    }
  }
}

TEST_F(HeadingEvidence, IsNoneWithoutHeadings) {
  const auto evidence = asked_.Gather(std::vector<AnsweringChunk>{{0, 0, 0}});
  EXPECT_THAT(evidence.heading_similarities(0), ElementsAre(0, 0, 0));
}

TEST_F(HeadingEvidence, HasNoRelatedWords) {
  const OpenedRelatedWords related{{"shelf", "fridg", 128},
                                   {"fridg", "cold", 64}};
  const auto evidence =
      asked_.Gather(std::vector<AnsweringChunk>{{0, 1, 0}}, related.get());
  EXPECT_THAT(evidence.heading_similarities(3), ElementsAre(kSame, kSame, 0));
  EXPECT_THAT(evidence.related_similarities(3), ElementsAre(0, kSame / 4, 0));
  EXPECT_THAT(evidence.related_similarities(6), ElementsAre(0, 0, 0));
}

TEST_F(HeadingEvidence, IsNoPartOfTheSentencesOwn) {
  const auto evidence = asked_.Gather(std::vector<AnsweringChunk>{{0, 1, 0}});
  EXPECT_THAT(evidence.similarities(3), ElementsAre(0, 0, 0));
  EXPECT_EQ(evidence.sentences()[3].digest.same, 0u);
}

TEST(FarHeadingEvidence, ComesFromHeadingsThatAreNotAtHand) {
  std::string lines = "# Storage\n";
  for (int i = 0; i < 4; ++i) lines += "Pumps of one kind do run all day.\n";
  const MarkedText text(lines);
  const DocumentText documents[] = {text.document()};
  const IndexInMemory index(documents, {8, 0});
  AskedQuestion asked("storage", {index.live()});
  const ChunkNumber last = index.reader().counts().chunks - 1;
  ASSERT_GT(last, 0u);
  const auto evidence = asked.Gather(std::vector<AnsweringChunk>{{0, last, 0}});
  ASSERT_FALSE(evidence.sentences()[0].record.is_heading);
  EXPECT_THAT(evidence.heading_similarities(0), ElementsAre(kSame));
}

TEST(CandidateEvidence, LooksAtNoMoreSentencesThanItsLimit) {
  std::string text;
  for (std::size_t i = 0; i < kMaxCandidateSentences + 200; ++i) {
    text += "Pumps run. ";
  }
  const std::string_view texts[] = {text};
  const IndexInMemory index(texts, Profile::kDefault, {1000, 0});
  ASSERT_GE(index.reader().counts().chunks, 3u);
  AskedQuestion asked("pump", {index.live()});
  // Begins with the last chunk. All its sentences are there, but some of the
  // first chunks' are not.
  std::vector<AnsweringChunk> chunks;
  for (ChunkNumber c = index.reader().counts().chunks; c > 0; --c) {
    chunks.push_back({0, c - 1, 0});
  }
  const auto evidence = asked.Gather(chunks);
  EXPECT_EQ(evidence.sentences().size(), kMaxCandidateSentences);
  EXPECT_EQ(evidence.sentences().back().sentence,
            index.reader().counts().sentences - 1);
}

}  // namespace
}  // namespace answerbox::engine
