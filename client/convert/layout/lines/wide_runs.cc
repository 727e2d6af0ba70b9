#include <algorithm>
#include <string_view>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/written_signs.h"
#include "engine/text/character_class.h"

namespace answerbox::client::layout {
namespace {

// Average widths of Helvetica and Times, in hundredths of an em.
constexpr Length kUsualWidth = 52;
constexpr std::array<Length, 128> kAsciiWidths = [] {
  std::array<Length, 128> widths{};
  widths.fill(kUsualWidth);
  for (std::size_t c = 'A'; c <= 'Z'; ++c) widths[c] = 68;
  widths['&'] = 68;
  for (const char c : {'m', 'w', 'M', 'W', '@', '%'}) {
    widths[static_cast<std::size_t>(c)] = 83;
  }
  for (const char c : std::string_view(" .,;:'|!ijltfr()[]-I/")) {
    widths[static_cast<std::size_t>(c)] = 28;
  }
  return widths;
}();

Length CharacterWidth(char32_t c) {
  return c < kAsciiWidths.size() ? kAsciiWidths[c] : kUsualWidth;
}

std::vector<std::string_view> WordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    if (space > 0) words.push_back(text.substr(0, space));
    text.remove_prefix(std::min(space + 1, text.size()));
  }
  return words;
}

// Returns before which words a run must be cut, if `extra` blank space has room
// for the gaps. Empty if the run is not wider than it should be. Without boxes
// of words this is a guess: the extra room is before numbers, as in a row of a
// table, or before every word. Long texts are justified lines, and stay whole.
std::vector<std::size_t> CutsIn(const std::vector<std::string_view>& words,
                                Length extra, Length size) {
  // Blanks in justified lines are stretched, but never so far.
  constexpr std::size_t kMaxCells = 14;
  constexpr std::size_t kSentenceWords = 6;
  std::vector<std::size_t> cuts;
  const std::size_t count = words.size();
  if (count < 2 || count > kMaxCells || extra < Percent(size, 180)) return {};
  const auto gaps = static_cast<Length>(count - 1);
  if (count > kSentenceWords && extra < Percent(size, 60) * gaps) return {};
  for (std::size_t i = 1; i < count; ++i) {
    if (!HasLetters(words[i], 2)) cuts.push_back(i);
  }
  if (cuts.empty() && extra / gaps > Percent(size, 120)) {
    for (std::size_t i = 1; i < count; ++i) cuts.push_back(i);
  }
  // Gaps under 0.8 em would be joined again as one line, so the last cuts get
  // all the room.
  while (!cuts.empty() &&
         extra / static_cast<Length>(cuts.size()) < Percent(size, 80)) {
    cuts.erase(cuts.begin());
  }
  return cuts;
}

// Returns the words from `begin` to `end`, with single blanks.
std::string Joined(const std::vector<std::string_view>& words,
                   std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin) text += ' ';
    text += words[i];
  }
  return text;
}

// Returns the bytes of a text without blanks, sorted. Poppler may print the
// words of a run in another order than the run has them: equal bytes mean the
// same words.
std::string SortedBytes(std::string_view text) {
  std::string bytes(text);
  std::erase(bytes, ' ');
  std::ranges::sort(bytes);
  return bytes;
}

// Whether wide gaps are those of a justified line: its gaps are about equally
// wide, and most of its words begin in lower case. Gaps between cells differ,
// and few cells begin in lower case.
bool IsJustified(const std::vector<const Word*>& words) {
  constexpr std::size_t kFewest = 5;
  if (words.size() < kFewest) return false;
  Length narrowest = kMaxLength;
  Length widest = 0;
  std::size_t small = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (StartsSmall(words[i]->text)) ++small;
    if (i == 0) continue;
    const Length gap = words[i]->left - words[i - 1]->right;
    narrowest = std::min(narrowest, gap);
    widest = std::max(widest, gap);
  }
  return small * 2 > words.size() && narrowest * 2 > widest;
}

// Splits a run where its words are as far apart as the runs of two cells.
void AppendCells(const Run& run, const std::vector<const Word*>& words,
                 std::vector<Run>& split) {
  const Length cell_gap = Percent(run.font.size, 75);
  Run part = run;
  part.text.clear();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = *words[i];
    const bool is_first = part.text.empty();
    if (!is_first && word.left - part.right >= cell_gap) {
      split.push_back(part);
      part.text.clear();
    }
    if (part.text.empty()) {
      part.left = word.left;
    } else {
      part.text += ' ';
    }
    part.text += word.text;
    part.right = std::max(word.right, part.left);
    part.end = part.right;
  }
  split.push_back(part);
}

// Splits a run before the words in `cuts`, and divides the remaining room,
// `extra`, equally among the gaps.
//   unit  width per em of text, as RunWidths knows it
void AppendCut(const Run& run, const std::vector<std::string_view>& words,
               std::vector<std::size_t> cuts, Length extra, Length unit,
               std::vector<Run>& split) {
  const Length gap = extra / static_cast<Length>(cuts.size());
  cuts.push_back(words.size());
  Run part = run;
  std::size_t begin = 0;
  for (const std::size_t cut : cuts) {
    part.text = Joined(words, begin, cut);
    part.right = part.left + Percent(unit, TextWidth(part.text));
    part.end = part.right;
    if (cut == words.size()) part.end = part.right = run.right;
    split.push_back(part);
    part.left = part.right + Percent(unit, 28) + gap;
    begin = cut;
  }
}

}  // namespace

std::vector<const Word*> WordsIn(const Run& run, const WordPage& words) {
  constexpr Length kMargin = Pixels(3);  // Boxes differ by rounding.
  auto found = words.In(run.left - kMargin, run.end + kMargin, run.top,
                        run.bottom, run.text.size());
  std::string text;
  for (const Word* word : found) text += word->text;
  if (SortedBytes(text) != SortedBytes(run.text)) found.clear();
  return found;
}

Length TextWidth(std::string_view text) {
  constexpr Length kLeast = 30;
  constexpr Length kMost = 1'000'000;
  Length width = 0;
  for (std::size_t at = 0; at < text.size() && width < kMost;) {
    const auto c = engine::Decode(text, at);
    width += CharacterWidth(c.code_point);
    at += c.bytes;
  }
  return std::max(width, kLeast);
}

// Most runs are not stretched, so the median of all is the font's own width,
// whatever its glyphs are.
void RunWidths::Learn(const Run& run) {
  constexpr std::size_t kLongText = 8;  // Shorter ones differ too much.
  if (run.text.size() <= kLongText) return;
  auto& samples = samples_[{run.font.family, run.font.size}];
  if (samples.size() >= kMaxSamples) return;
  samples.push_back(static_cast<Length>(std::int64_t{run.width()} * 100 /
                                        TextWidth(run.text)));
}

Length RunWidths::UnitOf(const Font& font) const {
  constexpr std::size_t kFewSamples = 4;
  const Length usual = Percent(font.size, 95);
  const auto found = samples_.find({font.family, font.size});
  if (found == samples_.end() || found->second.size() <= kFewSamples) {
    return usual;
  }
  std::vector<Length> samples = found->second;
  const auto middle =
      samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle);
  // If all runs of a document are stretched, the median is useless.
  const bool is_likely = *middle > 0 && *middle < Percent(font.size, 130);
  return is_likely ? *middle : usual;
}

void RunWidths::Split(const WordPage& page_words,
                      std::vector<Run>& runs) const {
  std::map<FontKey, Length> units;
  std::vector<Run> split;
  split.reserve(runs.size());
  for (Run& run : runs) {
    auto& unit = units[{run.font.family, run.font.size}];
    if (unit == 0) unit = UnitOf(run.font);
    // The dots of contents are wide on purpose.
    const Length extra = run.width() - Percent(unit, TextWidth(run.text));
    if (run.is_spaced) {
      split.push_back(std::move(run));
      continue;
    }
    const bool is_wide = extra > run.font.size / 2 &&
                         run.text.find(' ') != std::string::npos &&
                         !HasLeader(run.text);
    const auto boxes =
        is_wide ? WordsIn(run, page_words) : std::vector<const Word*>();
    if (!boxes.empty() && !IsJustified(boxes)) {
      AppendCells(run, boxes, split);
      continue;
    }
    const auto words = boxes.empty() && extra > 0 && !HasLeader(run.text)
                           ? WordsOf(run.text)
                           : std::vector<std::string_view>();
    auto cuts = CutsIn(words, extra, run.font.size);
    if (cuts.empty()) {
      split.push_back(std::move(run));
    } else {
      AppendCut(run, words, std::move(cuts), extra, unit, split);
    }
  }
  runs = std::move(split);
}

}  // namespace answerbox::client::layout
