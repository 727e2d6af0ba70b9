#include <algorithm>
#include <array>
#include <limits>

#include "engine/index/postings/posting_list.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"
#include "engine/words/dictionary_neighbours.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kOutlineDepth = 6;

// The first chunks in the order of documents.
class FirstChunks {
 public:
  explicit FirstChunks(std::span<const LiveSegment> segments)
      : order_(segments) {}

  void Add(const ChunkPlace& place) {
    std::size_t at = count_;
    while (at > 0 && order_.IsBefore(place, places_[at - 1])) --at;
    if (at == places_.size()) return;
    if (count_ < places_.size()) ++count_;
    for (std::size_t i = count_ - 1; i > at; --i) places_[i] = places_[i - 1];
    places_[at] = place;
  }

  [[nodiscard]] std::span<const ChunkPlace> all() const {
    return std::span(places_).first(count_);
  }
  [[nodiscard]] Result<void> status() const { return order_.status(); }

 private:
  DocumentOrder order_;
  std::array<ChunkPlace, kFormChunks> places_;
  std::size_t count_ = 0;
};

class FormReader {
 public:
  FormReader(std::string_view term, std::span<const char32_t> word,
             TermNormalizer& normalizer)
      : term_(term), rows_(word), normalizer_(normalizer) {}

  // Reads a chunk and the headings above it, whose words it has, too.
  Result<void> ReadChunk(const SegmentReader& reader, ChunkNumber number) {
    const auto chunk = reader.Chunk(number);
    if (!chunk) return chunk.error();
    const auto document = reader.Document(chunk->document);
    if (!document) return document.error();
    const auto text = reader.Text(*document, chunk->range);
    if (!text) return text.error();
    ReadText(*text);
    std::array<HeadingMark, kOutlineDepth> marks;
    const auto headings =
        reader.HeadingsAt(chunk->document, chunk->range.begin, marks);
    if (!headings) return headings.error();
    for (const HeadingMark& heading : *headings) {
      const auto title = reader.Text(*document, heading.range);
      if (!title) return title.error();
      ReadText(*title);
    }
    return {};
  }

  [[nodiscard]] DocumentWord nearest() const {
    return {{nearest_.data(), bytes_}, cost_};
  }

 private:
  void ReadText(std::string_view text) {
    Tokenizer tokenizer(Profile::kDefault, text);
    while (const auto token = tokenizer.Next()) {
      if (token->kind != TokenKind::kWord) continue;
      const std::string_view word = Slice(text, token->range);
      // Stemming keeps the first letter; it takes longer than all else.
      const bool is_ascii = ClassOf(word[0]) != kNonAsciiByte;
      if (is_ascii && ToLowerAscii(word[0]) != term_[0]) continue;
      if (normalizer_.Normalize(word, token->kind) != term_) continue;
      Consider(normalizer_.FoldToken(word, token->kind));
    }
  }

  void Consider(std::string_view form) {
    if (form == nearest().text) return;
    rows_.Truncate(0);
    for (std::size_t at = 0; at < form.size();) {
      if (rows_.size() == EditRows::kMaxOtherLetters) return;
      const Character c = Decode(form, at);
      rows_.Push(c.code_point);
      at += c.bytes;
    }
    const EditCost cost = rows_.Whole();
    const bool is_nearer = cost != cost_           ? cost < cost_
                           : form.size() != bytes_ ? form.size() < bytes_
                                                   : form < nearest().text;
    if (!is_nearer) return;
    std::ranges::copy(form, nearest_.begin());
    bytes_ = form.size();
    cost_ = cost;
  }

  std::string_view term_;
  EditRows rows_;
  TermNormalizer& normalizer_;
  std::array<char, kMaxTermBytes> nearest_;
  std::size_t bytes_ = 0;
  EditCost cost_ = std::numeric_limits<EditCost>::max();
};

// Adds the live chunks of a segment that hold the term.
Result<void> AddChunks(const LiveSegment& segment, std::uint32_t number,
                       std::string_view term, PostingCursor& cursor,
                       FirstChunks& chunks) {
  const auto entry = segment.reader->terms().Find(term);
  if (!entry) return entry.error();
  if (!*entry) return {};
  const auto list = segment.reader->Postings(**entry);
  if (!list) return list.error();
  cursor.Reset(*list);
  while (true) {
    const auto moved = cursor.Next();
    if (!moved) return moved.error();
    if (!*moved) return {};
    const auto hidden = segment.HidesChunk(cursor.chunk());
    if (!hidden) return hidden.error();
    if (!*hidden) chunks.Add({number, cursor.chunk()});
  }
}

}  // namespace

Result<DocumentWord> FindDocumentWord(std::span<const LiveSegment> segments,
                                      std::string_view term,
                                      std::span<const char32_t> word,
                                      EditCost least,
                                      TermNormalizer& normalizer,
                                      Arena& arena) {
  FirstChunks chunks(segments);
  PostingCursor& cursor = MakeSpan<PostingCursor>(arena, 1).front();
  for (std::uint32_t s = 0; s < segments.size(); ++s) {
    if (auto added = AddChunks(segments[s], s, term, cursor, chunks); !added) {
      return added.error();
    }
  }
  if (auto status = chunks.status(); !status) return status.error();
  FormReader forms(term, word, normalizer);
  for (const ChunkPlace& place : chunks.all()) {
    auto read = forms.ReadChunk(*segments[place.segment].reader, place.chunk);
    if (!read) return read.error();
    // No form is nearer than the nearest form of the term.
    if (forms.nearest().cost <= least) break;
  }
  DocumentWord nearest = forms.nearest();
  nearest.text = CopyText(nearest.text, arena);
  return nearest;
}

}  // namespace answerbox::engine
