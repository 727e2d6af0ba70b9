#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "client/convert/layout/document_style.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

// Counts the pages on which something was seen. Pages must come in order.
struct PageCount {
  std::size_t pages = 0;
  const LinePage* last = nullptr;

  void Add(const LinePage& page) {
    if (last != &page) ++pages;
    last = &page;
  }
};

// A line near an edge of its page.
struct EdgeLine {
  Line* line;
  LinePage* page;
  std::string text;
  std::uint32_t key;  // Of its text without page numbers.
  bool is_top;
};

// Place on the page, font size, and whether it is at the top.
using Slot = std::tuple<Length, Length, bool>;
// Place and size as in Slot, with the font's style.
using StyledSlot = std::tuple<Length, Length, Color, bool, bool>;

struct SlotUse {
  PageCount pages;
  std::size_t lines = 0;
  std::set<std::uint32_t> keys;
};

class RunningLines {
 public:
  explicit RunningLines(std::span<LinePage> pages) : pages_(pages) {
    for (LinePage& page : pages_) {
      for (Line& line : page.lines) Collect(page, line);
    }
  }

  void Mark() {
    for (const EdgeLine& edge : edges_) {
      if (IsRunning(edge)) edge.line->role = LineRole::kRunning;
    }
    for (LinePage& page : pages_) KeepNumbersOfText(page);
    MarkKnownSlots();
    KeepTitles();
    // On one or two pages nothing repeats often enough.
    if (pages_.size() < 3) {
      for (LinePage& page : pages_) MarkMargins(page);
    }
    KeepLoneLines();
    for (LinePage& page : pages_) KeepTables(page);
  }

 private:
  // A repeated line moves by less than this many pixels.
  static constexpr int kSameHeight = 8;
  static constexpr int kSlotHeight = 5;

  // Margins at the left and right count, too: some publishers print the title
  // along the side.
  void Collect(LinePage& page, Line& line) {
    const bool is_top = line.bottom < Percent(page.height, 12);
    const bool is_edge = is_top || line.top > Percent(page.height, 87) ||
                         line.right < Percent(page.width, 6) ||
                         line.left > Percent(page.width, 93);
    if (!is_edge) return;
    const std::string text = FullText(line);
    // Many pages have a bullet at the top, which would make every item in its
    // place a running line.
    if (CountCharacters(text) <= 2 && RunningKey(text).empty()) return;
    const std::uint32_t key =
        keys_
            .try_emplace(RunningKey(text),
                         static_cast<std::uint32_t>(keys_.size()))
            .first->second;
    const Length stripe = Stripe(line.top, kSameHeight);
    // Each line counts in two overlapping stripes, so that lines on both sides
    // of a stripe's border are counted together.
    seen_[{key, stripe}].Add(page);
    seen_[{key, stripe + 1}].Add(page);
    edges_.push_back({&line, &page, text, key, is_top});
    SlotUse& slot = slots_[SlotOf(edges_.back())];
    slot.pages.Add(page);
    slot.keys.insert(key);
    ++slot.lines;
  }

  static Slot SlotOf(const EdgeLine& edge) {
    return {Stripe(edge.line->top, kSlotHeight), edge.line->size, edge.is_top};
  }

  // Returns on how many pages the text of a line stands in its place.
  [[nodiscard]] std::size_t CountPages(const EdgeLine& edge) {
    const Length stripe = Stripe(edge.line->top, kSameHeight);
    return std::max(seen_[{edge.key, stripe}].pages,
                    seen_[{edge.key, stripe + 1}].pages);
  }

  [[nodiscard]] bool IsRunning(const EdgeLine& edge) {
    const std::size_t total = pages_.size();
    const Line& line = *edge.line;
    const LinePage& page = *edge.page;
    const std::size_t count = CountPages(edge);
    // "Table 3" at the top of many pages may be a continued caption; it is
    // furniture only if it repeats on three pages of ten.
    if (IsCaption(edge.text) &&
        (line.is_bold || line.left > Percent(page.height, 2)) &&
        count * 10 < total * 3) {
      return false;
    }
    // At the very edge a number need not repeat: a document may have a single
    // page with a Roman or an Arabic number.
    if (IsPageNumber(edge.text) && (count >= std::min<std::size_t>(3, total) ||
                                    line.bottom < Percent(page.height, 9) ||
                                    line.top > Percent(page.height, 90))) {
      return true;
    }
    // Three pages in long documents, two where that is a third of all.
    const std::size_t enough =
        std::max<std::size_t>(2, std::min<std::size_t>(3, total * 3 / 10));
    if (count >= enough) return true;
    // Titles of chapters: a few different texts in one place of many pages.
    const SlotUse& slot = slots_[SlotOf(edge)];
    return slot.pages.pages >= std::max<std::size_t>(5, total * 35 / 100) &&
           slot.keys.size() * 2 <= slot.lines && !ReadsLikeText(line) &&
           (line.bottom < Percent(page.height, 9) ||
            line.top > Percent(page.height, 92));
  }

  // A number beside other text within the page belongs to that text: the last
  // row of a table may stand low on its page and begin with a number.
  static void KeepNumbersOfText(LinePage& page) {
    LineRefs lines;
    bool any = false;
    for (Line& line : page.lines) {
      lines.push_back(&line);
      any |= line.role == LineRole::kRunning;
    }
    if (!any) return;
    const std::vector<Row> rows = MakeRows(lines);
    for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
      const bool has_text = std::ranges::any_of(
          rows[i].lines,
          [](const Line* line) { return line->role == LineRole::kText; });
      if (!has_text) continue;
      for (Line* line : rows[i].lines) {
        if (line->role == LineRole::kRunning &&
            TrailingPageNumber(line->text) == line->text &&
            line->left > Percent(page.width, 6) &&
            line->left < Percent(page.width, 94)) {
          line->role = LineRole::kText;
        }
      }
    }
  }

  // A ruled table is a running line only if most of it is: its head may repeat
  // at the top of pages, and a number there may be a cell.
  static void KeepTables(LinePage& page) {
    std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> counts;
    for (const Line& line : page.lines) {
      auto& [lines, running] = counts[line.table];
      ++lines;
      if (line.role == LineRole::kRunning) ++running;
    }
    for (Line& line : page.lines) {
      if (line.table == 0 || line.role != LineRole::kRunning) continue;
      const auto& [lines, running] = counts[line.table];
      if (running * 2 < lines) line.role = LineRole::kText;
    }
  }

  // Returns the size of most characters.
  static Length UsualSize(const LineRefs& lines) {
    std::map<Length, std::size_t> characters;
    for (const Line* line : lines) characters[line->size] += line->characters;
    return std::ranges::max_element(
               characters, {}, [](const auto& each) { return each.second; })
        ->first;
  }

  // The outermost rows of a page are running lines if they stand in its
  // margins, away from the text.
  static void MarkMargins(LinePage& page) {
    constexpr std::size_t kMostRows = 3;
    LineRefs lines;
    for (Line& line : page.lines) lines.push_back(&line);
    const std::vector<Row> rows = MakeRows(lines);
    // A page of few rows, such as a cover, is all margin.
    if (rows.size() < 2 * kMostRows) return;
    const Length usual = UsualSize(lines);
    // Rows from `end` to `begin` are the page's text.
    std::size_t end = 0;
    std::size_t begin = rows.size();
    for (std::size_t i = 1; i <= kMostRows; ++i) {
      const Row& first = rows[i - 1];
      // The title of a short document may stand at the very top.
      if (first.lines.front()->size >= Percent(usual, 120)) break;
      if (first.bottom < Percent(page.height, 7) &&
          rows[i].top - first.bottom >= first.lines.front()->size) {
        end = i;
      }
    }
    for (std::size_t i = 1; i <= kMostRows; ++i) {
      const Row& last = rows[rows.size() - i];
      const Row& above = rows[rows.size() - i - 1];
      if (last.top > Percent(page.height, 93) &&
          last.top - above.bottom >= last.lines.front()->size) {
        begin = rows.size() - i;
      }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i >= end && i < begin) continue;
      for (Line* line : rows[i].lines) line->role = LineRole::kRunning;
    }
  }

  // A line in a place where running lines stand on five pages, in the same
  // style, is one, whatever it says. Titles of chapters change too often to
  // repeat, but share place and style.
  void MarkKnownSlots() {
    constexpr std::size_t kEnough = 5;
    constexpr int kHeight = 4;
    std::map<StyledSlot, PageCount> known;
    const auto slot_of = [](const Line& line, Length shift) {
      return StyledSlot{Stripe(line.top, kHeight) + shift, line.size,
                        line.color, line.is_italic, line.is_bold};
    };
    for (const EdgeLine& edge : edges_) {
      if (edge.line->role == LineRole::kRunning) {
        known[slot_of(*edge.line, 0)].Add(*edge.page);
      }
    }
    std::unordered_set<const Line*> found;
    for (const EdgeLine& edge : edges_) {
      const Line& line = *edge.line;
      if (line.role == LineRole::kRunning ||
          (line.bottom >= Percent(edge.page->height, 10) &&
           line.top <= Percent(edge.page->height, 90))) {
        continue;
      }
      for (const Length shift : {-1, 0, 1}) {
        const auto slot = known.find(slot_of(line, shift));
        if (slot != known.end() && slot->second.pages >= kEnough) {
          found.insert(&line);
        }
      }
    }
    for (const EdgeLine& edge : edges_) {
      if (found.contains(edge.line) && !ReadsLikeText(*edge.line) &&
          !IsInText(*edge.page, *edge.line, found)) {
        edge.line->role = LineRole::kRunning;
      }
    }
  }

  // If a document has one line on each page, that line is its text.
  void KeepLoneLines() {
    const auto is_running = [](const Line& line) {
      return line.role == LineRole::kRunning;
    };
    if (!std::ranges::all_of(pages_, [&](const LinePage& page) {
          return std::ranges::all_of(page.lines, is_running);
        })) {
      return;
    }
    for (LinePage& page : pages_) {
      if (page.lines.size() != 1) continue;
      Line& line = page.lines.front();
      if (!IsPageNumber(FullText(line))) line.role = LineRole::kText;
    }
  }

  // A line directly above a table that differs from page to page is the table's
  // title, such as the colour on each page of a dosing chart. Titles of
  // chapters stand above tables on only few pages.
  void KeepTitles() {
    constexpr std::size_t kFewest = 3;
    struct Place {
      std::size_t lines = 0;
      std::vector<LineRefs> titles;
    };
    std::map<Slot, Place> places;
    const LinePage* page = nullptr;
    std::vector<Row> rows;
    for (const EdgeLine& edge : edges_) {
      if (!edge.is_top || edge.line->role != LineRole::kRunning ||
          IsPageNumber(edge.text) ||
          CountPages(edge) * 3 > slots_[SlotOf(edge)].pages.pages) {
        continue;
      }
      if (page != edge.page) rows = FirstRows(*edge.page);
      page = edge.page;
      Place& place = places[SlotOf(edge)];
      ++place.lines;
      const Row* row = RowOverCells(rows, *edge.line);
      if (row != nullptr) place.titles.push_back(row->lines);
    }
    for (const auto& [slot, place] : places) {
      if (place.titles.size() < kFewest ||
          place.titles.size() * 3 < place.lines * 2) {
        continue;
      }
      for (const LineRefs& title : place.titles) MarkTitle(title);
    }
  }

  static std::vector<Row> FirstRows(LinePage& page) {
    constexpr std::size_t kMostRows = 16;
    LineRefs lines;
    for (Line& line : page.lines) lines.push_back(&line);
    std::vector<Row> rows = MakeRows(lines);
    rows.resize(std::min(rows.size(), kMostRows));
    return rows;
  }

  // Returns the row of `line` if a row of three or more cells stands close
  // below it. Two cells may be two columns of text.
  static const Row* RowOverCells(std::span<const Row> rows, const Line& line) {
    constexpr std::size_t kFewestCells = 3;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
      if (line.top < rows[i].top || line.bottom > rows[i].bottom) continue;
      const Row& below = rows[i + 1];
      const bool is_over_cells =
          below.lines.size() >= kFewestCells &&
          below.top - rows[i].bottom <= 2 * line.size &&
          std::ranges::all_of(below.lines, [](const Line* cell) {
            return cell->role == LineRole::kText;
          });
      return is_over_cells ? &rows[i] : nullptr;
    }
    return nullptr;
  }

  static void MarkTitle(const LineRefs& title) {
    for (Line* line : title) {
      if (!IsPageNumber(FullText(*line))) line->role = LineRole::kTableTitle;
    }
  }

  static bool ReadsLikeText(const Line& line) {
    constexpr std::size_t kShortSentence = 40;
    const bool is_item = !line.mark.empty() && !IsCountingMark(line.mark);
    return is_item ||
           (line.text.size() > kShortSentence && EndsSentence(line.text));
  }

  // Whether a line of text in the same style stands right above or below. Lines
  // in known places do not count, as titles of chapters may have two lines.
  static bool IsInText(const LinePage& page, const Line& line,
                       const std::unordered_set<const Line*>& known) {
    // Bounds the cost of a hostile page of 50,000 lines.
    constexpr std::size_t kMostLines = 2000;
    const auto lines =
        std::span(page.lines).first(std::min(page.lines.size(), kMostLines));
    return std::ranges::any_of(lines, [&](const Line& other) {
      const Length distance = std::abs(other.top - line.top);
      return other.role == LineRole::kText && other.size == line.size &&
             other.is_bold == line.is_bold && other.color == line.color &&
             distance > line.size / 2 && distance < Percent(line.size, 160) &&
             Overlap(other.left, other.right, line.left, line.right) > 0 &&
             !known.contains(&other);
    });
  }

  std::span<LinePage> pages_;
  std::vector<EdgeLine> edges_;
  std::unordered_map<std::string, std::uint32_t> keys_;
  std::map<std::pair<std::uint32_t, Length>, PageCount> seen_;
  std::map<Slot, SlotUse> slots_;
};

}  // namespace

void MarkRunningLines(std::span<LinePage> pages) { RunningLines(pages).Mark(); }

}  // namespace answerbox::client::layout
