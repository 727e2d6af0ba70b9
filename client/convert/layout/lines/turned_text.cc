#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/mended_runs.h"

namespace answerbox::client::layout {
namespace {

enum class Turn : std::uint8_t { kUpwards, kDownwards, kOnItsHead };

struct Box {
  Length left;
  Length right;
  Length top;
  Length bottom;
};

// Returns where a box is after the sheet is turned.
Box Turned(const Box& box, Turn turn, const RunPage& page) {
  switch (turn) {
    case Turn::kUpwards:
      return {page.height - box.bottom, page.height - box.top, box.left,
              box.right};
    case Turn::kDownwards:
      return {box.top, box.bottom, page.width - box.right,
              page.width - box.left};
    case Turn::kOnItsHead:
      break;
  }
  return {page.width - box.right, page.width - box.left,
          page.height - box.bottom, page.height - box.top};
}

// Turns the sides of a word or of a drawn box.
template <typename Sides>
void TurnSides(Turn turn, const RunPage& page, Sides& sides) {
  const Box box =
      Turned({sides.left, sides.right, sides.top, sides.bottom}, turn, page);
  sides.left = box.left;
  sides.right = box.right;
  sides.top = box.top;
  sides.bottom = box.bottom;
}

WordPage Turned(const WordPage& words, Turn turn, const RunPage& page) {
  std::vector<Word> turned = words.words();
  for (Word& word : turned) {
    TurnSides(turn, page, word);
    word.middle = word.top + (word.bottom - word.top) / 2;
  }
  return WordPage(std::move(turned));
}

DrawnPage Turned(DrawnPage drawn, Turn turn, const RunPage& page) {
  if (turn != Turn::kOnItsHead) std::swap(drawn.rules, drawn.uprights);
  for (auto* boxes : {&drawn.grounds, &drawn.rules, &drawn.uprights}) {
    for (DrawnBox& each : *boxes) TurnSides(turn, page, each);
  }
  for (DrawnText& text : drawn.texts) {
    const Box at = Turned({text.left, text.left, text.baseline, text.baseline},
                          turn, page);
    text.left = at.left;
    text.baseline = at.top;
  }
  return drawn;
}

// Returns a run as it is after the sheet is turned. A run on its side has an
// unknown length (`right` is `left`). pdftohtml takes every run for upright: it
// prints where the base line begins, minus the ascent.
Run Upright(const Run& run, Turn turn, const RunPage& page) {
  const Length ascent = Percent(run.height(), 80);
  const Length baseline = run.top + ascent;
  const Box start =
      Turned({run.left, run.left, baseline, baseline}, turn, page);
  Run upright = run;
  upright.left = start.left;
  upright.right = start.left + (run.left - run.right);
  upright.top = start.top - ascent;
  upright.bottom = upright.top + run.height();
  return upright;
}

void EstimateLength(Run& run) {
  run.right = run.left +
              std::max(Percent(Percent(run.font.size, 95), TextWidth(run.text)),
                       Length{1});
}

// Finds the words that the run consists of, which give its length.
bool FindLength(const WordPage& words, Run& run) {
  std::string text = run.text;
  std::erase(text, ' ');
  const Length reach = Percent(run.font.size, TextWidth(run.text)) * 2;
  const auto found =
      words.In(run.left - run.font.size / 2, run.left + reach + run.font.size,
               run.top, run.bottom, kMaxPageRuns);
  std::string seen;
  for (const Word* word : found) {
    seen += word->text;
    if (seen.size() > text.size() && seen.starts_with(text)) {
      EstimateLength(run);  // The word consists of several runs.
      return true;
    }
    if (!text.starts_with(seen)) return false;
    if (seen.size() < text.size()) continue;
    run.right = std::max(word->right, run.left + 1);
    return true;
  }
  return false;
}

struct Sideways {
  const Run* printed;  // As pdftohtml has it.
  Run upright;
};

constexpr std::size_t kTurns = 3;
using ByTurn = std::array<std::vector<Sideways>, kTurns>;

// Sorts the runs by direction. pdftohtml does not say in which direction a run
// on its side reads: it is the one direction in which its words are found, or
// that of its neighbours.
ByTurn ByDirection(const std::vector<Run>& turned, const RunPage& page,
                   const std::array<WordPage, kTurns>& words) {
  ByTurn runs;
  std::vector<const Run*> unknown;
  const auto add = [&](const Run& printed, Turn turn, Run upright) {
    upright.end = upright.right;
    runs[static_cast<std::size_t>(turn)].push_back(
        {&printed, std::move(upright)});
  };
  for (const Run& run : turned) {
    if (run.right < run.left) {
      add(run, Turn::kOnItsHead, Upright(run, Turn::kOnItsHead, page));
      continue;
    }
    std::optional<Turn> way;
    for (const Turn turn : {Turn::kUpwards, Turn::kDownwards}) {
      Run upright = Upright(run, turn, page);
      if (!FindLength(words[static_cast<std::size_t>(turn)], upright)) continue;
      add(run, turn, std::move(upright));
      way = turn;
      break;
    }
    if (!way) unknown.push_back(&run);
  }
  const Turn usual =
      runs[1].size() > runs[0].size() ? Turn::kDownwards : Turn::kUpwards;
  for (const Run* run : unknown) {
    Run upright = Upright(*run, usual, page);
    EstimateLength(upright);
    add(*run, usual, std::move(upright));
  }
  return runs;
}

// Returns the topmost upright run below the head, in its column; null if none
// is near.
const Run* Below(const Run& head, const Box& box,
                 const std::vector<Run>& runs) {
  const Length size = head.font.size;
  const Length middle = box.left + (box.right - box.left) / 2;
  const Run* below = nullptr;
  for (const Run& run : runs) {
    const bool is_below = run.top + run.height() / 2 > box.bottom &&
                          run.top < box.bottom + 5 * size;
    if (is_below && run.left - Percent(size, 130) < middle &&
        run.right + Percent(size, 130) > middle && run.width() < 8 * size &&
        (below == nullptr || run.top < below->top)) {
      below = &run;
    }
  }
  return below;
}

// Returns where a run on its side is on the sheet.
Box OnSheet(const Sideways& side, Turn turn, const RunPage& page) {
  const Run& upright = side.upright;
  RunPage turned;
  turned.width = page.height;
  turned.height = page.width;
  const Turn back = turn == Turn::kUpwards ? Turn::kDownwards : Turn::kUpwards;
  return Turned({upright.left, upright.right, upright.top, upright.bottom},
                back, turned);
}

struct Head {
  Run run;
  Box box;
};

// Returns the run that shares a row with the heads: the lowest run between
// their top and bottom, such as the head of the first column, which has room to
// stand upright.
const Run* RowOf(const std::vector<Head>& heads, const std::vector<Run>& runs) {
  const Run* row = nullptr;
  Length top = kMaxLength;
  Length bottom = -kMaxLength;
  for (const Head& head : heads) {
    top = std::min(top, head.box.top);
    bottom = std::max(bottom, head.box.bottom);
  }
  bottom += Percent(heads.front().run.font.size, 80);
  for (const Run& run : runs) {
    const Length middle = run.top + run.height() / 2;
    if (middle > top && middle < bottom &&
        (row == nullptr || run.top > row->top)) {
      row = &run;
    }
  }
  return row;
}

// Moves turned heads of columns from `runs` into the row of heads. They are
// short, at least two, and stand over cells: at least half of `runs` have
// upright text below.
void SetHeads(std::vector<Sideways>& runs, Turn turn, RunPage& page) {
  constexpr std::uint32_t kLongest = 40;
  constexpr std::size_t kMostHeads = 128;  // As columns of a table.
  if (runs.size() < 2 || runs.size() > kMostHeads) return;
  std::vector<Head> heads;
  std::vector<Sideways> others;
  for (const Sideways& side : runs) {
    const Box box = OnSheet(side, turn, page);
    const Run* below = CountCharacters(side.upright.text) <= kLongest
                           ? Below(*side.printed, box, page.runs)
                           : nullptr;
    if (below == nullptr) {
      others.push_back(side);
      continue;
    }
    Head& head = heads.emplace_back(Head{side.upright, box});
    head.run.left = below->left;
    head.run.right = head.run.end = below->right;
  }
  if (heads.size() < 2 || heads.size() * 2 < runs.size()) return;
  const Run* row = RowOf(heads, page.runs);
  Length bottom = -kMaxLength;
  for (const Head& head : heads) bottom = std::max(bottom, head.box.bottom);
  const Length height = heads.front().run.height();
  const Length top = row != nullptr ? row->top : bottom - height;
  bottom = row != nullptr ? row->bottom : bottom;
  for (Head& head : heads) {
    head.run.top = top;
    head.run.bottom = bottom;
    page.runs.push_back(std::move(head.run));
  }
  runs = std::move(others);
}

// Whether there are at most two runs, and they are further out than all upright
// runs.
bool IsInMargin(const std::vector<Sideways>& runs, Turn turn,
                const RunPage& page) {
  if (runs.size() > 2 || page.runs.empty()) return false;
  Length left = kMaxLength;
  Length right = -kMaxLength;
  for (const Run& run : page.runs) {
    left = std::min(left, run.left);
    right = std::max(right, run.right);
  }
  return std::ranges::all_of(runs, [&](const Sideways& side) {
    const Box box = OnSheet(side, turn, page);
    return box.right <= left || box.left >= right;
  });
}

}  // namespace

std::vector<TurnedPage> TakeTurned(const WordPage& words,
                                   const DrawnPage& drawn, RunPage& page) {
  std::vector<TurnedPage> pages;
  const std::vector<Run> turned = std::exchange(page.turned, {});
  if (turned.empty()) return pages;
  constexpr std::array<Turn, kTurns> kAll = {Turn::kUpwards, Turn::kDownwards,
                                             Turn::kOnItsHead};
  std::array<WordPage, kTurns> turned_words;
  for (const Turn turn : kAll) {
    turned_words[static_cast<std::size_t>(turn)] = Turned(words, turn, page);
  }
  ByTurn by_turn = ByDirection(turned, page, turned_words);
  for (const Turn turn : kAll) {
    auto& runs = by_turn[static_cast<std::size_t>(turn)];
    const bool is_sideways = turn != Turn::kOnItsHead;
    if (is_sideways) SetHeads(runs, turn, page);
    if (runs.empty()) continue;
    TurnedPage& made = pages.emplace_back();
    made.is_margin_note = is_sideways && IsInMargin(runs, turn, page);
    made.page.number = page.number;
    made.page.width = is_sideways ? page.height : page.width;
    made.page.height = is_sideways ? page.width : page.height;
    for (Sideways& side : runs) made.page.runs.push_back(side.upright);
    made.words = std::move(turned_words[static_cast<std::size_t>(turn)]);
    made.drawn = Turned(drawn, turn, page);
  }
  return pages;
}

}  // namespace answerbox::client::layout
