// Reads a segment from a mapped file. Layout: docs/segment-format.md. The file
// may be damaged or hostile. Opening checks only the footer and the checksum of
// the block checksums. Every accessor compares the blocks that it reads with
// their checksums, unless that was done since the file was mapped, and checks
// each field before it uses it. An error names the field and its offset in the
// file; for a damaged block, the field that was to be read and where the block
// begins.
//
// Everything is a view into the mapping, which outlives the reader. No function
// here allocates; all are safe to call from many threads at once.
//
// Accessors guarantee, even for a damaged file, that every number is below its
// count, every range is ordered and within the document's text, and every view
// is within the mapping. They do not guarantee that text is valid UTF-8, that
// ranges end on character boundaries, or that a chunk's frequencies add up to
// its length.
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
#include "engine/text/text_block.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

struct Footer;

// Every chunk's length |d|: its number of terms with repetitions, at most
// kMaxChunkLength. Scoring reads the length of each chunk, so the lengths are a
// section of their own.
class ChunkLengths {
 public:
  // No chunks.
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
// term belongs to the k-th term. In a sentence of more than kMaxSentenceTerms
// words, the last terms have no mark.
struct MarkedTerms {
  std::span<const TermNumber> terms;
  std::span<const std::byte> marks;  // WordMarks, in the mapping.
};

// While a whole file is read, OnRead() is called from time to time: the bytes
// read so far are no longer needed, so their pages can be released.
class ReadObserver {
 public:
  virtual void OnRead() noexcept = 0;

 protected:
  ~ReadObserver() = default;
};

class SegmentReader {
 public:
  // Checks the footer: magic, version, its checksum, and that the sections fit
  // the file and the counts; if `checks` are given, also the checksum of the
  // block checksums, which reads a thousandth of the file.
  //   checks  of this file, outlive the reader; null: the file is taken for
  //           what was written, as this process just wrote it
  // Errors: kTruncated, kCorrupt, kUnsupportedVersion.
  [[nodiscard]] static Result<SegmentReader> Open(
      std::span<const std::byte> file, BlockChecks* checks = nullptr) noexcept;

  // The name of the section that holds a byte of the file, for an error; of one
  // that this program does not know, "optional_section".
  [[nodiscard]] const char* SectionAt(std::uint64_t offset) const noexcept;

  // Reads the whole file and compares every checksum, even those that were
  // checked before.
  //   observer  called about every MiB; may be null
  [[nodiscard]] Result<void> VerifyChecksums(
      ReadObserver* observer = nullptr) const noexcept;

  [[nodiscard]] std::uint64_t file_bytes() const noexcept {
    return file_.size();
  }

  // Of the format; kFormatVersion or one before it.
  [[nodiscard]] std::uint32_t format_version() const noexcept {
    return format_version_;
  }
  [[nodiscard]] Profile profile() const noexcept { return profile_; }
  [[nodiscard]] Chunking chunking() const noexcept { return chunking_; }
  [[nodiscard]] const SegmentCounts& counts() const noexcept { return counts_; }

  // Terms are numbered in byte order. Logarithmic in the number of terms.
  [[nodiscard]] const TermDictionary& terms() const noexcept { return terms_; }

  // The chunks that hold a term, ascending, with the term's frequency in each.
  // Constant time given the dictionary's entry; given the number, that of
  // TermDictionary::At. Errors, here and below: kTruncated; kCorrupt;
  // kInvalidArgument for a number at or past its count.
  [[nodiscard]] Result<PostingList> Postings(
      const TermEntry& term) const noexcept;
  [[nodiscard]] Result<PostingList> Postings(TermNumber term) const noexcept;
  // A list of chunks of this segment that the caller encoded as the segment's
  // own lists are. Views `list`.
  //   count  its postings, from 1
  [[nodiscard]] Result<PostingList> EncodedPostings(
      std::span<const std::byte> list, std::uint32_t count) const noexcept;

  // Number of a term's occurrences in the sentences.
  [[nodiscard]] Result<std::uint32_t> CollectionFrequency(
      TermNumber term) const noexcept;

  [[nodiscard]] Result<DocumentRecord> Document(
      DocumentNumber document) const noexcept;
  // A document's name alone, which is needed more often than its other fields.
  [[nodiscard]] Result<std::string_view> DocumentName(
      DocumentNumber document) const noexcept;
  // A part of the text of `document`, or all of it. `document` is a record of
  // this segment. kInvalidArgument for a part that is not within the text.
  [[nodiscard]] Result<std::string_view> Text(const DocumentRecord& document,
                                              ByteRange part) const noexcept;
  [[nodiscard]] Result<std::string_view> Text(
      const DocumentRecord& document) const noexcept;

  // False: no document has the name. True for one in a hundred names that no
  // document has. Reads one block of the name filter.
  [[nodiscard]] Result<bool> MayHoldName(std::string_view name) const noexcept;

  // The document at a place in the order of names; documents with the same name
  // are in the order of their numbers. In a damaged file the order may be
  // wrong, so code that searches in it compares the name that it found.
  [[nodiscard]] Result<DocumentNumber> DocumentByName(
      std::uint32_t place) const noexcept;
  [[nodiscard]] Result<ChunkRecord> Chunk(ChunkNumber chunk) const noexcept;

  // What a question reads of the chunks that it scores: lengths of all,
  // document and sentences of the better ones. Chunk() reads five records, to
  // check them against each other; each of the following reads one.
  // The lengths of all chunks, whose blocks are checked at once.
  [[nodiscard]] Result<ChunkLengths> AllChunkLengths() const noexcept;
  [[nodiscard]] Result<std::uint32_t> ChunkLength(
      ChunkNumber chunk) const noexcept;
  [[nodiscard]] Result<DocumentNumber> DocumentOfChunk(
      ChunkNumber chunk) const noexcept;
  [[nodiscard]] Result<ChunkId> IdOfChunk(ChunkNumber chunk) const noexcept;
  [[nodiscard]] Result<SentenceRange> SentencesOfChunk(
      ChunkNumber chunk) const noexcept;

  // Prefetch into the processor's cache: PrefetchChunk what SentencesOfChunk
  // reads, PrefetchSentences the sentences' records, PrefetchTerms what
  // SentenceTerms reads (after the records were prefetched). Code that then
  // reads many distant places waits for memory once, not for each.
  // Preconditions: the chunk and the sentences exist.
  void PrefetchChunk(ChunkNumber chunk) const noexcept;
  void PrefetchSentences(const SentenceRange& sentences) const noexcept;
  void PrefetchTerms(const SentenceRange& sentences) const noexcept;

  // A sentence of `document`, which is a record of this segment.
  // kInvalidArgument for another document's sentence. Constant time.
  [[nodiscard]] Result<SentenceRecord> Sentence(
      const DocumentRecord& document, SentenceNumber sentence) const noexcept;

  // A sentence of any document. Logarithmic in the number of documents.
  [[nodiscard]] Result<SentenceRecord> Sentence(
      SentenceNumber sentence) const noexcept;

  // The sentence's terms in the order of the text, with repetitions. Fills
  // `out` from the front and returns the filled part.
  [[nodiscard]] Result<std::span<const TermNumber>> SentenceTerms(
      SentenceNumber sentence,
      std::span<TermNumber, kMaxSentenceTerms> out) const noexcept;

  // The same as they are stored: varints in as few bytes as they take.
  [[nodiscard]] Result<std::span<const std::byte>> SentenceTermBytes(
      SentenceNumber sentence) const noexcept;

  // The words of a sentence in the order of the text, including stop words; as
  // terms and marks, or word by word. Does not read the text. Fills `out` from
  // the front and returns the filled part. Profile default only
  // (kInvalidArgument otherwise).
  [[nodiscard]] Result<MarkedTerms> SentenceMarks(
      SentenceNumber sentence,
      std::span<TermNumber, kMaxSentenceTerms> out) const noexcept;
  [[nodiscard]] Result<std::span<const SentenceWord>> SentenceWords(
      SentenceNumber sentence,
      std::span<SentenceWord, kMaxSentenceTerms> out) const noexcept;

  // The squared length of the chunk's vector: the sum over its distinct terms
  // of (frequency * idf)^2, at most 2^62. idf is Q5.11, over the chunks of this
  // segment. Profile paper only (0 otherwise).
  [[nodiscard]] Result<std::uint64_t> SquaredNorm(
      ChunkNumber chunk) const noexcept;

  // The page that holds the byte at `offset` of the document's text; nothing if
  // the document has no pages or the first begins after `offset`.
  [[nodiscard]] Result<std::optional<PageMark>> PageMarkAt(
      DocumentNumber document, std::uint32_t offset) const noexcept;
  // Its number.
  [[nodiscard]] Result<std::optional<std::uint32_t>> PageAt(
      DocumentNumber document, std::uint32_t offset) const noexcept;

  // The headings above the byte at `offset`, innermost last: the nearest
  // heading that begins at or before `offset`, and its parents. Marks are
  // ranges of the document's text. Fills `out` from the front and returns the
  // filled part. Logarithmic.
  [[nodiscard]] Result<std::span<const HeadingMark>> HeadingsAt(
      DocumentNumber document, std::uint32_t offset,
      std::span<HeadingMark, 6> out) const noexcept;

  // The definitions of abbreviations in the documents, each by its short and by
  // its long form; by number from 0. Profile paper has none.
  [[nodiscard]] std::uint32_t abbreviation_count() const noexcept {
    return abbreviation_count_;
  }
  [[nodiscard]] Result<AbbreviationRecord> Abbreviation(
      std::uint32_t number) const noexcept;
  // False: no record has the key. True also for about an eighth of the keys
  // that none has.
  [[nodiscard]] Result<bool> MayAbbreviate(
      std::uint32_t key_hash) const noexcept;
  // AbbreviationRecord::key_hash in the upper half, other_hash in the lower.
  // Records ascend by this number, unless the file is damaged.
  [[nodiscard]] Result<std::uint64_t> AbbreviationHashes(
      std::uint32_t number) const noexcept;

  // The attachments of all documents, by number from 0. Their documents exist.
  // Those of a file in order ascend by document, then by kind.
  [[nodiscard]] std::uint32_t attachment_count() const noexcept;
  [[nodiscard]] Result<AttachmentRecord> AttachmentAt(
      std::uint32_t number) const noexcept;
  // The document's attachment of a kind; nothing if it has none. Logarithmic.
  [[nodiscard]] Result<std::optional<Attachment>> FindAttachment(
      DocumentNumber document, std::uint16_t kind) const noexcept;

  // Where a record is in the file, for errors about records that contradict
  // each other. Precondition: the record exists.
  [[nodiscard]] std::uint64_t OffsetOfPlaceByName(
      std::uint32_t place) const noexcept;
  [[nodiscard]] std::uint64_t OffsetOfAttachment(
      std::uint32_t number) const noexcept;
  // Precondition: a view into the mapping.
  [[nodiscard]] std::uint64_t OffsetOfBytes(
      std::string_view bytes) const noexcept {
    return static_cast<std::uint64_t>(
        reinterpret_cast<const std::byte*>(bytes.data()) - file_.data());
  }
  [[nodiscard]] std::uint64_t OffsetOfChunk(ChunkNumber chunk) const noexcept;
  [[nodiscard]] std::uint64_t OffsetOfSentence(
      SentenceNumber sentence) const noexcept;

  // A page or heading as it was added, by number from 0 within the document.
  [[nodiscard]] Result<PageMark> Page(DocumentNumber document,
                                      std::uint32_t number) const noexcept;
  [[nodiscard]] Result<HeadingMark> Heading(
      DocumentNumber document, std::uint32_t number) const noexcept;

  // A document's block, by number from 0 within the document. Its range is
  // within its parent's range. Kind and flags may be unknown to this program.
  [[nodiscard]] Result<TextBlock> Block(DocumentNumber document,
                                        std::uint32_t number) const noexcept;
  // The number of the innermost block that holds the byte at `offset`; nothing
  // where none does. A table's empty cells hold no byte.
  [[nodiscard]] Result<std::optional<std::uint32_t>> BlockAt(
      DocumentNumber document, std::uint32_t offset) const noexcept;
  // The same for code that reads many blocks of a document.
  class BlocksOfDocument;
  [[nodiscard]] Result<BlocksOfDocument> BlocksOf(
      DocumentNumber document) const noexcept;
  [[nodiscard]] Result<TextBlock> Block(const BlocksOfDocument& blocks,
                                        std::uint32_t number) const noexcept;
  [[nodiscard]] Result<std::optional<std::uint32_t>> BlockAt(
      const BlocksOfDocument& blocks, std::uint32_t offset) const noexcept;
  // The numbers of a block's ancestors and of the block itself, outermost
  // first. Fills `out` from the front and returns the filled part.
  [[nodiscard]] Result<std::span<const std::uint32_t>> BlocksAround(
      DocumentNumber document, std::uint32_t number,
      std::span<std::uint32_t, kMaxTextBlockDepth> out) const noexcept;

 private:
  SegmentReader() = default;

  // Where a document's records begin; for the document number one past the
  // last, where all records end.
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
  // Where a document's records begin and end.
  struct DocumentBounds {
    DocumentBegin begin;
    DocumentBegin end;

    [[nodiscard]] std::uint32_t text_bytes() const noexcept {
      return static_cast<std::uint32_t>(end.text - begin.text);
    }
  };

  [[nodiscard]] std::uint64_t SectionBegin(Section section) const noexcept;
  [[nodiscard]] std::uint64_t SectionBytes(Section section) const noexcept;
  // Offset in the file of a record of `bytes` bytes in a section.
  [[nodiscard]] std::uint64_t RecordAt(Section section, std::uint32_t number,
                                       std::size_t bytes) const noexcept;
  // Whether bytes of the file match their checksums.
  [[nodiscard]] bool Holds(std::uint64_t offset,
                           std::uint64_t bytes) const noexcept {
    return checks_ == nullptr || checks_->Hold(offset, bytes);
  }
  // Precondition: Holds() was false.
  [[nodiscard]] Error Damage(const char* field, std::uint64_t offset,
                             std::uint64_t bytes) const noexcept;
  [[nodiscard]] DocumentBegin EndOfDocuments() const noexcept;
  // Precondition: the blocks of this document's record and of the next were
  // checked.
  [[nodiscard]] DocumentBegin BeginOf(DocumentNumber document) const noexcept;
  // Whether the blocks of a document's record in a section, and of the next
  // record, match their checksums.
  [[nodiscard]] bool HoldsRows(Section section, DocumentNumber document,
                               std::size_t row_bytes) const noexcept;
  [[nodiscard]] bool HoldsDocumentRows(DocumentNumber document) const noexcept;
  [[nodiscard]] Error DamagedRows(DocumentNumber document) const noexcept;
  // Errors: as Document, but for the name.
  [[nodiscard]] Result<DocumentBounds> BoundsOf(
      DocumentNumber document) const noexcept;
  [[nodiscard]] const char* FindWrongField(
      const DocumentBegin& begin, const DocumentBegin& end) const noexcept;
  [[nodiscard]] std::string_view TextOf(Section section, std::uint64_t begin,
                                        std::uint64_t end) const noexcept;
  [[nodiscard]] Result<DocumentNumber> DocumentOf(
      SentenceNumber sentence) const noexcept;
  [[nodiscard]] Result<SentenceRecord> SentenceWithin(
      SentenceNumber sentence, std::size_t text_bytes) const noexcept;
  // The sentence's entry in the section kSentenceTerms; nothing if its record
  // is wrong, for which WrongEntry() is the error.
  [[nodiscard]] std::optional<std::span<const std::byte>> EntryOf(
      SentenceNumber sentence) const noexcept;
  [[nodiscard]] Error WrongEntry(SentenceNumber sentence) const noexcept;
  [[nodiscard]] std::uint64_t OffsetOf(const std::byte* at) const noexcept {
    return static_cast<std::uint64_t>(at - file_.data());
  }
  [[nodiscard]] Result<void> CheckMarks(Section section, const MarkRange& marks,
                                        std::size_t bytes) const noexcept;
  // The document's records of a kind, such as &DocumentBegin::page.
  [[nodiscard]] Result<MarkRange> RecordsOf(
      DocumentNumber document,
      std::uint32_t DocumentBegin::*records) const noexcept;
  [[nodiscard]] Result<TextBlock> CheckedBlock(
      const MarkRange& blocks, std::uint32_t number) const noexcept;
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
  std::uint32_t abbreviation_count_ = 0;
  std::uint32_t format_version_ = 0;
  Profile profile_ = Profile::kDefault;
  Chunking chunking_;
  TermDictionary terms_;
  const BlockCodec* codec_ = nullptr;
};

// Where the blocks of a document are.
class SegmentReader::BlocksOfDocument {
 public:
  // No blocks.
  BlocksOfDocument() = default;

  [[nodiscard]] std::uint32_t size() const noexcept {
    return range_.end - range_.begin;
  }

 private:
  friend class SegmentReader;
  explicit BlocksOfDocument(const MarkRange& range) noexcept : range_(range) {}

  MarkRange range_;
};

}  // namespace answerbox::engine
