#include "engine/retrieval/phrase_postings.h"

#include <algorithm>
#include <array>

#include "engine/index/format/segment_layout.h"
#include "engine/index/postings/posting_cursor.h"
#include "engine/index/postings/posting_encoder.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {
namespace {

// The terms of a phrase in one segment.
using Entries = std::array<TermEntry, kMaxSynonymTerms>;

// False if the segment lacks one.
Result<bool> FindEntries(const SegmentReader& reader,
                         std::span<const std::string_view> terms,
                         Entries& entries) {
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const auto entry = reader.terms().Find(terms[t]);
    if (!entry) return entry.error();
    if (!*entry) return false;
    entries[t] = **entry;
  }
  return true;
}

// Whether a term of the phrase is in at most kMaxPhraseChunks live chunks. It
// does not depend on which segments hold the chunks.
Result<bool> IsRare(std::span<const LiveSegment> segments,
                    std::span<const std::string_view> terms,
                    PostingCursor& cursor) {
  std::array<std::uint64_t, kMaxSynonymTerms> chunks{};
  for (const LiveSegment& segment : segments) {
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const auto entry = segment.reader->terms().Find(terms[t]);
      if (!entry) return entry.error();
      if (!*entry) continue;
      const auto live = LiveChunkFrequency(segment, **entry, &cursor);
      if (!live) return live.error();
      // Added over all segments before anything is decided: whether a phrase is
      // retrieved must not change when segments are merged.
      chunks[t] += *live;
    }
  }
  return *std::min_element(
             chunks.begin(),
             chunks.begin() + static_cast<std::ptrdiff_t>(terms.size())) <=
         kMaxPhraseChunks;
}

// Walks the chunks of a segment that hold all terms.
class Intersection {
 public:
  // Goes before the first chunk.
  Result<void> Open(const SegmentReader& reader,
                    std::span<const TermEntry> entries) {
    count_ = entries.size();
    for (std::size_t t = 0; t < count_; ++t) {
      const auto list = reader.Postings(entries[t]);
      if (!list) return list.error();
      cursors_[t].Reset(*list);
    }
    // The shortest list leads.
    const auto shortest =
        std::min_element(entries.begin(), entries.end(),
                         [](const TermEntry& a, const TermEntry& b) {
                           return a.chunk_frequency < b.chunk_frequency;
                         });
    first_ = static_cast<std::size_t>(shortest - entries.begin());
    return {};
  }

  // False past the last chunk.
  Result<bool> Next() {
    auto moved = cursors_[first_].Next();
    while (moved && *moved) {
      const std::uint32_t chunk = cursors_[first_].chunk();
      const auto least = SeekOthers(chunk);
      if (!least) return least.error();
      if (!*least) return false;
      if (**least == chunk) return true;
      // Leapfrog: whichever list is furthest decides where the first one looks
      // next, so long runs are skipped in all of them.
      moved = cursors_[first_].SeekTo(**least);
    }
    return moved;
  }

  // Precondition: the last Next() gave true.
  Posting posting() {
    // A phrase cannot occur more often than its rarest term.
    Posting posting{cursors_[first_].chunk(), kMaxFrequency};
    for (std::size_t t = 0; t < count_; ++t) {
      posting.frequency = std::min(posting.frequency, cursors_[t].frequency());
    }
    return posting;
  }

 private:
  // `chunk` if all others hold it, or else the least later chunk that may;
  // nothing if there is none.
  Result<std::optional<std::uint32_t>> SeekOthers(std::uint32_t chunk) {
    for (std::size_t t = 0; t < count_; ++t) {
      if (t == first_) continue;
      const auto moved = cursors_[t].SeekTo(chunk);
      if (!moved) return moved.error();
      if (!*moved) return std::optional<std::uint32_t>();
      if (cursors_[t].chunk() != chunk) {
        return std::optional(cursors_[t].chunk());
      }
    }
    return std::optional(chunk);
  }

  std::array<PostingCursor, kMaxSynonymTerms> cursors_;
  std::size_t count_ = 0;
  std::size_t first_ = 0;
};

// Encodes postings as a list, or only measures them.
class ListEncoder {
 public:
  //   out  null: measures only
  ListEncoder(const ChunkLengths& lengths, std::byte* out)
      : lengths_(lengths), out_(out) {}

  void Add(const Posting& posting) {
    block_[size_++] = posting;
    ++count_;
    if (size_ == block_.size()) CloseBlock();
  }
  void Finish() {
    if (size_ != 0) CloseBlock();
  }

  //   skip  where the skip entries go; only for writing
  void WriteSkipEntriesAt(std::byte* skip) { skip_ = skip; }

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::size_t block_bytes() const { return bytes_; }
  [[nodiscard]] std::size_t skip_bytes() const {
    return count_ <= kPostingsPerBlock
               ? 0
               : ((count_ - 1) / kPostingsPerBlock + 1) * kSkipEntryBytes;
  }

 private:
  void CloseBlock() {
    const auto postings = std::span(block_).first(size_);
    if (out_ == nullptr) {
      bytes_ += EncodedBlockBytes(postings, next_chunk_);
    } else {
      std::array<std::byte, kMaxBlockBytes> encoded;
      const std::size_t bytes =
          EncodeBlock(postings, next_chunk_, encoded.data());
      std::copy_n(encoded.data(), bytes, out_ + bytes_);
      bytes_ += bytes;
      if (skip_ != nullptr) {
        PutSkipEntry(postings, static_cast<std::uint32_t>(bytes_), lengths_,
                     skip_);
        skip_ += kSkipEntryBytes;
      }
    }
    next_chunk_ = postings.back().chunk + 1;
    size_ = 0;
  }

  ChunkLengths lengths_;
  std::byte* out_;
  std::byte* skip_ = nullptr;
  std::array<Posting, kPostingsPerBlock> block_;
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t next_chunk_ = 0;
};

Result<void> Encode(const SegmentReader& reader,
                    std::span<const TermEntry> entries,
                    Intersection& intersection, ListEncoder& encoder) {
  if (auto opened = intersection.Open(reader, entries); !opened) return opened;
  for (;;) {
    const auto moved = intersection.Next();
    if (!moved) return moved.error();
    if (!*moved) break;
    encoder.Add(intersection.posting());
  }
  encoder.Finish();
  return {};
}

// The list of one segment; nothing if no chunk holds all terms.
Result<std::optional<PostingList>> EncodeList(
    const SegmentReader& reader, std::span<const TermEntry> entries,
    Intersection& intersection, Arena& arena) {
  const auto lengths = reader.AllChunkLengths();
  if (!lengths) return lengths.error();
  // Twice, since the arena cannot give back what a guess took too much.
  ListEncoder measure(*lengths, nullptr);
  auto measured = Encode(reader, entries, intersection, measure);
  if (!measured) return measured.error();
  if (measure.count() == 0) return std::optional<PostingList>();
  const auto bytes = MakeBuffer<std::byte>(
      arena, measure.block_bytes() + measure.skip_bytes());
  ListEncoder encoder(*lengths, bytes.data());
  if (measure.skip_bytes() != 0) {
    encoder.WriteSkipEntriesAt(bytes.data() + measure.block_bytes());
  }
  auto encoded = Encode(reader, entries, intersection, encoder);
  if (!encoded) return encoded.error();
  const auto list = reader.EncodedPostings(bytes, measure.count());
  if (!list) return list.error();
  return std::optional(*list);
}

}  // namespace

Result<PhrasePostings> FindPhrase(std::span<const LiveSegment> segments,
                                  std::span<const std::string_view> terms,
                                  Arena& arena) {
  PhrasePostings phrase;
  const auto lists =
      MakeSpan<std::optional<PostingList>>(arena, segments.size());
  phrase.lists = lists;
  Intersection intersection;
  PostingCursor cursor;
  const auto rare = IsRare(segments, terms, cursor);
  if (!rare) return rare.error();
  // The lists of a frequent phrase could take the question's whole arena.
  if (!*rare) return phrase;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const SegmentReader& reader = *segments[s].reader;
    Entries entries;
    const auto found = FindEntries(reader, terms, entries);
    if (!found) return found.error();
    if (!*found) continue;
    const auto list = EncodeList(reader, std::span(entries).first(terms.size()),
                                 intersection, arena);
    if (!list) return list.error();
    if (!*list) continue;
    lists[s] = *list;
    cursor.Reset(**list);
    const auto removed =
        CountPostingsWithin(segments[s].removed_chunks(), cursor);
    if (!removed) return removed.error();
    phrase.chunk_frequency += (*list)->size() - *removed;
  }
  return phrase;
}

}  // namespace answerbox::engine
