#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "engine/text/character_class.h"

namespace answerbox::client::layout {
namespace {

// A character with the points and vowel signs that stand on it.
struct Cluster {
  char32_t c = 0;
  std::string text;
};

// Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms (Unicode,
// Bidi_Class R and AL).
bool IsRightToLeft(char32_t c) {
  return (c >= 0x0590 && c <= 0x08ff) || (c >= 0xfb1d && c <= 0xfdff) ||
         (c >= 0xfe70 && c <= 0xfeff);
}

bool IsNumber(char32_t c) {
  return (c >= U'0' && c <= U'9') || (c >= 0x0660 && c <= 0x0669) ||
         (c >= 0x06f0 && c <= 0x06f9);
}

bool ReadsRightward(char32_t c) {
  return IsNumber(c) || (!IsRightToLeft(c) && IsLetter(c));
}

bool IsPoint(char32_t c) {
  return (c >= 0x0300 && c <= 0x036f) || (c >= 0x0591 && c <= 0x05c7) ||
         (c >= 0x064b && c <= 0x065f) || c == 0x0670;
}

std::vector<Cluster> ClustersOf(std::string_view text) {
  std::vector<Cluster> clusters;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = engine::Decode(text, at);
    if (clusters.empty() || !IsPoint(c.code_point)) clusters.emplace_back();
    Cluster& cluster = clusters.back();
    if (cluster.text.empty()) cluster.c = c.code_point;
    cluster.text += text.substr(at, c.bytes);
    at += c.bytes;
  }
  return clusters;
}

// A bracket opens to the side from which its script is read.
void Mirror(Cluster& cluster) {
  constexpr std::u32string_view kPairs = U"()[]{}<>«»";
  constexpr std::string_view kBytes[] = {"(", ")", "[", "]", "{",
                                         "}", "<", ">", "«", "»"};
  const std::size_t at = kPairs.find(cluster.c);
  if (at == std::u32string_view::npos) return;
  cluster.c = kPairs[at ^ 1u];
  cluster.text = kBytes[at ^ 1u];
}

using At = std::vector<Cluster>::iterator;

// Returns the end of the stretch from `begin` that is read rightward within
// text that is read leftward: "3.5", "12-14", "answer box", but not the blank
// between two numbers.
At RightwardEnd(At begin, At end) {
  At last = begin + 1;
  bool has_letters = !IsNumber(begin->c);
  for (At at = begin + 1; at != end && !IsRightToLeft(at->c); ++at) {
    if (!ReadsRightward(at->c)) {
      if (at->c == U' ' && !has_letters) break;
      continue;
    }
    has_letters = has_letters || !IsNumber(at->c);
    last = at + 1;
  }
  // The digits of an Arabic number are in the right-to-left block, too.
  while (last != end && IsNumber(last->c)) ++last;
  return last;
}

void ReadLeftward(At begin, At end) {
  std::reverse(begin, end);
  for (At at = begin; at != end;) {
    if (!ReadsRightward(at->c)) {
      Mirror(*at);
      ++at;
      continue;
    }
    const At stop = RightwardEnd(at, end);
    std::reverse(at, stop);
    at = stop;
  }
}

// Returns the end of the stretch of right-to-left text that begins at `begin`.
At LeftwardEnd(At begin, At end) {
  At last = begin + 1;
  for (At at = begin + 1; at != end; ++at) {
    if (IsRightToLeft(at->c)) last = at + 1;
    if (!IsRightToLeft(at->c) && !IsNumber(at->c) && IsLetter(at->c)) break;
  }
  return last;
}

}  // namespace

// A subset of the Unicode bidirectional algorithm (UAX 9), reversed. The line's
// direction is that of most of its letters.
std::string InReadingOrder(std::string text) {
  // Most texts have no such letters: in UTF-8 both ranges begin with one of few
  // bytes.
  if (std::ranges::none_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte >= 0xd6 && byte <= 0xe0) || byte == 0xef;
      })) {
    return text;
  }
  std::vector<Cluster> clusters = ClustersOf(text);
  const auto leftward = std::ranges::count_if(
      clusters, [](const Cluster& each) { return IsRightToLeft(each.c); });
  if (leftward == 0) return text;
  const auto rightward =
      std::ranges::count_if(clusters, [](const Cluster& each) {
        return !IsRightToLeft(each.c) && IsLetter(each.c);
      });
  if (leftward >= rightward) {
    ReadLeftward(clusters.begin(), clusters.end());
  } else {
    for (At at = clusters.begin(); at != clusters.end();) {
      const At stop =
          IsRightToLeft(at->c) ? LeftwardEnd(at, clusters.end()) : at + 1;
      if (IsRightToLeft(at->c)) ReadLeftward(at, stop);
      at = stop;
    }
  }
  text.clear();
  for (const Cluster& cluster : clusters) text += cluster.text;
  return text;
}

}  // namespace answerbox::client::layout
