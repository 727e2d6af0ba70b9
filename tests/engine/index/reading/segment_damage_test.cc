// Files that are cut short, damaged, or made by an attacker.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/merging/merged_sections.h"
#include "engine/index/merging/segment_merger.h"
#include "tests/engine/index/segment_fixture.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index/segment_walk.h"

namespace answerbox::engine {
namespace {

SegmentBytes SmallSegment(Profile profile) {
  return BuildSegment(
      profile,
      std::vector<TestDocument>{
          {"hands",
           "Hands\n\nWash your hands. Use soap and warm water for a "
           "while.",
           {{0, 1}, {24, 2}},
           {{{0, 5}, 1}},
           {},
           {{kWordAccountKind, 1, "an account"}, {7, 1, ""}}},
          {"empty", "", {}, {}},
          {"fridge", "The fridge is cold. Hands off the fridge.", {}, {}}});
}

// Reads everything that a caller may read. It must not crash, and must keep
// every promise of the reader.
WalkCounts ReadAndMerge(std::span<const std::byte> bytes) {
  const auto segment = SegmentReader::Open(bytes);
  if (!segment) return {0, 1, 0};
  const WalkCounts counts = WalkSegment(*segment);
  EXPECT_EQ(counts.broken_promises, 0u);
  MemorySink sink;
  const MergeInput input{&*segment, nullptr};
  const std::array<MergeInput, 2> inputs = {input, input};
  static_cast<void>(MergeSegments(inputs, sink));
  return counts;
}

class CountingObserver final : public ReadObserver {
 public:
  void OnRead() noexcept override { ++count; }
  int count = 0;
};

TEST(SegmentChecksums, TellWhenPagesReadAreNotNeededAnyMore) {
  const std::string text(3u << 20, 'x');
  const SegmentBytes bytes =
      BuildSegment(Profile::kDefault,
                   std::vector<TestDocument>{{"a", text, {}, {}}}, Chunking{});
  CountingObserver observer;
  EXPECT_TRUE(OpenSegment(bytes).VerifyChecksums(&observer));
  EXPECT_GE(observer.count, 3);
  const SegmentReader segment = OpenSegment(bytes);
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
  MemorySink sink;
  CountingObserver merging;
  ASSERT_TRUE(MergeSegments(inputs, sink, {.observer = &merging}));
  EXPECT_EQ(merging.count, observer.count);
}

SegmentBytes SegmentOfEmptyDocuments(std::uint32_t count) {
  std::vector<TestDocument> documents;
  for (std::uint32_t i = 0; i < count; ++i) {
    documents.push_back({std::to_string(i), "", {}, {}});
  }
  return BuildSegment(Profile::kDefault, documents);
}

TEST(ForEachDocument, TellsWhenDocumentsReadAreNotNeededAnyMore) {
  const SegmentBytes bytes = SegmentOfEmptyDocuments(2 * kDocumentsAtOnce);
  const SegmentReader segment = OpenSegment(bytes);
  // Removed documents count too, because their rows are read.
  DocumentSet removed(2 * kDocumentsAtOnce);
  for (DocumentNumber i = 0; i < kDocumentsAtOnce; ++i) removed.Insert(i);
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, &removed}};
  CountingObserver observer;
  std::vector<int> told;  // Before the first visit and before the last.
  const auto visit = [&](std::size_t, DocumentNumber document,
                         const DocumentRecord&) -> Result<void> {
    if (document == kDocumentsAtOnce || document == 2 * kDocumentsAtOnce - 1) {
      told.push_back(observer.count);
    }
    return {};
  };
  ASSERT_TRUE(ForEachDocument(inputs, &observer, visit));
  EXPECT_EQ(told, (std::vector<int>{1, 2}));
  EXPECT_EQ(observer.count, 2);
}

TEST(WriteMergedNames, TellsWhenNamesReadAreNotNeededAnyMore) {
  constexpr std::uint32_t kNames = 4 * 64;  // Less than kDocumentsAtOnce.
  const SegmentBytes bytes = SegmentOfEmptyDocuments(kNames);
  const SegmentReader segment = OpenSegment(bytes);
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
  MemorySink sink;
  HeapScratch scratch;
  SegmentWriter writer(sink, scratch);
  CountingObserver observer;
  ASSERT_TRUE(WriteMergedNames(inputs, kNames, writer, scratch, &observer));
  EXPECT_EQ(observer.count, 4);
}

TEST(DamagedSegment, WalksWithoutErrorsWhenItIsNot) {
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    const WalkCounts counts = ReadAndMerge(SmallSegment(profile));
    EXPECT_GT(counts.values, 100u);
    EXPECT_EQ(counts.errors, 0u);
  }
}

TEST(DamagedSegment, IsRefusedAtEveryProperPrefix) {
  const SegmentBytes bytes = SmallSegment(Profile::kPaper);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // A copy of exactly this size, so that a sanitizer sees a read past it.
    const SegmentBytes prefix(
        bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(SegmentReader::Open(prefix).has_value()) << size;
  }
}

TEST(DamagedSegment, IsFoundByItsChecksumsWhereverAByteDiffers) {
  const SegmentBytes good = SmallSegment(Profile::kPaper);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const unsigned flip : {1u, 0x80u, 0xFFu}) {
      SegmentBytes bytes = good;
      bytes[at] ^= std::byte(flip);
      const auto segment = SegmentReader::Open(bytes);
      EXPECT_FALSE(segment && segment->VerifyChecksums()) << at;
    }
  }
}

TEST(DamagedSegment, NeverCrashesAReaderWhateverAByteHolds) {
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    const SegmentBytes good = SmallSegment(profile);
    for (std::size_t at = 0; at < good.size(); ++at) {
      for (const unsigned flip : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 255u}) {
        SegmentBytes bytes = good;
        bytes[at] ^= std::byte(flip);
        static_cast<void>(ReadAndMerge(bytes));
        // Damage by somebody who can compute checksums.
        static_cast<void>(ReadAndMerge(Sealed(std::move(bytes))));
      }
    }
  }
}

TEST(DamagedSegment, NeverCrashesAReaderWhateverManyBytesHold) {
  std::mt19937 random(1);
  const SegmentBytes good = SmallSegment(Profile::kDefault);
  for (int round = 0; round < 3000; ++round) {
    SegmentBytes bytes = good;
    for (std::size_t i = 0; i <= random() % 8; ++i) {
      bytes[random() % (bytes.size() - kFooterBytes)] = std::byte(random());
    }
    static_cast<void>(ReadAndMerge(Sealed(std::move(bytes))));
  }
}

TEST(DamagedSegment, NamesSectionAndOffsetThatItsChecksumContradicts) {
  SegmentBytes bytes = SmallSegment(Profile::kDefault);
  const auto text =
      static_cast<std::size_t>(OpenSegment(bytes).counts().text_bytes);
  bytes[text + 1] ^= std::byte{4};
  // It is the first section of which the block has bytes.
  ExpectError(OpenSegment(bytes).VerifyChecksums().error(), ErrorCode::kCorrupt,
              "text", 0);
}

TEST(DamagedSegment, IsRefusedWithoutItsMagic) {
  SegmentBytes bytes = SmallSegment(Profile::kDefault);
  bytes.back() = std::byte{'x'};
  ExpectError(SegmentReader::Open(bytes).error(), ErrorCode::kCorrupt,
              "footer.magic", bytes.size() - 8);
}

TEST(DamagedSegment, IsRefusedInAnotherFormatVersion) {
  SegmentBytes bytes = SmallSegment(Profile::kDefault);
  const std::size_t version_at = bytes.size() - 16;
  for (const std::uint32_t version : {0u, 3u, 4u, 5u}) {
    StoreLittle32(bytes.data() + version_at, version);
    ExpectError(SegmentReader::Open(bytes).error(),
                ErrorCode::kUnsupportedVersion, "footer.version", version_at);
  }
}

// The error for a changed field of the footer with the right checksum.
const char* RefusedFooterField(std::size_t at, unsigned value) {
  SegmentBytes bytes = SmallSegment(Profile::kDefault);
  bytes[bytes.size() - kFooterBytes + at] = std::byte(value);
  const auto segment = SegmentReader::Open(Sealed(std::move(bytes)));
  return segment ? "" : segment.error().field;
}

// The same for the fields after the entries of sections.
const char* RefusedCount(std::size_t at, unsigned value) {
  return RefusedFooterField(kFooterBytes - kFooterTailBytes + at, value);
}

TEST(DamagedSegment, IsRefusedWhenCountsAndSectionsDisagree) {
  EXPECT_STREQ(RefusedCount(0, 9), "documents");
  EXPECT_STREQ(RefusedCount(4, 9), "chunks");
  EXPECT_STREQ(RefusedCount(8, 99), "sentences");
  EXPECT_STREQ(RefusedCount(12, 99), "term_blocks");
  EXPECT_STREQ(RefusedCount(18, 99), "footer.chunk_terms");
  EXPECT_STREQ(RefusedCount(24, 1), "footer.chunking");
  EXPECT_STREQ(RefusedCount(28, 1), "squared_norms");
  EXPECT_STREQ(RefusedCount(28, 7), "footer.profile");
  EXPECT_STREQ(RefusedCount(29, 1), "footer.reserved");
  EXPECT_STREQ(RefusedCount(31, 128), "footer.reserved");
  EXPECT_STREQ(RefusedCount(34, 9), "footer.term_occurrences");
  EXPECT_STREQ(RefusedCount(40, 21), "footer.section_count");
  EXPECT_STREQ(RefusedCount(40, 65), "footer.section_count");
  EXPECT_STREQ(RefusedCount(47, 1), "");  // Sealed() corrects it.
}

TEST(DamagedSegment, IsRefusedWhenSectionsAreNotThoseOfTheFormat) {
  EXPECT_STREQ(RefusedFooterField(0, 2), "footer.section_id");
  EXPECT_STREQ(RefusedFooterField(3, 1), "footer.section_id");
  EXPECT_STREQ(RefusedFooterField(21 * kFooterEntryBytes, 22),
               "footer.section_id");
  EXPECT_STREQ(RefusedFooterField(4, 0), "footer.sections");
  EXPECT_STREQ(RefusedFooterField(11, 1), "text");
  EXPECT_STREQ(RefusedFooterField(16 * kFooterEntryBytes + 4, 0),
               "footer.sections");
}

TEST(DamagedSegment, IsNotCopiedByAMerge) {
  SegmentBytes bytes = SmallSegment(Profile::kDefault);
  bytes[3] ^= std::byte{1};
  const SegmentReader segment = OpenSegment(bytes);
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
  MemorySink sink;
  ExpectError(MergeSegments(inputs, sink).error(), ErrorCode::kCorrupt, "text",
              0);
  EXPECT_TRUE(sink.bytes().empty());
}

// Changes bytes of a record of the section, and returns the file with the right
// checksums.
SegmentBytes WithField(Section section, std::size_t at, std::uint32_t value) {
  SegmentBytes bytes = SmallSegment(Profile::kDefault);
  const Footer footer = DecodeFooter(bytes).value();
  for (std::size_t i = 0; i < static_cast<std::size_t>(section); ++i) {
    at += static_cast<std::size_t>(footer.sections[i].bytes);
  }
  StoreLittle32(bytes.data() + at, value);
  return Sealed(std::move(bytes));
}

TEST(DamagedSegment, IsRefusedByAMergeWhenNamesDoNotAscend) {
  // The documents in the order of their names: 1, 2, 0.
  for (const std::uint32_t second : {0u, 1u, 3u}) {
    const SegmentBytes bytes =
        WithField(Section::kDocumentsByName, kDocumentByNameBytes, second);
    const SegmentReader segment = OpenSegment(bytes);
    const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
    MemorySink sink;
    const auto merged = MergeSegments(inputs, sink);
    ASSERT_FALSE(merged);
    // The first document that does not follow the one before it.
    ExpectError(merged.error(), ErrorCode::kCorrupt, "documents_by_name",
                segment.OffsetOfPlaceByName(second == 0 ? 2 : 1));
  }
}

TEST(DamagedSegment, NamesTheFieldOfADocument) {
  const auto refused = [](std::size_t at, std::uint32_t value) {
    const SegmentBytes bytes = WithField(Section::kDocuments, at, value);
    const auto document = OpenSegment(bytes).Document(0);
    return std::string(document ? "" : document.error().field);
  };
  EXPECT_EQ(refused(0, 0xFFFFFFFFu), "document.text_begin");
  EXPECT_EQ(refused(kDocumentBytes + 4, 1), "document.text_begin");
  EXPECT_EQ(refused(8, 5), "document.name_begin");
  EXPECT_EQ(refused(12, 9), "document.first_chunk");
  EXPECT_EQ(refused(16, 99), "document.first_sentence");
  EXPECT_EQ(refused(20, 99), "document.first_page");
  EXPECT_EQ(refused(24, 99), "document.first_heading");
}

TEST(DamagedSegment, NamesTheFieldOfAChunk) {
  const auto refused = [](std::size_t at, std::uint32_t value) {
    const SegmentBytes bytes = WithField(Section::kChunks, at, value);
    const auto chunk = OpenSegment(bytes).Chunk(0);
    return std::string(chunk ? "" : chunk.error().field);
  };
  EXPECT_EQ(refused(16, 3), "chunk.document");
  const SegmentBytes bytes = WithField(Section::kChunks, 16, 3);
  EXPECT_STREQ(OpenSegment(bytes).DocumentOfChunk(0).error().field,
               "chunk.document");
  EXPECT_EQ(refused(16, 2), "chunk.document");
  EXPECT_EQ(refused(20, 0xFFFFFFFFu), "chunk.first_sentence");
  EXPECT_EQ(refused(24, 0), "chunk.sentence_count");
  EXPECT_EQ(refused(24, 0xFFFFFFFFu), "chunk.sentence_count");
  const auto refused_sentences = [](std::size_t at, std::uint32_t value) {
    const SegmentBytes damaged = WithField(Section::kChunks, at, value);
    return std::string(OpenSegment(damaged).SentencesOfChunk(0).error().field);
  };
  EXPECT_EQ(refused_sentences(20, 0xFFFFFFFFu), "chunk.first_sentence");
  EXPECT_EQ(refused_sentences(24, 0), "chunk.sentence_count");
  EXPECT_EQ(refused_sentences(24, 0xFFFFFFFFu), "chunk.sentence_count");
}

TEST(DamagedSegment, NamesTheFieldOfASentence) {
  std::array<TermNumber, kMaxSentenceTerms> terms;
  SegmentBytes bytes = WithField(Section::kSentences, 0, 0xFFFFFFFFu);
  EXPECT_STREQ(OpenSegment(bytes).Sentence(0).error().field, "sentence.range");
  bytes = WithField(Section::kSentences, 3, 0xFFFFFFFFu);
  EXPECT_STREQ(OpenSegment(bytes).Sentence(0).error().field, "sentence.range");
  bytes = WithField(Section::kSentences, 3, 0xFFFFu << 13);
  EXPECT_STREQ(OpenSegment(bytes).Sentence(0).error().field, "sentence.length");
  bytes = WithField(Section::kSentences, 7, 0xFFFFFFFFu);
  EXPECT_STREQ(OpenSegment(bytes).SentenceTerms(0, terms).error().field,
               "sentence.terms_begin");
  // The heading's entry: a byte for the length of its terms, its only term, its
  // only mark.
  bytes = WithField(Section::kSentenceTerms, 0, 0x7F7F7F01u);
  EXPECT_STREQ(OpenSegment(bytes).SentenceTerms(0, terms).error().field,
               "sentence.term");
  bytes = WithField(Section::kSentenceTerms, 0, 0x7F7F7F03u);
  EXPECT_STREQ(OpenSegment(bytes).SentenceTerms(0, terms).error().field,
               "sentence.terms_length");
}

TEST(DamagedSegment, NamesTheFieldOfAWord) {
  const auto refused = [](std::uint32_t heading) {
    const SegmentBytes bytes = WithField(Section::kSentenceTerms, 0, heading);
    const SegmentReader segment = OpenSegment(bytes);
    std::array<SentenceWord, kMaxSentenceTerms> words;
    std::array<TermNumber, kMaxSentenceTerms> terms;
    const auto by_word = segment.SentenceWords(0, words);
    const auto marks = segment.SentenceMarks(0, terms);
    EXPECT_EQ(by_word.has_value(), marks.has_value());
    if (marks) return std::string();
    EXPECT_STREQ(by_word.error().field, marks.error().field);
    EXPECT_EQ(by_word.error().offset, marks.error().offset);
    return std::string(marks.error().field);
  };
  const std::uint32_t next = 0x05000000u;  // The entry after the heading's.
  EXPECT_EQ(refused(next | 0x810101u), "");
  EXPECT_EQ(refused(next | 0x811F01u), "sentence.term");
  EXPECT_EQ(refused(next | 0x810103u), "sentence.terms_length");
  EXPECT_EQ(refused(next | 0x8F0101u), "sentence.words");  // No such kind,
  EXPECT_EQ(refused(next | 0x7B0101u), "sentence.words");  // no such id.
  EXPECT_EQ(refused(next | 0x010101u), "sentence.words");  // A term too many,
  EXPECT_EQ(refused(next | 0x818100u), "sentence.words");  // or too few.
}

TEST(DamagedSegment, IsRefusedByAMergeWhenWordsAndTermsDisagree) {
  const SegmentBytes bytes = WithField(Section::kSentenceTerms, 0, 0x05010101u);
  const SegmentReader segment = OpenSegment(bytes);
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
  MemorySink sink;
  const auto merged = MergeSegments(inputs, sink);
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, ErrorCode::kCorrupt);
  EXPECT_STREQ(merged.error().field, "sentence.words");
}

TEST(DamagedSegment, NamesTheFieldOfAMark) {
  std::array<HeadingMark, 6> out;
  SegmentBytes bytes = WithField(Section::kPages, 0, 1000);
  EXPECT_STREQ(OpenSegment(bytes).Page(0, 0).error().field, "page.offset");
  bytes = WithField(Section::kHeadings, 0, 0xFFFFFFFEu);
  EXPECT_STREQ(OpenSegment(bytes).Heading(0, 0).error().field, "heading.range");
  bytes = WithField(Section::kHeadings, 4, 1);
  EXPECT_STREQ(OpenSegment(bytes).HeadingsAt(0, 9, out).error().field,
               "heading.parent_distance");
  bytes = WithField(Section::kHeadings, 8, 5 | 9u << 16);
  EXPECT_STREQ(OpenSegment(bytes).Heading(0, 0).error().field, "heading.level");
}

}  // namespace
}  // namespace answerbox::engine
