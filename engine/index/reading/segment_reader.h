// Reads a segment from a mapped file. The bytes are docs/segment-format.md;
// they may be damaged or hostile: opening checks the footer and the block
// checksums alone. Every accessor first holds the blocks that it reads against
// their checksums, where it has not been done since the file was mapped, and
// checks each field before it uses it. Errors name the field and its offset in
// the file; of a damaged block, what was read there and where the block begins.
//
// Everything is a view into the mapping, which outlives the reader. No function
// here allocates; all are safe to call from many threads at once.
//
// What the accessors promise of a damaged file: every number is below its
// count, every range is ordered and within the document's text, every view is
// within the mapping. They do not promise that text is valid UTF-8, nor that
// ranges fall on character boundaries, nor that frequencies add up to |d|.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/postings/block_codec.h"
#include "engine/index/postings/posting_list.h"
#include "engine/index/terms/term_dictionary.h"
#include "engine/profile.h"
#include "engine/result.h"
#include "engine/text/content_id.h"
#include "engine/text/document_text.h"
#include "engine/text/sentence_signs.h"
#include "engine/text/text_block.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

struct Footer;

// Every chunk's number of terms with repetitions, |d|; kMaxChunkLength stands
// for more, too. What scoring reads of each chunk, so it stands by itself.
class ChunkLengths {
 public:
  // Lengths of no chunk.
  ChunkLengths() = default;

  // Precondition: the chunk exists.
  [[nodiscard]] std::uint32_t operator[](ChunkNumber chunk) const noexcept {
    return LoadLittle16(lengths_ + std::size_t{2} * chunk);
  }

 private:
  friend class SegmentReader;
  explicit ChunkLengths(const std::byte* lengths) noexcept
      : lengths_(lengths) {}

  const std::byte* lengths_ = nullptr;
};

// A sentence's terms, and a mark for each of its words. The k-th mark with a
// term is that of the k-th term; the last terms of a sentence of more words
// than there is room for have none.
struct MarkedTerms {
  std::span<const TermNumber> terms;
  std::span<const std::byte> marks;  // In the mapping; WordMark.
};

// Told now and then, while a whole file is read, that what was read so far is
// not needed any more.
class ReadObserver {
 public:
  virtual void OnRead() noexcept = 0;

 protected:
  ~ReadObserver() = default;
};

class SegmentReader {
 public:
  // Checks the footer: magic, version, its checksum, and that the sections fit
  // the file and the counts; where `checks` are given, also the checksum of the
  // block checksums, which are a thousandth of the file.
  //   checks  of this file, outlive the reader; null: the file is taken for
  //           what was written, as this process just wrote it
  // Errors: kTruncated, kCorrupt, kUnsupportedVersion.
  [[nodiscard]] static Result<SegmentReader> Open(
      std::span<const std::byte> file, BlockChecks* checks = nullptr) noexcept;

  // Reads the whole file once and compares every checksum, whatever was checked
  // before. In the old version, sections that are damaged are condemned: from
  // then on no accessor reads them, and each gives kCorrupt in their place, as
  // long as the `checks` live that the segment was opened with.
  //   observer  told every MiB or so, where given
  [[nodiscard]] Result<void> VerifyChecksums(
      ReadObserver* observer = nullptr) const noexcept;

  // The first section that was condemned, and where it begins. Never anything
  // in the version of today, which has blocks to tell damage by.
  [[nodiscard]] std::optional<Error> KnownDamage() const noexcept;

  // Written by a program before this one: without block checksums, collection
  // frequencies and text blocks.
  [[nodiscard]] bool is_of_old_version() const noexcept { return is_old_; }
  [[nodiscard]] std::uint64_t file_bytes() const noexcept {
    return file_.size();
  }

  [[nodiscard]] Profile profile() const noexcept { return profile_; }
  [[nodiscard]] Chunking chunking() const noexcept { return chunking_; }
  [[nodiscard]] const SegmentCounts& counts() const noexcept { return counts_; }

  // Terms are numbered in byte order. Logarithmic in the number of terms.
  [[nodiscard]] const TermDictionary& terms() const noexcept { return terms_; }

  // The chunks that hold a term, ascending, with its frequency in each. By the
  // entry that the dictionary gave: constant time; by number: that of
  // TermDictionary::At. Errors, as of all that follow: kTruncated, kCorrupt;
  // kInvalidArgument for a number at or past its count.
  [[nodiscard]] Result<PostingList> Postings(
      const TermEntry& term) const noexcept;
  [[nodiscard]] Result<PostingList> Postings(TermNumber term) const noexcept;

  // A term's occurrences in the sentences. kInvalidArgument also in the old
  // version.
  [[nodiscard]] Result<std::uint32_t> CollectionFrequency(
      TermNumber term) const noexcept;

  [[nodiscard]] Result<DocumentRecord> Document(
      DocumentNumber document) const noexcept;
  // Its name alone, which is read more often than the rest.
  [[nodiscard]] Result<std::string_view> DocumentName(
      DocumentNumber document) const noexcept;
  // A part of the text of `document`, a record of this segment; all of it.
  // kInvalidArgument for a part that is not within it.
  [[nodiscard]] Result<std::string_view> Text(const DocumentRecord& document,
                                              ByteRange part) const noexcept;
  [[nodiscard]] Result<std::string_view> Text(
      const DocumentRecord& document) const noexcept;
  // All of it, held against the SHA-256 in the record; kCorrupt where they
  // differ, and in the old version the section of texts is condemned then.
  // Linear in the text.
  [[nodiscard]] Result<std::string_view> VerifiedText(
      const DocumentRecord& document) const noexcept;

  // False: no document has the name. One look at the file; errs in one of a
  // hundred names.
  [[nodiscard]] Result<bool> MayHoldName(std::string_view name) const noexcept;

  // The document at a place in the order of names; those of one name are in
  // order of their numbers. What a damaged file says of the order may be wrong:
  // the code that searches by it compares the name that was found.
  [[nodiscard]] Result<DocumentNumber> DocumentByName(
      std::uint32_t place) const noexcept;
  [[nodiscard]] Result<ChunkRecord> Chunk(ChunkNumber chunk) const noexcept;

  // What a question needs of the many chunks that it weighs: their lengths, and
  // of the better ones the document and the sentences. Chunk() reads five
  // records, to check them against each other; these one each.
  // The lengths of all chunks are checked together.
  [[nodiscard]] Result<ChunkLengths> AllChunkLengths() const noexcept;
  [[nodiscard]] Result<std::uint32_t> ChunkLength(
      ChunkNumber chunk) const noexcept;
  [[nodiscard]] Result<DocumentNumber> DocumentOfChunk(
      ChunkNumber chunk) const noexcept;
  [[nodiscard]] Result<SentenceRange> SentencesOfChunk(
      ChunkNumber chunk) const noexcept;

  // Ask the processor to fetch what SentencesOfChunk reads; of sentences, their
  // records; and of sentences whose records were fetched, what SentenceTerms
  // reads. Code that reads many such places that lie far apart waits for memory
  // once, not for each. Preconditions: they are there.
  void PrefetchChunk(ChunkNumber chunk) const noexcept;
  void PrefetchSentences(const SentenceRange& sentences) const noexcept;
  void PrefetchTerms(const SentenceRange& sentences) const noexcept;

  // A sentence of `document`, a record of this segment; kInvalidArgument for a
  // sentence of another one. Constant time.
  [[nodiscard]] Result<SentenceRecord> Sentence(
      const DocumentRecord& document, SentenceNumber sentence) const noexcept;

  // The same, finding the document first: logarithmic in their number.
  [[nodiscard]] Result<SentenceRecord> Sentence(
      SentenceNumber sentence) const noexcept;

  // The sentence's terms in text order, with repetitions; filled from the front
  // of `out` and returned as that part of it.
  [[nodiscard]] Result<std::span<const TermNumber>> SentenceTerms(
      SentenceNumber sentence,
      std::span<TermNumber, kMaxSentenceTerms> out) const noexcept;

  // Profile default only (kInvalidArgument otherwise): the words of a sentence
  // in the order of the text, stop words too, which reads no text. As terms and
  // marks, or word for word: `out` is filled from the front; returns that part.
  [[nodiscard]] Result<MarkedTerms> SentenceMarks(
      SentenceNumber sentence,
      std::span<TermNumber, kMaxSentenceTerms> out) const noexcept;
  [[nodiscard]] Result<std::span<const SentenceWord>> SentenceWords(
      SentenceNumber sentence,
      std::span<SentenceWord, kMaxSentenceTerms> out) const noexcept;

  // Profile paper only (0 otherwise): the chunk vector's squared length, the
  // sum over its distinct terms of (frequency * idf)^2, idf in Q5.11 over the
  // chunks of this segment; at most 2^62.
  [[nodiscard]] Result<std::uint64_t> SquaredNorm(
      ChunkNumber chunk) const noexcept;

  // Page that holds the byte at `offset` of the document's text; nothing when
  // the document has no pages or none has begun.
  [[nodiscard]] Result<std::optional<std::uint32_t>> PageAt(
      DocumentNumber document, std::uint32_t offset) const noexcept;

  // Headings above the byte at `offset`, innermost last: the nearest that
  // begins at or before it and those it stands under, as marks into the
  // document's text. Fills `out` from the front; returns that part.
  // Logarithmic.
  [[nodiscard]] Result<std::span<const HeadingMark>> HeadingsAt(
      DocumentNumber document, std::uint32_t offset,
      std::span<HeadingMark, 6> out) const noexcept;

  // Where records stand in the file, for errors about what several of them say
  // together. Preconditions: they exist.
  [[nodiscard]] std::uint64_t OffsetOfPlaceByName(
      std::uint32_t place) const noexcept;
  [[nodiscard]] std::uint64_t OffsetOfChunk(ChunkNumber chunk) const noexcept;
  [[nodiscard]] std::uint64_t OffsetOfSentence(
      SentenceNumber sentence) const noexcept;

  // Marks as they were added, by number from 0 within the document.
  [[nodiscard]] Result<PageMark> Page(DocumentNumber document,
                                      std::uint32_t number) const noexcept;
  [[nodiscard]] Result<HeadingMark> Heading(
      DocumentNumber document, std::uint32_t number) const noexcept;

  // A document's block by number from 0 within the document. The block that
  // holds it holds its range, too. Kinds and flags may be unknown.
  [[nodiscard]] Result<TextBlock> Block(DocumentNumber document,
                                        std::uint32_t number) const noexcept;
  // The numbers of a block and of those that hold it, outermost first. Fills
  // `out` from the front; returns that part.
  [[nodiscard]] Result<std::span<const std::uint32_t>> BlocksAround(
      DocumentNumber document, std::uint32_t number,
      std::span<std::uint32_t, kMaxTextBlockDepth> out) const noexcept;

 private:
  SegmentReader() = default;

  // Where a document's records begin; of the one past the last: their ends.
  struct DocumentBegin {
    std::uint64_t text = 0;
    std::uint32_t name = 0;
    std::uint32_t chunk = 0;
    std::uint32_t sentence = 0;
    std::uint32_t page = 0;
    std::uint32_t heading = 0;
    std::uint32_t text_block = 0;
  };
  // Half-open range of a document's marks or blocks in their section.
  struct MarkRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t text_bytes = 0;
  };

  [[nodiscard]] std::uint64_t SectionBegin(Section section) const noexcept;
  [[nodiscard]] std::uint64_t SectionBytes(Section section) const noexcept;
  // Offset in the file of a section's record.
  [[nodiscard]] std::uint64_t RecordAt(Section section, std::uint32_t number,
                                       std::size_t bytes) const noexcept;
  // Whether bytes of the file are those that were written.
  [[nodiscard]] bool Holds(std::uint64_t offset,
                           std::uint64_t bytes) const noexcept {
    return checks_ == nullptr || checks_->Hold(offset, bytes);
  }
  // In the old version, where the reader has checks.
  void Condemn(std::size_t section) const noexcept;
  // Precondition: Holds() was false.
  [[nodiscard]] Error Damage(const char* field, std::uint64_t offset,
                             std::uint64_t bytes) const noexcept;
  [[nodiscard]] Result<void> VerifyBlocks(
      const Footer& footer, ReadObserver* observer) const noexcept;
  [[nodiscard]] Result<void> VerifySections(
      const Footer& footer, ReadObserver* observer) const noexcept;
  [[nodiscard]] DocumentBegin EndOfDocuments() const noexcept;
  // Precondition: the records of the document and of the next are checked.
  [[nodiscard]] DocumentBegin BeginOf(DocumentNumber document) const noexcept;
  // Whether a document's record in a section, and the next one, hold.
  [[nodiscard]] bool HoldsRows(Section section, DocumentNumber document,
                               std::size_t row_bytes) const noexcept;
  [[nodiscard]] bool HoldsDocumentRows(DocumentNumber document) const noexcept;
  [[nodiscard]] Error DamagedRows(DocumentNumber document) const noexcept;
  [[nodiscard]] const char* FindWrongField(
      const DocumentBegin& begin, const DocumentBegin& end) const noexcept;
  [[nodiscard]] std::string_view TextOf(Section section, std::uint64_t begin,
                                        std::uint64_t end) const noexcept;
  [[nodiscard]] Result<DocumentNumber> DocumentOf(
      SentenceNumber sentence) const noexcept;
  [[nodiscard]] Result<SentenceRecord> SentenceWithin(
      SentenceNumber sentence, std::size_t text_bytes) const noexcept;
  // What the section kSentenceTerms holds of the sentence; nothing where the
  // record is wrong (WrongEntry).
  [[nodiscard]] std::optional<std::span<const std::byte>> EntryOf(
      SentenceNumber sentence) const noexcept;
  [[nodiscard]] Error WrongEntry(SentenceNumber sentence) const noexcept;
  [[nodiscard]] std::uint64_t OffsetOf(const std::byte* at) const noexcept {
    return static_cast<std::uint64_t>(at - file_.data());
  }
  [[nodiscard]] Result<void> CheckMarks(Section section, const MarkRange& marks,
                                        std::size_t bytes) const noexcept;
  [[nodiscard]] Result<MarkRange> PagesOf(
      DocumentNumber document) const noexcept;
  [[nodiscard]] Result<MarkRange> HeadingsOf(
      DocumentNumber document) const noexcept;
  [[nodiscard]] Result<MarkRange> TextBlocksOf(
      DocumentNumber document) const noexcept;
  [[nodiscard]] Result<TextBlock> BlockIn(const MarkRange& blocks,
                                          std::uint32_t number) const noexcept;
  [[nodiscard]] Result<HeadingMark> HeadingIn(
      const MarkRange& headings, std::uint32_t number) const noexcept;

  std::span<const std::byte> file_;
  BlockChecks* checks_ = nullptr;
  std::array<std::uint64_t, kSectionCount> section_begin_{};
  std::array<std::uint64_t, kSectionCount> section_bytes_{};
  SegmentCounts counts_;
  DocumentBegin end_of_documents_;
  Profile profile_ = Profile::kDefault;
  bool is_old_ = false;
  Chunking chunking_;
  TermDictionary terms_;
  const BlockCodec* codec_ = nullptr;
};

}  // namespace answerbox::engine
