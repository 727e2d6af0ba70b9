#include "engine/retrieval/term_lookup.h"

#include <array>
#include <cstring>

#include "engine/index/format/segment_layout.h"

namespace answerbox::engine {

namespace {

// The terms of a phrase: [segment][term].
using Entries = std::span<std::optional<TermEntry>>;

// Finds the terms. Returns whether one of them is in at most kMaxPhraseChunks
// live chunks, which does not depend on which segments hold the chunks.
Result<bool> FindRare(std::span<const LiveSegment> segments,
                      std::span<const std::string_view> terms, Entries entries,
                      PostingCursor& cursor) {
  std::array<std::uint64_t, kMaxSynonymTerms> chunks{};
  for (std::size_t s = 0; s < segments.size(); ++s) {
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const auto entry = segments[s].reader->terms().Find(terms[t]);
      if (!entry) return entry.error();
      if (!*entry) continue;
      entries[s * terms.size() + t] = *entry;
      const auto live = LiveChunkFrequency(segments[s], **entry, &cursor);
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
  //   entries  none is empty
  Result<void> Open(const SegmentReader& reader,
                    std::span<const std::optional<TermEntry>> entries) {
    count_ = entries.size();
    // The shortest list leads.
    const auto shortest = static_cast<std::size_t>(
        std::ranges::min_element(
            entries, {},
            [](const auto& entry) { return entry->chunk_frequency; }) -
        entries.begin());
    for (std::size_t t = 0; t < count_; ++t) {
      const auto list = reader.Postings(*entries[(shortest + t) % count_]);
      if (!list) return list.error();
      cursors_[t].Reset(*list);
    }
    is_begun_ = false;
    return {};
  }

  // The most chunks that there may be.
  [[nodiscard]] std::uint32_t most() const { return cursors_[0].list().size(); }

  // False past the last chunk. Most steps are within the decoded blocks.
  // Leapfrog: whichever list is furthest decides where the first one looks
  // next, so long runs are skipped in all of them.
  // Inlined, as it is called for each chunk.
  [[gnu::always_inline]] Result<bool> Next() {
    PostingCursor& first = cursors_[0];
    if (!is_begun_ || !first.NextNear()) {
      const auto moved = first.Next();
      if (!moved || !*moved) return moved;
    }
    for (std::size_t t = 1; t < count_;) {
      PostingCursor& other = cursors_[t];
      if (!is_begun_ || !other.SeekNear(first.chunk())) {
        const auto moved = other.SeekTo(first.chunk());
        if (!moved || !*moved) return moved;
      }
      if (other.chunk() == first.chunk()) {
        ++t;
        continue;
      }
      if (!first.SeekNear(other.chunk())) {
        const auto moved = first.SeekTo(other.chunk());
        if (!moved || !*moved) return moved;
      }
      t = 1;
    }
    is_begun_ = true;
    return true;
  }

  // Precondition: the last Next() gave true.
  Posting posting() {
    // A phrase cannot occur more often than its rarest term.
    Posting posting{cursors_[0].chunk(), kMaxFrequency};
    for (std::size_t t = 0; t < count_; ++t) {
      posting.frequency = std::min(posting.frequency, cursors_[t].frequency());
    }
    return posting;
  }

 private:
  std::array<PostingCursor, kMaxSynonymTerms> cursors_;
  std::size_t count_ = 0;
  bool is_begun_ = false;  // All cursors are on a posting.
};

// Encodes postings as a list.
class ListEncoder {
 public:
  //   blocks  has room for all blocks
  //   skip    has room for all skip entries
  ListEncoder(const ChunkLengths& lengths, std::byte* blocks, std::byte* skip)
      : lengths_(lengths), blocks_(blocks), skip_(skip) {}

  void Add(const Posting& posting) {
    block_[size_++] = posting;
    ++count_;
    if (size_ == kPostingsPerBlock) CloseBlock();
  }
  void Finish() {
    if (size_ != 0) CloseBlock();
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::size_t block_bytes() const { return bytes_; }
  [[nodiscard]] std::size_t skip_bytes() const {
    return count_ <= kPostingsPerBlock ? 0 : skip_bytes_;
  }

 private:
  void CloseBlock() {
    const auto postings = std::span(block_).first(size_);
    bytes_ += EncodeBlock(postings, next_chunk_, blocks_ + bytes_);
    if (count_ >= kPostingsPerBlock) {  // An only block has no skip entry.
      PutSkipEntry(postings, static_cast<std::uint32_t>(bytes_), lengths_,
                   skip_ + skip_bytes_);
      skip_bytes_ += kSkipEntryBytes;
    }
    next_chunk_ = postings.back().chunk + 1;
    size_ = 0;
  }

  ChunkLengths lengths_;
  std::byte* blocks_;
  std::byte* skip_;
  std::array<Posting, kPostingsPerBlock> block_;
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
  std::size_t skip_bytes_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t next_chunk_ = 0;
};

// Room for so many postings is taken without counting them.
constexpr std::size_t kMostUncounted = 8 * kPostingsPerBlock;

// The list of one segment; nothing if no chunk holds all terms.
Result<std::optional<PostingList>> EncodeList(
    const SegmentReader& reader,
    std::span<const std::optional<TermEntry>> entries,
    Intersection& intersection, Arena& arena) {
  const auto lengths = reader.AllChunkLengths();
  if (!lengths) return lengths.error();
  if (auto opened = intersection.Open(reader, entries); !opened) {
    return opened.error();
  }
  // Room for as many postings as the shortest list has; of a long one, which
  // may be of removed chunks, they are counted first. Skip entries stand after
  // it until it is known how much the blocks take.
  std::size_t most = intersection.most();
  if (most > kMostUncounted) {
    most = 0;
    for (;;) {
      const auto moved = intersection.Next();
      if (!moved) return moved.error();
      if (!*moved) break;
      ++most;
    }
    if (most == 0) return std::optional<PostingList>();
    if (auto opened = intersection.Open(reader, entries); !opened) {
      return opened.error();
    }
  }
  const std::size_t used = arena.used();
  const std::size_t most_blocks = (most - 1) / kPostingsPerBlock + 1;
  const auto bytes = MakeBuffer<std::byte>(
      arena, most_blocks * (kMaxBlockBytes + kSkipEntryBytes));
  std::byte* const skip = bytes.data() + most_blocks * kMaxBlockBytes;
  ListEncoder encoder(*lengths, bytes.data(), skip);
  for (;;) {
    const auto moved = intersection.Next();
    if (!moved) return moved.error();
    if (!*moved) break;
    encoder.Add(intersection.posting());
  }
  encoder.Finish();
  const std::size_t size = encoder.block_bytes() + encoder.skip_bytes();
  std::memmove(bytes.data() + encoder.block_bytes(), skip,
               encoder.skip_bytes());
  // It is the last that was handed out.
  arena.Rewind(used + size);
  if (encoder.count() == 0) return std::optional<PostingList>();
  const auto list = reader.EncodedPostings(bytes.first(size), encoder.count());
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
  const std::size_t used = arena.used();
  const Entries entries =
      MakeSpan<std::optional<TermEntry>>(arena, segments.size() * terms.size());
  Intersection intersection;
  PostingCursor cursor;
  const auto rare = FindRare(segments, terms, entries, cursor);
  if (!rare) return rare.error();
  // The lists of a frequent phrase could take the question's whole arena.
  for (std::size_t s = 0; *rare && s < segments.size(); ++s) {
    const auto found = entries.subspan(s * terms.size(), terms.size());
    if (!std::ranges::all_of(found, &std::optional<TermEntry>::has_value)) {
      continue;  // The segment lacks one.
    }
    const auto list =
        EncodeList(*segments[s].reader, found, intersection, arena);
    if (!list) return list.error();
    if (!*list) continue;
    lists[s] = *list;
    cursor.Reset(**list);
    const auto removed =
        CountPostingsWithin(segments[s].removed_chunks(), cursor);
    if (!removed) return removed.error();
    phrase.chunk_frequency += (*list)->size() - *removed;
  }
  // Where nothing is listed, nothing but the empty lists is needed.
  if (std::ranges::none_of(lists, &std::optional<PostingList>::has_value)) {
    arena.Rewind(used);
  }
  return phrase;
}

Result<std::uint64_t> LiveChunkFrequency(const LiveSegment& segment,
                                         const TermEntry& entry,
                                         PostingCursor* cursor) {
  // Mostly so: the dictionary's number is then right, and no posting is read.
  if (segment.removed_chunks().empty()) return entry.chunk_frequency;
  const auto list = segment.reader->Postings(entry);
  if (!list) return list.error();
  cursor->Reset(*list);
  const auto removed = CountPostingsWithin(segment.removed_chunks(), *cursor);
  if (!removed) return removed.error();
  // A damaged list may have more postings than the dictionary says.
  return entry.chunk_frequency -
         std::min<std::uint64_t>(entry.chunk_frequency, *removed);
}

Result<TermLookup> TermLookup::Find(std::span<const LiveSegment> segments,
                                    const QuestionTerms& terms, Arena& arena) {
  TermLookup lookup;
  lookup.word_count_ = terms.distinct.size();
  lookup.entries_ = MakeSpan<std::optional<TermEntry>>(
      arena, segments.size() * lookup.word_count_);
  lookup.chunk_frequencies_ =
      MakeSpan<std::uint64_t>(arena, lookup.word_count_);
  PostingCursor* cursor = nullptr;  // Needed only if documents were removed.
  for (std::size_t s = 0; s < segments.size(); ++s) {
    if (cursor == nullptr && !segments[s].removed_chunks().empty()) {
      cursor = MakeSpan<PostingCursor>(arena, 1).data();
    }
    const auto found = lookup.LookUp(segments[s], s, terms, cursor);
    if (!found) return found.error();
  }
  // A damaged segment may give a term more chunks than there are.
  for (std::uint64_t& frequency : lookup.chunk_frequencies_) {
    frequency = std::min(frequency, lookup.chunks_);
  }
  return lookup;
}

Result<void> TermLookup::LookUp(const LiveSegment& segment,
                                std::size_t segment_index,
                                const QuestionTerms& terms,
                                PostingCursor* cursor) {
  if (segment.share != nullptr && segment.share->error()) {
    // Its counts lack a part, and every score depends on them. Refusing is
    // better than answers that change when the segment is merged.
    return *segment.share->error();
  }
  chunks_ += segment.live_chunks();
  chunk_terms_ += segment.live_chunk_terms();
  for (std::size_t t = 0; t < word_count_; ++t) {
    const auto entry = segment.reader->terms().Find(terms.distinct[t].term);
    if (!entry) return entry.error();
    if (!*entry) continue;
    entries_[segment_index * word_count_ + t] = *entry;
    const auto frequency = LiveChunkFrequency(segment, **entry, cursor);
    if (!frequency) return frequency.error();
    chunk_frequencies_[t] += *frequency;
  }
  return {};
}

Result<void> TermLookup::AddPhrase(std::span<const LiveSegment> segments,
                                   std::span<const std::string_view> terms,
                                   Arena& arena) {
  const auto found = FindPhrase(segments, terms, arena);
  if (!found) return found.error();
  const auto frequencies =
      MakeSpan<std::uint64_t>(arena, chunk_frequencies_.size() + 1);
  std::ranges::copy(chunk_frequencies_, frequencies.begin());
  // A damaged segment may give a term more chunks than there are.
  frequencies.back() = std::min(found->chunk_frequency, chunks_);
  chunk_frequencies_ = frequencies;
  // Copied for each phrase, of which there are at most kMaxQuestionTerms.
  const auto phrases = MakeSpan<Phrase>(arena, phrases_.size() + 1);
  std::ranges::copy(phrases_, phrases.begin());
  phrases.back() = {terms, found->lists};
  phrases_ = phrases;
  return {};
}

Result<std::uint64_t> CountPostingsWithin(std::span<const ChunkRange> ranges,
                                          PostingCursor& cursor) noexcept {
  std::uint64_t count = 0;
  while (!ranges.empty()) {
    auto moved = cursor.SeekTo(ranges.front().begin);
    for (; moved && *moved && cursor.chunk() < ranges.front().end;
         moved = cursor.Next()) {
      ++count;
    }
    if (!moved) return moved.error();
    if (!*moved) break;
    // Ranges are skipped too, because a term may be rarer than removed
    // documents.
    const auto next =
        std::ranges::upper_bound(ranges, cursor.chunk(), {}, &ChunkRange::end);
    ranges = ranges.subspan(static_cast<std::size_t>(next - ranges.begin()));
  }
  return count;
}

}  // namespace answerbox::engine
