#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "client/convert/layout/lines/mended_runs.h"

namespace answerbox::client::layout {
namespace {

// Whether `box` covers most of the run.
bool Covers(const DrawnBox& box, const Run& run) {
  return Overlap(box.left, box.right, run.left, run.right) >=
             Percent(run.width(), 92) &&
         Overlap(box.top, box.bottom, run.top, run.bottom) >=
             Percent(run.height(), 60);
}

bool Touches(const DrawnBox& box, const Run& run) {
  return Overlap(box.left, box.right, run.left, run.right) > 0 &&
         Overlap(box.top, box.bottom, run.top, run.bottom) > 0;
}

// Whether the two colours look the same.
bool IsSameColor(Color one, Color other) {
  constexpr Color kLeast = 8;
  for (int shift = 0; shift <= 16; shift += 8) {
    const Color difference =
        ((one >> shift) & 0xff) - ((other >> shift) & 0xff);
    if (std::abs(difference) >= kLeast) return false;
  }
  return true;
}

constexpr Color kWhite = 0xffffff;

bool IsUnseen(const DrawnPage& drawn, const Run& run) {
  if (!run.font.is_color_known) return false;  // From text recognition.
  std::uint32_t first = UINT32_MAX;
  std::uint32_t last = 0;
  for (const DrawnText& text : drawn.texts) {
    if (text.left >= run.left - Pixels(2) && text.left < run.right &&
        text.baseline > run.top && text.baseline <= run.bottom + Pixels(1)) {
      first = std::min(first, text.order);
      last = std::max(last, text.order);
    }
  }
  if (last == 0) return false;  // It is unknown when the text is drawn.
  Color ground = kWhite;
  for (const DrawnBox& box : drawn.grounds) {
    const bool is_certain = !drawn.may_be_transparent;
    if (box.order < first) {
      // A white veil does not change white paper.
      if (!is_certain && box.color == kWhite) continue;
      if (Covers(box, run)) {
        ground = is_certain ? box.color : kMixedColors;
      } else if (Touches(box, run) && box.color != ground) {
        ground = kMixedColors;
      }
    } else if (is_certain && box.order > last && Covers(box, run) &&
               (box.color == 0 || box.color == kWhite) &&
               box.bottom - box.top < 3 * run.height()) {
      return true;
    } else if (Touches(box, run)) {
      // Shapes drawn later may be transparent, so the ground is uncertain.
      ground = kMixedColors;
      first = 0;
    }
  }
  return ground != kMixedColors && IsSameColor(ground, run.font.color);
}

// Returns the words of the run if pdftotext has the same number of them.
std::vector<const Word*> WordsOfRun(const WordPage& words, const Run& run) {
  constexpr Length kRounding = Pixels(3);
  auto found = words.In(run.left - kRounding, run.end + kRounding, run.top,
                        run.bottom, run.text.size() + 16);
  std::string text;
  for (const Word* word : found) text += word->text;
  // A run may hold cells of a row several blanks apart.
  std::string bare = run.text;
  std::erase(bare, ' ');
  if (text != bare) found.clear();
  return found;
}

// Whether the rule goes through the middle of a box.
bool IsAtMiddle(const DrawnBox& rule, Length top, Length bottom) {
  const Length middle = rule.top + (rule.bottom - rule.top) / 2;
  return middle >= top + Percent(bottom - top, 25) &&
         middle <= top + Percent(bottom - top, 68);
}

// Returns the order of the last ground drawn below the run; 0 if there is none.
// A rule that this ground hides strikes nothing: the run is the label of an
// arrow.
std::uint32_t OrderOfGround(const DrawnPage& drawn, const Run& run) {
  std::uint32_t order = 0;
  for (const DrawnBox& ground : drawn.grounds) {
    if (ground.order > order && ground.color != kMixedColors &&
        Covers(ground, run)) {
      order = ground.order;
    }
  }
  return order;
}

// How many times words beside a rule are looked up on a page.
constexpr std::size_t kMostLookups = 1u << 14;

// Returns the rules that strike text of the run: they run through its middle,
// and begin and end with words. Rules of tables and charts extend beyond words.
// `looked_up` counts look-ups on the page; past kMostLookups no rule is found.
std::vector<const DrawnBox*> RulesThrough(const DrawnPage& drawn,
                                          const WordPage& words, const Run& run,
                                          std::size_t& looked_up) {
  std::vector<const DrawnBox*> rules;
  // Rules drawn by hand begin and end a little beside the words.
  const Length near = run.font.size;
  std::optional<std::uint32_t> ground;
  for (const DrawnBox& rule : drawn.rules) {
    if (!IsAtMiddle(rule, run.top, run.bottom) ||
        Overlap(rule.left, rule.right, run.left, run.right) <=
            Percent(run.font.size, 30)) {
      continue;
    }
    if (++looked_up > kMostLookups) return {};
    constexpr std::size_t kMostBytes = 4'096;
    const auto beside = words.In(rule.left - near, rule.right + near, run.top,
                                 run.bottom, kMostBytes);
    if (beside.empty()) continue;
    if (std::abs(beside.front()->left - rule.left) > near ||
        std::abs(beside.back()->right - rule.right) > near) {
      continue;
    }
    if (!ground) ground = OrderOfGround(drawn, run);
    if (rule.order >= *ground) rules.push_back(&rule);
  }
  return rules;
}

// `Box` is a run or one of its words: a fraction's bar may go through a run,
// but not through the word above it.
template <typename Box>
bool IsStruck(const std::vector<const DrawnBox*>& rules, const Box& box) {
  Length struck = 0;
  for (const DrawnBox* rule : rules) {
    if (!IsAtMiddle(*rule, box.top, box.bottom)) continue;
    struck +=
        std::max(Overlap(rule->left, rule->right, box.left, box.right), 0);
  }
  return struck >= Percent(box.right - box.left, 70);
}

// Appends the words of a run that are not struck to `kept`, and returns how
// many are struck; nothing if the two can't be told apart.
std::optional<std::uint32_t> KeepUnstruck(
    const std::vector<const DrawnBox*>& rules, const WordPage& words,
    const Run& run, std::vector<Run>& kept) {
  const auto found = WordsOfRun(words, run);
  if (found.empty()) {
    if (IsStruck(rules, run)) return CountWords(run.text);
    kept.push_back(run);
    return std::nullopt;
  }
  std::uint32_t struck = 0;
  bool goes_on = false;
  for (const Word* word : found) {
    if (IsStruck(rules, *word)) {
      ++struck;
      goes_on = false;
      continue;
    }
    if (!goes_on) {
      kept.push_back(run);
      kept.back().left = word->left;
      kept.back().text.clear();
    } else {
      kept.back().text += ' ';
    }
    goes_on = true;
    kept.back().text += word->text;
    kept.back().right = kept.back().end = word->right;
  }
  return struck;
}

}  // namespace

bool DropInvalid(const DrawnPage& drawn, const WordPage& words, RunPage& page,
                 std::vector<LeftOutWords>& left_out) {
  // Each run is compared with each shape. A page with very many of both is a
  // map or a drawing, in which nothing is struck.
  constexpr std::size_t kMostCompared = 20'000'000;
  const std::size_t shapes =
      drawn.grounds.size() + drawn.rules.size() + drawn.texts.size();
  if (drawn.texts.empty()) return true;
  if (shapes * page.runs.size() > kMostCompared) return false;
  bool is_known = true;
  std::size_t looked_up = 0;
  std::vector<Run> kept;
  kept.reserve(page.runs.size());
  for (Run& run : page.runs) {
    if (IsUnseen(drawn, run)) {
      NoteLeftOut(page.number, LeftOut::kCovered, CountWords(run.text),
                  left_out);
      continue;
    }
    const auto rules = RulesThrough(drawn, words, run, looked_up);
    if (rules.empty()) {
      kept.push_back(std::move(run));
      continue;
    }
    const auto struck = KeepUnstruck(rules, words, run, kept);
    NoteLeftOut(page.number, LeftOut::kStruck, struck.value_or(0), left_out);
    is_known = is_known && struck;
  }
  page.runs = std::move(kept);
  return is_known && looked_up <= kMostLookups;
}

}  // namespace answerbox::client::layout
