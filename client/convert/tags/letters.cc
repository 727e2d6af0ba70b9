#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "client/convert/tags/tagged_blocks.h"

namespace answerbox::client::tags {
namespace {

// Shorter stretches occur by chance; longer ones miss short paragraphs. With
// this length, 79 to 100 in 100 letters of nine guidelines were found.
constexpr std::size_t kStretch = 14;

// Between two known places shorter stretches suffice, as for a heading that
// also occurs elsewhere.
constexpr std::size_t kStretchInGap = 6;
constexpr std::size_t kMaxGap = 512;

struct Stretch {
  std::uint64_t hash;
  std::uint32_t begin;

  friend auto operator<=>(const Stretch&, const Stretch&) = default;
};

// Returns the stretches of `length` whose hash is unique in the text, by hash.
std::vector<Stretch> SingleStretches(std::u32string_view text,
                                     std::size_t length) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
  // A rolling polynomial hash modulo 2^64: each stretch costs one step,
  // whatever its length.
  std::uint64_t leaving = 1;  // The weight of a stretch's first letter.
  for (std::size_t i = 1; i < length; ++i) leaving *= kFactor;
  std::vector<Stretch> stretches;
  if (text.size() >= length) stretches.reserve(text.size() - length + 1);
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i >= length) hash -= leaving * text[i - length];
    hash = hash * kFactor + text[i];
    if (i + 1 >= length) {
      stretches.push_back({hash, static_cast<std::uint32_t>(i + 1 - length)});
    }
  }
  std::sort(stretches.begin(), stretches.end());
  std::vector<Stretch> single;
  for (std::size_t i = 0, end = 0; i < stretches.size(); i = end) {
    while (end < stretches.size() && stretches[end].hash == stretches[i].hash) {
      ++end;
    }
    // A stretch that occurs twice identifies no place. Stretches of equal hash
    // are later compared letter by letter, so a collision loses a match but
    // makes no false one.
    if (end == i + 1) single.push_back(stretches[i]);
  }
  return single;
}

struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Matcher {
 public:
  Matcher(std::u32string_view from, std::u32string_view to)
      : from_(from),
        to_(to),
        place_(from.size(), kNoLetter),
        is_taken_(to.size(), false) {}

  // Matches stretches of `length` that are unique in both parts.
  void MatchParts(Part from, Part to, std::size_t length) {
    const auto text = from_.substr(from.begin, from.end - from.begin);
    const auto other = to_.substr(to.begin, to.end - to.begin);
    const std::vector<Stretch> there = SingleStretches(other, length);
    // Sorted in the order of the text, so that the result does not depend on
    // hashes.
    std::vector<Stretch> here = SingleStretches(text, length);
    std::sort(here.begin(), here.end(), [](const Stretch& a, const Stretch& b) {
      return a.begin < b.begin;
    });
    for (const Stretch& stretch : here) {
      const auto found = std::lower_bound(there.begin(), there.end(),
                                          Stretch{stretch.hash, 0});
      if (found == there.end() || found->hash != stretch.hash) continue;
      if (text.substr(stretch.begin, length) ==
          other.substr(found->begin, length)) {
        MatchAround(from.begin + stretch.begin, to.begin + found->begin);
      }
    }
  }

  // Matches letters between places that follow each other in both texts. A
  // heading that is also in the contents is not unique, but between known
  // neighbours six equal letters can hardly be others.
  void MatchGaps() {
    std::size_t begin = 1;
    while (begin < from_.size()) {
      std::size_t end = begin;
      while (end < from_.size() && place_[end] == kNoLetter) ++end;
      const std::uint32_t before = place_[begin - 1];
      if (end < from_.size() && before != kNoLetter && before < place_[end]) {
        MatchGap({begin, end}, {before + std::size_t{1}, place_[end]});
      }
      begin = end + 1;
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> Take() && {
    return std::move(place_);
  }

 private:
  // Matches all equal letters from these places on, and before them. Each
  // letter is matched once, so all stretches together take time linear in the
  // texts.
  void MatchAround(std::size_t i, std::size_t k) {
    for (std::size_t a = i, b = k; a > 0 && b > 0 && Match(a - 1, b - 1);) {
      --a;
      --b;
    }
    while (i < from_.size() && k < to_.size() && Match(i, k)) {
      ++i;
      ++k;
    }
  }

  void MatchGap(Part from, Part to) {
    const std::size_t length = from.end - from.begin;
    if (length >= kStretchInGap && length <= kMaxGap &&
        to.end - to.begin <= kMaxGap) {
      MatchParts(from, to, kStretchInGap);
    }
  }

  bool Match(std::size_t i, std::size_t k) {
    if (from_[i] != to_[k] || place_[i] != kNoLetter || is_taken_[k]) {
      return false;
    }
    place_[i] = static_cast<std::uint32_t>(k);
    is_taken_[k] = true;
    return true;
  }

  std::u32string_view from_;
  std::u32string_view to_;
  std::vector<std::uint32_t> place_;
  std::vector<bool> is_taken_;
};

}  // namespace

std::vector<std::uint32_t> MatchLetters(std::u32string_view from,
                                        std::u32string_view to) {
  assert(from.size() < kNoLetter && to.size() < kNoLetter);
  Matcher matcher(from, to);
  matcher.MatchParts({0, from.size()}, {0, to.size()}, kStretch);
  matcher.MatchGaps();
  return std::move(matcher).Take();
}

}  // namespace answerbox::client::tags
