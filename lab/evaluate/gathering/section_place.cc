#include "lab/evaluate/gathering/section_place.h"

#include <cstddef>
#include <string>
#include <vector>

#include "engine/text/character_class.h"

namespace answerbox::lab {
namespace {

// The letters and digits of a text, and where they stand in it.
struct Letters {
  std::string bytes;
  std::vector<std::uint32_t> places;  // [bytes] of the byte's character.
};

Letters LettersOf(std::string_view text) {
  Letters letters;
  for (std::size_t at = 0; at < text.size();) {
    const engine::Character character = engine::Decode(text, at);
    if (engine::IsAlphanumeric(character.code_point)) {
      letters.bytes += text.substr(at, character.bytes);
      letters.places.resize(letters.bytes.size(),
                            static_cast<std::uint32_t>(at));
    }
    at += character.bytes;
  }
  return letters;
}

std::size_t ByteOfCharacter(std::string_view text, std::uint32_t number) {
  std::size_t byte = 0;
  for (; number > 0 && byte < text.size(); --number) {
    byte += engine::Decode(text, byte).bytes;
  }
  return byte;
}

std::size_t Distance(std::size_t a, std::size_t b) {
  return a > b ? a - b : b - a;
}

// The place of `wanted` in `letters` that is nearest to `expected`.
std::optional<std::size_t> FindNearest(std::string_view letters,
                                       std::string_view wanted,
                                       std::size_t expected) {
  const std::size_t before = letters.rfind(wanted, expected);
  const std::size_t after = letters.find(wanted, expected);
  constexpr std::size_t kNone = std::string_view::npos;
  if (before == kNone && after == kNone) return std::nullopt;
  if (before == kNone) return after;
  if (after == kNone) return before;
  return Distance(after, expected) < Distance(before, expected) ? after
                                                                : before;
}

}  // namespace

std::optional<engine::ByteRange> PlaceOfSection(std::string_view file,
                                                std::uint32_t begin,
                                                std::uint32_t end,
                                                std::string_view converted) {
  const std::size_t first = ByteOfCharacter(file, begin);
  const std::size_t last = ByteOfCharacter(file, end);
  const Letters wanted = LettersOf(file.substr(first, last - first));
  if (wanted.bytes.empty()) return std::nullopt;
  const Letters letters = LettersOf(converted);
  const auto found = FindNearest(letters.bytes, wanted.bytes,
                                 LettersOf(file.substr(0, first)).bytes.size());
  if (!found) return std::nullopt;
  const std::uint32_t last_letter =
      letters.places[*found + wanted.bytes.size() - 1];
  return engine::ByteRange{
      letters.places[*found],
      last_letter + engine::Decode(converted, last_letter).bytes};
}

}  // namespace answerbox::lab
