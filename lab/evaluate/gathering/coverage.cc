#include "lab/evaluate/gathering/coverage.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/text/character_class.h"

namespace answerbox::lab {
namespace {

struct Visible {
  std::size_t letters = 0;  // And digits.
  std::size_t others = 0;
};

Visible CountVisible(std::string_view text, engine::ByteRange range) {
  Visible visible;
  const std::string_view part = text.substr(0, range.end);
  for (std::size_t at = range.begin; at < part.size();) {
    const engine::Character character = engine::Decode(part, at);
    if (engine::IsAlphanumeric(character.code_point)) {
      ++visible.letters;
    } else if (!engine::IsSpace(character.code_point)) {
      ++visible.others;
    }
    at += character.bytes;
  }
  return visible;
}

// The parts of `range` that are chosen, disjoint.
std::vector<engine::ByteRange> ChosenWithin(
    const DocumentPart& part, std::span<const DocumentPart> chosen) {
  std::vector<engine::ByteRange> ranges;
  for (const DocumentPart& one : chosen) {
    if (one.document != part.document) continue;
    const std::uint32_t begin = std::max(one.range.begin, part.range.begin);
    const std::uint32_t end = std::min(one.range.end, part.range.end);
    if (begin < end) ranges.push_back({begin, end});
  }
  std::ranges::sort(ranges, {}, &engine::ByteRange::begin);
  std::uint32_t counted_to = 0;
  for (engine::ByteRange& range : ranges) {
    range.begin = std::max(range.begin, counted_to);
    range.end = std::max(range.end, range.begin);
    counted_to = range.end;
  }
  return ranges;
}

}  // namespace

double ShareChosen(std::string_view text, const DocumentPart& part,
                   std::span<const DocumentPart> chosen) {
  const std::vector<engine::ByteRange> ranges = ChosenWithin(part, chosen);
  if (ranges.empty()) return 0.0;
  const Visible all = CountVisible(text, part.range);
  Visible covered;
  for (const engine::ByteRange& range : ranges) {
    const Visible visible = CountVisible(text, range);
    covered.letters += visible.letters;
    covered.others += visible.others;
  }
  const std::size_t whole = all.letters > 0 ? all.letters : all.others;
  if (whole == 0) return 0.0;
  return static_cast<double>(all.letters > 0 ? covered.letters
                                             : covered.others) /
         static_cast<double>(whole);
}

}  // namespace answerbox::lab
