// The reader returns exactly the content that the builder got.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/index/format/segment_footer.h"
#include "engine/index/merging/segment_merger.h"
#include "engine/index/postings/posting_list.h"
#include "engine/index/writing/headings.h"
#include "engine/index/writing/segment_builder.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/text/document_analysis.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EachProfile : public ::testing::TestWithParam<Profile> {};
INSTANTIATE_TEST_SUITE_P(Segment, EachProfile,
                         ::testing::Values(Profile::kPaper, Profile::kDefault),
                         [](const auto& instance) {
                           return instance.param == Profile::kPaper ? "Paper"
                                                                    : "Default";
                         });

// Analyses a document in the slow way, with strings.
class Analysis final : public AnalysisVisitor {
 public:
  Analysis(Profile profile, const TestDocument& document)
      : text_(document.text),
        headings_(document.headings),
        normalizer_(profile) {
    AnalyzeDocument(
        profile, kTestChunking,
        {document.text, document.pages, document.headings, document.blocks},
        *this);
  }

  void OnSentence(const Sentence& sentence) override {
    sentences.push_back(sentence);
    const std::string_view text = text_.substr(
        sentence.range.begin, sentence.range.end - sentence.range.begin);
    terms.emplace_back();
    Tokenizer tokens(normalizer_.profile(), text);
    while (const auto token = tokens.Next()) {
      const ByteRange range = token->range;
      const std::string_view term = normalizer_.Normalize(
          text.substr(range.begin, range.end - range.begin), token->kind);
      if (!term.empty()) terms.back().emplace_back(term);
    }
  }
  void OnChunk(const AnalyzedChunk& chunk) override { chunks.push_back(chunk); }

  // The terms of its sentences, and of the headings above the first of them.
  [[nodiscard]] std::vector<std::string> TermsOf(
      const AnalyzedChunk& chunk) const {
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < chunk.sentence_count; ++i) {
      const auto& own = terms[chunk.first_sentence + i];
      all.insert(all.end(), own.begin(), own.end());
    }
    std::size_t inherited = 0;
    int level = LevelOf(chunk.first_sentence);
    for (std::uint32_t i = chunk.first_sentence; i-- > 0;) {
      if (LevelOf(i) >= level) continue;
      level = LevelOf(i);
      if (inherited + terms[i].size() > kMaxInheritedTerms) continue;
      inherited += terms[i].size();
      all.insert(all.end(), terms[i].begin(), terms[i].end());
    }
    return all;
  }

  std::vector<Sentence> sentences;
  std::vector<std::vector<std::string>> terms;  // Of each sentence.
  std::vector<AnalyzedChunk> chunks;

 private:
  // The level of the heading that a sentence begins; 7 for any other sentence.
  [[nodiscard]] int LevelOf(std::uint32_t sentence) const {
    const Sentence& asked = sentences[sentence];
    for (const HeadingMark& mark : headings_) {
      const bool begins_before =
          sentence > 0 && sentences[sentence - 1].is_heading &&
          sentences[sentence - 1].range.begin >= mark.range.begin;
      if (asked.is_heading && asked.range.begin >= mark.range.begin &&
          asked.range.begin < mark.range.end && !begins_before) {
        return mark.level;
      }
    }
    return 7;
  }

  std::string_view text_;
  std::span<const HeadingMark> headings_;
  TermNormalizer normalizer_;
};

std::vector<std::string> SentenceTerms(const SegmentReader& segment,
                                       SentenceNumber sentence) {
  std::array<TermNumber, kMaxSentenceTerms> numbers;
  std::vector<std::string> terms;
  for (const TermNumber number :
       segment.SentenceTerms(sentence, numbers).value()) {
    terms.push_back(TermText(segment, number));
  }
  return terms;
}

void ExpectSentences(const SegmentReader& segment, const DocumentRecord& record,
                     const Analysis& analysis) {
  ASSERT_EQ(record.sentence_count, analysis.sentences.size());
  for (std::uint32_t i = 0; i < record.sentence_count; ++i) {
    const SentenceNumber number = record.first_sentence + i;
    const SentenceRecord sentence = segment.Sentence(record, number).value();
    EXPECT_EQ(sentence.range, analysis.sentences[i].range);
    EXPECT_EQ(sentence.words, analysis.sentences[i].words);
    EXPECT_EQ(sentence.is_heading, analysis.sentences[i].is_heading);
    EXPECT_EQ(segment.Sentence(number)->range, sentence.range);
    EXPECT_EQ(SentenceTerms(segment, number), analysis.terms[i]);
  }
}

void ExpectChunks(const SegmentReader& segment, DocumentNumber document,
                  const DocumentRecord& record, const Analysis& analysis) {
  ASSERT_EQ(record.chunk_count, analysis.chunks.size());
  for (std::uint32_t i = 0; i < record.chunk_count; ++i) {
    const ChunkRecord chunk = segment.Chunk(record.first_chunk + i).value();
    const AnalyzedChunk& expected = analysis.chunks[i];
    EXPECT_EQ(chunk.document, document);
    EXPECT_EQ(chunk.range, expected.range);
    EXPECT_EQ(chunk.first_sentence,
              record.first_sentence + expected.first_sentence);
    EXPECT_EQ(chunk.sentence_count, expected.sentence_count);
    EXPECT_EQ(chunk.id,
              ComputeChunkId(segment.Text(record, chunk.range).value(), i));
    const std::size_t terms = analysis.TermsOf(expected).size();
    EXPECT_EQ(chunk.term_count, terms);
    EXPECT_EQ(segment.DocumentOfChunk(record.first_chunk + i).value(),
              document);
    EXPECT_EQ(segment.IdOfChunk(record.first_chunk + i).value(), chunk.id);
    EXPECT_EQ(segment.AllChunkLengths().value()[record.first_chunk + i], terms);
    EXPECT_EQ(segment.ChunkLength(record.first_chunk + i).value(), terms);
    const SentenceRange sentences =
        segment.SentencesOfChunk(record.first_chunk + i).value();
    EXPECT_EQ(sentences.first, chunk.first_sentence);
    EXPECT_EQ(sentences.count, chunk.sentence_count);
  }
}

TEST_P(EachProfile, GivesBackDocumentsSentencesAndChunks) {
  std::mt19937 random(11);
  for (const std::size_t count : {1u, 2u, 30u}) {
    const auto documents = RandomDocuments(random, count);
    const SegmentBytes bytes = BuildSegment(GetParam(), documents);
    const SegmentReader segment = OpenSegment(bytes);
    EXPECT_EQ(segment.profile(), GetParam());
    EXPECT_EQ(segment.chunking(), kTestChunking);
    ASSERT_EQ(segment.counts().documents, count);
    for (DocumentNumber i = 0; i < count; ++i) {
      const DocumentRecord record = segment.Document(i).value();
      EXPECT_EQ(record.name, documents[i].name);
      EXPECT_EQ(segment.Text(record).value(), documents[i].text);
      EXPECT_EQ(record.sha256, ComputeSha256(documents[i].text));
      EXPECT_EQ(record.heading_count, documents[i].headings.size());
      const Analysis analysis(GetParam(), documents[i]);
      ExpectSentences(segment, record, analysis);
      ExpectChunks(segment, i, record, analysis);
    }
  }
}

using Frequencies = std::map<std::string, std::map<ChunkNumber, std::uint32_t>>;

Frequencies CountFrequencies(Profile profile,
                             const std::vector<TestDocument>& documents) {
  Frequencies frequencies;
  ChunkNumber chunk_number = 0;
  for (const TestDocument& document : documents) {
    const Analysis analysis(profile, document);
    for (const AnalyzedChunk& chunk : analysis.chunks) {
      for (const auto& term : analysis.TermsOf(chunk)) {
        ++frequencies[term][chunk_number];
      }
      ++chunk_number;
    }
  }
  return frequencies;
}

TEST_P(EachProfile, HasThePostingsOfTheTermsOfEachChunk) {
  std::mt19937 random(12);
  const auto documents = RandomDocuments(random, 150);
  const SegmentBytes bytes = BuildSegment(GetParam(), documents);
  const SegmentReader segment = OpenSegment(bytes);
  Frequencies found;
  TermCursor cursor = segment.terms().Begin();
  while (cursor.Next().value()) {
    PostingCursor postings(segment.Postings(cursor.entry()).value());
    std::uint32_t count = 0;
    for (; postings.Next().value(); ++count) {
      found[std::string(cursor.term())][postings.posting().chunk] =
          postings.posting().frequency;
    }
    EXPECT_EQ(cursor.entry().chunk_frequency, count);
  }
  EXPECT_EQ(found, CountFrequencies(GetParam(), documents));
}

TEST(Segment, SumsSquaredWeightsInProfilePaper) {
  std::mt19937 random(13);
  const auto documents = RandomDocuments(random, 20);
  const SegmentBytes bytes = BuildSegment(Profile::kPaper, documents);
  const SegmentReader segment = OpenSegment(bytes);
  const std::uint32_t chunks = segment.counts().chunks;
  std::vector<std::uint64_t> norms(chunks);
  for (const auto& [term, postings] :
       CountFrequencies(Profile::kPaper, documents)) {
    const std::uint64_t idf =
        PaperIdfQ11(chunks, static_cast<std::uint32_t>(postings.size()));
    for (const auto& [chunk, frequency] : postings) {
      norms[chunk] += frequency * idf * frequency * idf;
    }
  }
  for (ChunkNumber i = 0; i < chunks; ++i) {
    EXPECT_EQ(segment.SquaredNorm(i).value(), norms[i]);
  }
}

TEST(Segment, HasNoSquaredNormsInProfileDefault) {
  const SegmentBytes bytes = BuildSegment(
      Profile::kDefault, std::vector<TestDocument>{{"a", "Soap.", {}, {}}});
  EXPECT_EQ(OpenSegment(bytes).SquaredNorm(0).value(), 0u);
}

TEST_P(EachProfile, MayHoldNothing) {
  const SegmentBytes bytes = BuildSegment(GetParam(), {});
  EXPECT_EQ(bytes.size(), kFooterBytes);
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_TRUE(segment.VerifyChecksums());
  EXPECT_EQ(segment.counts().documents, 0u);
  EXPECT_EQ(segment.terms().size(), 0u);
}

TEST_P(EachProfile, MayHoldDocumentsWithoutText) {
  const SegmentBytes bytes = BuildSegment(
      GetParam(), std::vector<TestDocument>{{"empty", "", {}, {}},
                                            {"space", " \n", {}, {}},
                                            {"a", "Soap.", {}, {}},
                                            {"last", "", {}, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_EQ(TextOf(segment, 0), "");
  EXPECT_EQ(segment.Document(1)->chunk_count, 0u);
  EXPECT_EQ(segment.Document(2)->chunk_count, 1u);
  EXPECT_EQ(segment.Document(3)->sentence_count, 0u);
  EXPECT_EQ(segment.Chunk(0)->document, 2u);
  EXPECT_EQ(segment.Sentence(0)->range, (ByteRange{0, 5}));
}

TEST_P(EachProfile, MayHoldTheLongestSentence) {
  std::string text(kMaxSentenceBytes, 'x');
  const SegmentBytes bytes =
      BuildSegment(GetParam(), std::vector<TestDocument>{{"a", text, {}, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_EQ(segment.Sentence(0)->range, (ByteRange{0, kMaxSentenceBytes}));
  EXPECT_THAT(SentenceTerms(segment, 0),
              ElementsAre(std::string(kMaxTermBytes, 'x')));
}

TEST(Segment, HoldsAsManyTermsAsASentenceCanHave) {
  std::string text;
  while (text.size() < kMaxSentenceBytes) text += "x,";
  const SegmentBytes bytes = BuildSegment(
      Profile::kPaper, std::vector<TestDocument>{{"a", text, {}, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  std::array<TermNumber, kMaxSentenceTerms> terms;
  EXPECT_EQ(segment.SentenceTerms(0, terms)->size(), kMaxSentenceTerms);
  EXPECT_EQ(segment.Chunk(0)->term_count, kMaxSentenceTerms);
}

TEST_P(EachProfile, NeverHoldsMoreTermsThanASentenceMay) {
  for (const char* piece :
       {"1a", "a\u6c34", "\u6c34", "1.a", "a'1", "\u00b2"}) {
    TestDocument document{"a", "", {}, {}};
    while (document.text.size() < kMaxSentenceBytes) document.text += piece;
    const SegmentBytes bytes =
        BuildSegment(GetParam(), std::vector<TestDocument>{document});
    const SegmentReader segment = OpenSegment(bytes);
    std::array<TermNumber, kMaxSentenceTerms> terms;
    for (SentenceNumber i = 0; i < segment.counts().sentences; ++i) {
      EXPECT_TRUE(segment.SentenceTerms(i, terms).has_value()) << piece;
    }
  }
}

// No chunk holds a term that was cut off, so the dictionary must not hold it.
TEST(Segment, HasNoTermThatASentenceHasNoRoomFor) {
  std::string text;
  for (std::size_t i = 0; i < kMaxSentenceTerms / 2; ++i) text += "7q";
  const SegmentBytes bytes = BuildSegment(
      Profile::kDefault, std::vector<TestDocument>{{"a", text + "9x", {}, {}},
                                                   {"b", "Zebra.", {}, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  ASSERT_EQ(segment.counts().terms, 3u);
  EXPECT_EQ(TermText(segment, 0), "7");
  EXPECT_EQ(TermText(segment, 1), "q");
  EXPECT_EQ(segment.terms().Find("zebra").value()->chunk_frequency, 1u);
  EXPECT_FALSE(segment.terms().Find("9").value());
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
  MemorySink merged;
  ASSERT_TRUE(MergeSegments(inputs, merged));
  EXPECT_TRUE(std::ranges::equal(merged.bytes(), bytes));
}

TEST(Segment, RejectsNumbersThatItDoesNotHave) {
  const SegmentBytes bytes = BuildSegment(
      Profile::kDefault, std::vector<TestDocument>{{"a", "Soap.", {}, {}},
                                                   {"b", "Water.", {}, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  std::array<TermNumber, kMaxSentenceTerms> terms;
  std::array<HeadingMark, 6> headings;
  const auto refused = [](const auto& result) {
    return !result && result.error().code == ErrorCode::kInvalidArgument;
  };
  EXPECT_TRUE(refused(segment.Document(2)));
  EXPECT_TRUE(refused(segment.Chunk(2)));
  EXPECT_TRUE(refused(segment.DocumentOfChunk(2)));
  EXPECT_TRUE(refused(segment.IdOfChunk(2)));
  EXPECT_TRUE(refused(segment.SentencesOfChunk(2)));
  EXPECT_TRUE(refused(segment.SquaredNorm(2)));
  EXPECT_TRUE(refused(segment.Sentence(2)));
  EXPECT_TRUE(refused(segment.Sentence(*segment.Document(0), 1)));
  EXPECT_TRUE(refused(segment.Sentence(*segment.Document(1), 0)));
  EXPECT_TRUE(refused(segment.SentenceTerms(2, terms)));
  EXPECT_TRUE(refused(segment.Postings(TermNumber{2})));
  EXPECT_TRUE(refused(segment.PageAt(2, 0)));
  EXPECT_TRUE(refused(segment.Heading(0, 0)));
  EXPECT_TRUE(refused(segment.HeadingsAt(2, 0, headings)));
}

TEST(Segment, RejectsAPlaceOfPostingsOutsideTheFile) {
  const SegmentBytes bytes = BuildSegment(
      Profile::kDefault, std::vector<TestDocument>{{"a", "Soap.", {}, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_FALSE(segment.Postings(TermEntry{0, 1, bytes.size(), 1}).has_value());
  EXPECT_FALSE(segment.Postings(TermEntry{0, 1, ~0ull, ~0ull}).has_value());
  EXPECT_FALSE(segment.Postings(TermEntry{0, 0, 0, 0}).has_value());
}

}  // namespace
}  // namespace answerbox::engine
