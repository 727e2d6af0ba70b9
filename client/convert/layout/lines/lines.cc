#include "client/convert/layout/lines/lines.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "client/convert/layout/lines/baselines.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

// Smaller type is hard to read; its gaps are measured as if it were this large.
constexpr Length kSmallestType = Pixels(8);

// Whether it begins as text: "Text" and "12 text", but not "12.5".
bool StartsAsText(std::string_view text) {
  Cursor cursor(text);
  cursor.TakeNonWord();
  if (IsLetter(cursor.next())) return true;
  cursor.MoveTo(0);
  return cursor.TakeDigits() > 0 && cursor.Take(U' ') &&
         StartsSmall(cursor.rest());
}

bool IsSymbolRun(const Run& run, std::span<const FontFamily> families) {
  return families[run.font.family].is_symbols;
}

bool IsRaised(const Run& run, const Line& line) {
  return run.font.size < Percent(line.size, 80) &&
         run.bottom < line.bottom - Percent(line.size, 25);
}

// Whether `raised` is the numerator of a fraction, as "10⁹/l" has none. The
// slash may be a run of its own.
bool BeginsFraction(const Run& raised, const Run& next) {
  Cursor above(raised.text);
  if (above.TakeDigits() == 0 || !above.at_end()) return false;
  Cursor below(next.text);
  return below.TakeAnyOf(U"/\u2044\u2215") && !IsLetter(below.next()) &&
         next.left - raised.right < raised.font.size;
}

bool BeginsUnit(std::string_view text) {
  const char32_t first = FirstCharacter(Trim(text));
  return first == U'/' || IsLetter(first);
}

class LineMaker {
 public:
  LineMaker(std::span<const FontFamily> families, std::uint32_t page,
            TextStore& store)
      : families_(families), page_(page), store_(store) {}

  // Splits the runs of one base line at wide gaps. From left to right, each run
  // joins the last chain that it fits, or else begins one: text of two columns,
  // or of two cells, is two lines.
  void AddBaseline(RunRefs runs) {
    std::ranges::stable_sort(runs, {},
                             [](const Run* run) { return run->left; });
    std::vector<RunRefs> chains;
    for (const Run* run : runs) {
      // Runs overlap if they are drawn twice or raised, so the chain that a run
      // joins is among the last.
      constexpr std::size_t kMaxTried = 8;
      const std::size_t tried = std::min(chains.size(), kMaxTried);
      const auto chain = std::find_if(
          chains.rbegin(), chains.rbegin() + static_cast<std::ptrdiff_t>(tried),
          [this, run](const RunRefs& each) { return GoesOn(each, *run); });
      if (chain == chains.rbegin() + static_cast<std::ptrdiff_t>(tried)) {
        chains.push_back({run});
      } else {
        chain->push_back(run);
      }
    }
    for (RunRefs& chain : chains) {
      if (BeginsNote(chain)) notes_.insert(chain.front()->text);
      chains_.push_back(std::move(chain));
    }
  }

  // Returns the lines of all base lines that were added.
  [[nodiscard]] std::vector<Line> Take() const {
    std::vector<Line> lines;
    for (const RunRefs& chain : chains_) lines.push_back(Joined(chain));
    return lines;
  }

 private:
  // Whether a line begins with a small or raised number, as a note does.
  [[nodiscard]] static bool BeginsNote(const RunRefs& chain) {
    if (chain.size() < 2) return false;
    const Run& mark = *chain[0];
    const Run& text = *chain[1];
    Cursor cursor(mark.text);
    if (cursor.TakeDigits(2) == 0 || !cursor.at_end()) return false;
    return mark.font.size < Percent(text.font.size, 80) ||
           mark.bottom <= text.bottom - Percent(text.font.size, 15);
  }

  [[nodiscard]] bool GoesOn(const RunRefs& chain, const Run& run) const {
    const Run& last = *chain.back();
    const Length gap = run.left - last.right;
    const Length size = std::max(run.font.size, last.font.size);
    const Length overlap = Overlap(run.top, run.bottom, last.top, last.bottom);
    if (overlap < Percent(std::min(run.height(), last.height()), 35) ||
        gap < -Percent(size, 150)) {
      return false;
    }
    const bool is_raised = run.font.size < Percent(last.font.size, 80);
    // A blank is a quarter to a third of an em, and twice that in a justified
    // line. Columns of a table are seldom nearer than 0.75 em. Raised marks
    // have no blank before them.
    if (gap < Percent(std::max(size, kSmallestType), is_raised ? 40 : 75)) {
      return true;
    }
    return chain.size() == 1 && MarksText(last, run, gap);
  }

  // Whether `mark`, at the beginning of a line, is the mark or number of `run`.
  // Marks stand further from their text than words do, but only the first run
  // of a line can be a mark, so the chain must be a single run.
  [[nodiscard]] bool MarksText(const Run& mark, const Run& run,
                               Length gap) const {
    const Length size = std::max(run.font.size, mark.font.size);
    if (IsBullet(mark.text, IsSymbolRun(mark, families_)) &&
        gap < Percent(size, 450)) {
      // A lone dash may be an empty cell before a number.
      return !IsWeakBullet(FirstCharacter(mark.text)) ||
             HasLetters(run.text, 2);
    }
    if (!StartsAsText(run.text)) return false;
    if (IsListNumber(mark.text)) return gap < Percent(run.font.size, 400);
    return IsSectionNumber(mark.text) && gap < Percent(run.font.size, 450) &&
           run.font.is_bold == mark.font.is_bold;
  }

  [[nodiscard]] Line Joined(const RunRefs& runs) const;
  void SetFont(const RunRefs& body, Line& line) const;
  static void SetWeight(const RunRefs& body, Line& line);
  static void SetExtent(const RunRefs& body, Line& line);
  void SetText(const RunRefs& body, Line& line) const;
  void SplitMark(Line& line) const;

  std::span<const FontFamily> families_;
  std::uint32_t page_;
  TextStore& store_;
  std::vector<RunRefs> chains_;       // The runs of each line.
  std::set<std::string_view> notes_;  // The marks of the page's notes.
};

Line LineMaker::Joined(const RunRefs& runs) const {
  const Run& first = *runs.front();
  Line line;
  line.page = page_;
  line.left = first.left;
  line.text_left = first.left;
  // A mark that is a run of its own leaves the line, so that its font does not
  // count: bullets are often larger or of a symbol font.
  RunRefs body = runs;
  if (runs.size() > 1) {
    const bool is_bullet =
        IsBullet(first.text, IsSymbolRun(first, families_)) &&
        runs[1]->left - first.right > first.font.size / 10;
    if (is_bullet || IsListNumber(first.text)) {
      line.mark = store_.Keep(first.text);
      line.text_left = runs[1]->left;
      body.erase(body.begin());
    }
  }
  SetFont(body, line);
  SetText(body, line);
  // A footnote's mark: up to three small characters, "12" or "*".
  line.starts_raised = first.font.size < Percent(line.size, 80) &&
                       CountCharacters(first.text) <= 3 &&
                       !StartsCapital(first.text);
  line.right = std::ranges::max(runs, {}, &Run::right)->right;
  if (line.mark.empty()) SplitMark(line);
  return line;
}

// Sets the font of most of the line's characters.
void LineMaker::SetFont(const RunRefs& body, Line& line) const {
  using Key = std::tuple<Length, std::uint32_t, Color>;
  // Bold words in a sentence, or one word in another font, must not make the
  // line a heading, so the font of most characters counts.
  std::map<Key, std::size_t> weights;
  std::size_t web = 0;
  std::size_t all = 0;
  for (const Run* run : body) {
    const std::size_t length = CountCharacters(run->text);
    weights[{run->font.size, run->font.family, run->font.color}] += length;
    all += length;
    if (run->link == Link::kWeb) web += length;
    line.has_link |= run->link == Link::kWeb;
  }
  std::size_t most = 0;
  // In the order of the runs, not of the map: among fonts of equal weight the
  // first counts, on every machine.
  for (const Run* run : body) {
    const Font& font = run->font;
    const std::size_t weight = weights[{font.size, font.family, font.color}];
    if (weight <= most) continue;
    most = weight;
    line.size = font.size;
    line.family = font.family;
    line.color = font.color;
  }
  line.typeface = families_[line.family].typeface;
  line.characters = static_cast<std::uint32_t>(all);
  line.is_web_link = web == all;
  SetWeight(body, line);
  SetExtent(body, line);
}

// Sets whether a line is bold and italic, by the runs of about its size: the
// raised mark of a note after bold words is in plain type.
void LineMaker::SetWeight(const RunRefs& body, Line& line) {
  std::size_t bold = 0;
  std::size_t italic = 0;
  std::size_t all = 0;
  for (const Run* run : body) {
    if (run->font.size < Percent(line.size, 80)) continue;
    const std::size_t length = CountCharacters(run->text);
    all += length;
    if (run->font.is_bold) bold += length;
    if (run->font.is_italic) italic += length;
  }
  line.is_bold = bold * 10 > all * 9;
  line.is_italic = italic * 10 > all * 8;
}

// Sets top and bottom, and the colour of a line with several colours.
void LineMaker::SetExtent(const RunRefs& body, Line& line) {
  // Only runs of about the line's size count for its height; otherwise a raised
  // mark would extend it into the gap above.
  line.top = kMaxLength * 2;
  line.bottom = -line.top;
  std::size_t other = 0;
  for (const Run* run : body) {
    if (run->font.color != line.color) other += CountCharacters(run->text);
    if (run->font.size < Percent(line.size, 80)) continue;
    line.top = std::min(line.top, run->top);
    line.bottom = std::max(line.bottom, run->bottom);
  }
  if (other * 10 > line.characters) line.color = kMixedColors;
}

void LineMaker::SetText(const RunRefs& body, Line& line) const {
  std::string text;
  const Run* last = nullptr;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const Run* run = body[i];
    if (last != nullptr) {
      const Length size =
          std::max({run->font.size, last->font.size, kSmallestType});
      // Fonts kern by up to a tenth of an em within a word, and a run may have
      // its blank at its own end.
      if (run->left - last->right > Percent(size, 12) ||
          last->end - last->right > last->font.size / 10) {
        text += ' ';
      }
    }
    const Run* next = i + 1 < body.size() ? body[i + 1] : nullptr;
    if (!IsRaised(*run, line)) {
      text += run->text;
    } else if (next != nullptr && BeginsFraction(*run, *next)) {
      // "2" and a raised "1" before "/2" mean two and a half, not 21/2.
      if (!text.empty() && text.back() != ' ') text += ' ';
      text += run->text;
    } else {
      // "10⁹/l" and "10⁵ spores" are powers even if the page has a note 9 or 5.
      const bool has_unit = next != nullptr && BeginsUnit(next->text);
      text +=
          RaisedText(text, run->text, !has_unit && notes_.contains(run->text));
    }
    last = run;
  }
  text = InReadingOrder(std::move(text));
  line.has_link |= text.find("http://") != std::string::npos ||
                   text.find("https://") != std::string::npos ||
                   text.find("www.") != std::string::npos;
  line.text = store_.Keep(text);
}

// Separates a mark that is in the same run as its text. The place of the text
// is then an estimate that takes all characters as equally wide, which is
// enough to recognise hanging lines.
void LineMaker::SplitMark(Line& line) const {
  const LeadingMark found = FindLeadingMark(line.text);
  if (found.mark.empty()) return;
  const auto before = static_cast<std::int64_t>(CountCharacters(line.text) -
                                                CountCharacters(found.text));
  line.text_left = line.left + static_cast<Length>(line.width() * before /
                                                   CountCharacters(line.text));
  line.mark = found.mark;
  line.text = found.text;
}

// Whether a run is the large first letter of a chapter, several lines high.
bool IsDropCap(const Run& run) {
  return CountCharacters(run.text) == 1 && StartsCapital(run.text);
}

// Joins large first letters to their words. The rest of the word is the topmost
// small run beside the letter: the first of the lines next to it. Few pages
// have more than one such letter; a bound stops hostile pages.
void JoinDropCaps(std::vector<Run>& runs) {
  constexpr int kMostTried = 16;
  int tried = 0;
  for (std::size_t i = 0; i < runs.size() && tried < kMostTried; ++i) {
    if (!IsDropCap(runs[i])) continue;
    const Run letter = runs[i];
    Run* rest = nullptr;
    for (Run& run : runs) {
      if (letter.font.size >= 2 * run.font.size && StartsSmall(run.text) &&
          run.top >= letter.top - run.font.size / 2 &&
          run.bottom <= letter.bottom + run.font.size / 2 &&
          run.left >= letter.right - letter.font.size / 4 &&
          run.left <= letter.right + run.font.size &&
          (rest == nullptr || run.top < rest->top)) {
        rest = &run;
      }
    }
    ++tried;
    if (rest == nullptr) continue;
    rest->text.insert(0, letter.text);
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

std::string FullText(const Line& line) {
  std::string text(line.mark);
  if (!text.empty()) text += ' ';
  text += line.text;
  return text;
}

std::vector<Line> MakeLines(RunPage& page, std::span<const FontFamily> families,
                            TextStore& store) {
  JoinDropCaps(page.runs);
  RunRefs order;
  for (const Run& run : page.runs) order.push_back(&run);
  // Largest first, as Baselines requires; among equal sizes the longest, whose
  // height is the most reliable.
  std::ranges::stable_sort(order, [](const Run* a, const Run* b) {
    return std::tuple(-a->font.size, b->text.size()) <
           std::tuple(-b->font.size, a->text.size());
  });
  Baselines baselines;
  for (const Run* run : order) baselines.Add(*run);
  LineMaker maker(families, page.number, store);
  for (RunRefs& runs : std::move(baselines).Take()) {
    maker.AddBaseline(std::move(runs));
  }
  return maker.Take();
}

}  // namespace answerbox::client::layout
