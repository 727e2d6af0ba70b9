#include "engine/ask/owned_answer.h"

#include <algorithm>
#include <string_view>

#include "engine/numeric/arena.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// Copies everything that an answer refers to into an arena.
class Copying {
 public:
  explicit Copying(Arena& arena) : arena_(arena) {}

  void Copy(Answer& answer) {
    answer.citations = Copied<Citation>(answer.citations, [this](Citation& c) {
      CopyPlace(c);
      c.also_in = Copied<CitedPlace>(
          c.also_in, [this](CitedPlace& place) { CopyPlace(place); });
    });
    answer.refused_words.words = Copied<RefusedWord>(
        answer.refused_words.words,
        [this](RefusedWord& word) { word.text = Copied(word.text); });
    answer.context.text = Copied(answer.context.text);
    answer.context.matches =
        Copied<ByteRange>(answer.context.matches, [](ByteRange&) {});
    answer.retrieved =
        Copied<RetrievedChunk>(answer.retrieved, [](RetrievedChunk&) {});
  }

 private:
  void CopyPlace(CitedPlace& place) {
    place.sentence = Copied(place.sentence);
    place.document = Copied(place.document);
    place.section = Copied<std::string_view>(
        place.section,
        [this](std::string_view& title) { title = Copied(title); });
  }

  std::string_view Copied(std::string_view text) {
    const auto copy = MakeBuffer<char>(arena_, text.size());
    std::ranges::copy(text, copy.begin());
    return {copy.data(), copy.size()};
  }

  template <typename T, typename CopyParts>
  std::span<const T> Copied(std::span<const T> values, CopyParts copy_parts) {
    const auto copies = MakeSpan<T>(arena_, values.size());
    std::ranges::copy(values, copies.begin());
    std::ranges::for_each(copies, copy_parts);
    return copies;
  }

  Arena& arena_;
};

std::size_t BytesOf(const CitedPlace& place) {
  std::size_t bytes = place.sentence.size() + place.document.size() +
                      place.section.size_bytes();
  for (const std::string_view title : place.section) bytes += title.size();
  return bytes;
}

// Room for everything that the answer refers to, including the alignment of
// each piece.
std::size_t BytesOf(const Answer& answer) {
  std::size_t pieces = 5;
  std::size_t bytes =
      answer.citations.size_bytes() + answer.refused_words.words.size_bytes() +
      answer.context.text.size() + answer.context.matches.size_bytes() +
      answer.retrieved.size_bytes();
  for (const Citation& citation : answer.citations) {
    bytes += BytesOf(citation) + citation.also_in.size_bytes();
    pieces += 4 + citation.section.size();
    for (const CitedPlace& place : citation.also_in) {
      bytes += BytesOf(place);
      pieces += 3 + place.section.size();
    }
  }
  for (const RefusedWord& word : answer.refused_words.words) {
    bytes += word.text.size();
    ++pieces;
  }
  return bytes + pieces * alignof(std::max_align_t);
}

}  // namespace

OwnedAnswer::OwnedAnswer(const Answer& answer)
    : bytes_(BytesOf(answer)),
      block_(std::make_unique_for_overwrite<std::byte[]>(bytes_)),
      answer_(answer) {
  Arena arena({block_.get(), bytes_});
  Copying(arena).Copy(answer_);
}

}  // namespace answerbox::engine
