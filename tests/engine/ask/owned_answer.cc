#include "tests/engine/ask/owned_answer.h"

#include <algorithm>
#include <string_view>

#include "engine/numeric/arena.h"

namespace answerbox::engine {
namespace {

// Copies everything that an answer refers to into an arena.
class Copying {
 public:
  explicit Copying(Arena& arena) : arena_(arena) {}

  void Copy(Answer& answer) {
    answer.citations = Copied<Citation>(
        answer.citations,
        [this](Citation& citation) { CopyCitation(citation); });
    answer.formed =
        Copied<FormedAnswer>(answer.formed, [this](FormedAnswer& formed) {
          formed.text = Copied(formed.text);
          formed.parts = Copied<AnswerPart>(
              formed.parts,
              [this](AnswerPart& part) { part.text = Copied(part.text); });
          CopyCitation(formed.decided);
        });
    answer.refused_words.words = Copied<RefusedWord>(
        answer.refused_words.words,
        [this](RefusedWord& word) { word.text = Copied(word.text); });
    answer.asked = Copied(answer.asked);
    answer.respelt =
        Copied<RespeltWord>(answer.respelt, [this](RespeltWord& respelt) {
          respelt.word = Copied(respelt.word);
          respelt.taken_for = Copied(respelt.taken_for);
        });
    answer.offers =
        Copied<SpellingOffer>(answer.offers, [this](SpellingOffer& offer) {
          offer.word = Copied(offer.word);
          offer.words = Copied<std::string_view>(
              offer.words,
              [this](std::string_view& word) { word = Copied(word); });
        });
    answer.abbreviations = Copied<ExpandedAbbreviation>(
        answer.abbreviations, [this](ExpandedAbbreviation& expanded) {
          expanded.words = Copied(expanded.words);
          expanded.also = Copied(expanded.also);
        });
    answer.context.text = Copied(answer.context.text);
    answer.context.matches =
        Copied<ByteRange>(answer.context.matches, [](ByteRange&) {});
    answer.retrieved =
        Copied<RetrievedChunk>(answer.retrieved, [](RetrievedChunk&) {});
  }

 private:
  void CopyCitation(Citation& citation) {
    CopyPlace(citation);
    citation.also_in = Copied<CitedPlace>(
        citation.also_in, [this](CitedPlace& place) { CopyPlace(place); });
  }

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

// Adds up the bytes of pieces, and the alignment that each may need.
class Room {
 public:
  void Add(std::size_t bytes) { bytes_ += bytes + alignof(std::max_align_t); }

  void AddPlace(const CitedPlace& place) {
    Add(place.sentence.size());
    Add(place.document.size());
    Add(place.section.size_bytes());
    for (const std::string_view title : place.section) Add(title.size());
  }

  void AddCitation(const Citation& citation) {
    AddPlace(citation);
    Add(citation.also_in.size_bytes());
    for (const CitedPlace& place : citation.also_in) AddPlace(place);
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_ = 0;
};

// Room for everything that the answer refers to.
std::size_t BytesOf(const Answer& answer) {
  Room room;
  room.Add(answer.citations.size_bytes());
  for (const Citation& citation : answer.citations) room.AddCitation(citation);
  room.Add(answer.formed.size_bytes());
  for (const FormedAnswer& formed : answer.formed) {
    room.Add(formed.text.size());
    room.Add(formed.parts.size_bytes());
    for (const AnswerPart& part : formed.parts) room.Add(part.text.size());
    room.AddCitation(formed.decided);
  }
  room.Add(answer.refused_words.words.size_bytes());
  for (const RefusedWord& word : answer.refused_words.words) {
    room.Add(word.text.size());
  }
  room.Add(answer.asked.size());
  room.Add(answer.respelt.size_bytes());
  for (const RespeltWord& respelt : answer.respelt) {
    room.Add(respelt.word.size());
    room.Add(respelt.taken_for.size());
  }
  room.Add(answer.offers.size_bytes());
  for (const SpellingOffer& offer : answer.offers) {
    room.Add(offer.word.size());
    room.Add(offer.words.size_bytes());
    for (const std::string_view word : offer.words) room.Add(word.size());
  }
  room.Add(answer.abbreviations.size_bytes());
  for (const ExpandedAbbreviation& expanded : answer.abbreviations) {
    room.Add(expanded.words.size());
    room.Add(expanded.also.size());
  }
  room.Add(answer.context.text.size());
  room.Add(answer.context.matches.size_bytes());
  room.Add(answer.retrieved.size_bytes());
  return room.bytes();
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
