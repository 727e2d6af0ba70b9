#include "client/convert/layout/document_style.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

// Whether a line is body text. Running lines repeat and contents have fonts of
// their own: either would outweigh the text of a short document.
bool IsBody(const Line& line) {
  return line.role == LineRole::kText && line.contents_row == 0;
}

DocumentStyle::Style StyleOf(const Line& line) {
  return {line.size, line.family, line.color, line.is_bold, line.is_italic};
}

// Returns the key that most characters have; the first of several equal ones.
template <typename Map>
typename Map::key_type Commonest(const Map& counts) {
  return std::ranges::max_element(counts, {}, &Map::value_type::second)->first;
}

// Titles in the contents are headings, whatever they look like in the text
// (CheckHeadings).
void AddContentsTitles(const LinePage& page,
                       std::unordered_set<std::string>& titles) {
  // A key of three letters may be any abbreviation in the text.
  constexpr std::size_t kShortest = 4;
  std::map<std::uint32_t, std::vector<const Line*>> entries;
  for (const Line& line : page.lines) {
    if (line.contents_row > 0) entries[line.contents_row].push_back(&line);
  }
  for (auto& [row, lines] : entries) {
    std::ranges::stable_sort(lines, {}, [](const Line* line) {
      return std::pair(Stripe(line->top, 6), line->left);
    });
    std::string text;
    for (const Line* line : lines) text += FullText(*line) + ' ';
    text = WithoutLeader(text);
    const std::string_view title = Trim(text);
    const std::size_t number = TrailingPageNumber(title).size();
    std::string key = WordKey(title.substr(0, title.size() - number));
    if (key.size() >= kShortest) titles.insert(std::move(key));
  }
}

// Compares each line with the next one below that begins at about the same
// place, so that other columns do not count.
void AddPitches(const LinePage& page, LinePitches& pitches) {
  std::vector<const Line*> lines;
  for (const Line& line : page.lines) {
    if (IsBody(line)) lines.push_back(&line);
  }
  std::ranges::stable_sort(lines, {}, [](const Line* line) {
    return std::pair(Stripe(line->left, 30), line->top);
  });
  for (std::size_t i = 1; i < lines.size(); ++i) {
    pitches.Add(*lines[i - 1], *lines[i]);
  }
}

// Finds the font of most characters, in lines of prose if there are any.
void SetBody(std::span<const LinePage> pages, DocumentStyle& style) {
  constexpr std::uint32_t kProseCharacters = 40;
  using FontKey = std::tuple<Length, std::uint32_t, std::uint32_t>;
  std::map<FontKey, std::uint64_t> prose;
  std::map<FontKey, std::uint64_t> all;
  for (const LinePage& page : pages) {
    for (const Line& line : page.lines) {
      if (!IsBody(line)) continue;
      const FontKey key{line.size, line.family, line.typeface};
      all[key] += line.characters;
      if (line.characters > kProseCharacters) prose[key] += line.characters;
    }
  }
  if (all.empty()) return;
  std::tie(style.body_size, style.body_family, style.body_typeface) =
      Commonest(prose.empty() ? all : prose);
  // Bold text in another colour is emphasis or a heading, and says nothing
  // about the body's colour.
  std::map<Color, std::uint64_t> colors;
  std::uint64_t bold = 0;
  std::uint64_t sized = 0;
  for (const auto& [key, count] : style.styles) {
    const auto& [size, family, color, is_bold, is_italic] = key;
    if (size != style.body_size) continue;
    sized += count;
    if (is_bold) {
      bold += count;
    } else {
      colors[color] += count;
    }
  }
  if (!colors.empty()) style.body_color = Commonest(colors);
  // In a leaflet set in bold, bold type says nothing.
  style.is_body_bold = bold * 10 > sized * 6;
}

}  // namespace

// A line in lower case continues its sentence, so the distance to it is that
// within a paragraph, never one between paragraphs.
void LinePitches::Add(const Line& line, const Line& next) {
  constexpr std::uint32_t kLongLine = 20;
  const Length distance = next.top - line.top;
  if (line.size == next.size && distance > Percent(line.size, 80) &&
      distance < Percent(line.size, 240) && line.characters > kLongLine &&
      next.mark.empty() && StartsSmall(next.text) &&
      std::abs(line.left - next.left) < 4 * line.size) {
    ++counts_[line.size][Stripe(distance, 1)];
  }
}

Length LinePitches::Commonest(Length size, std::uint32_t least) const {
  const auto found = counts_.find(size);
  if (found == counts_.end()) return 0;
  std::uint32_t total = 0;
  std::uint32_t most = 0;
  for (const auto& [distance, count] : found->second) {
    total += count;
    most = std::max(most, count);
  }
  if (total < least) return 0;
  Length pitch = 0;
  for (const auto& [distance, count] : found->second) {
    // A pitch of 14.5 pixels comes out as 14 and 15 in turn. The larger one
    // counts; otherwise every second line would begin a paragraph.
    if (count * 2 >= most) pitch = Pixels(distance);
  }
  return pitch;
}

std::uint64_t DocumentStyle::CharactersLike(const Line& line) const {
  const auto found = styles.find(StyleOf(line));
  return found == styles.end() ? 0 : found->second;
}

DocumentStyle FindStyle(std::span<const LinePage> pages,
                        std::span<const std::string> outline) {
  DocumentStyle style;
  for (const std::string& title : outline) {
    std::string key = WordKey(title);
    if (!key.empty()) style.titles.insert(std::move(key));
  }
  for (const LinePage& page : pages) {
    for (const Line& line : page.lines) {
      if (!IsBody(line)) continue;
      style.styles[StyleOf(line)] += line.characters;
      style.characters += line.characters;
    }
    AddPitches(page, style.pitches);
    AddContentsTitles(page, style.titles);
  }
  SetBody(pages, style);
  for (const LinePage& page : pages) {
    for (const Line& line : page.lines) {
      if (IsBody(line) && LooksLikeHeading(line, style)) {
        style.heading_lines.insert(WordKey(line.text));
      }
    }
  }
  return style;
}

namespace {

// Longer lines are text, whatever they look like.
constexpr std::size_t kLongestHeading = 220;

// Whether a heading may have this mark: "2.", "A)", "XVIII.". Headings are
// numbered in capitals and digits; "a)" and "iv." mark items. Bullets and years
// are no marks of headings.
bool MayMarkHeading(std::string_view mark) {
  constexpr std::size_t kLongestRoman = 5;
  constexpr std::size_t kLongest = 3;
  Cursor roman(mark);
  roman.TakeWhile(
      [](char32_t c) { return c == U'I' || c == U'V' || c == U'X'; },
      kLongestRoman);
  Cursor cursor(mark);
  cursor.TakeWhile(
      [](char32_t c) {
        return (c >= U'0' && c <= U'9') || (c >= U'A' && c <= U'Z');
      },
      kLongest);
  if (roman.offset() > cursor.offset()) cursor = roman;
  if (cursor.offset() == 0) return false;
  return cursor.TakeAnyOf(U".)") && cursor.at_end();
}

// Whether a short title-like line has a typeface that hardly any other text
// has: at most a fiftieth, as more is a second body, such as examples or forms.
// The line must also read like a title, since names and terms are set in other
// typefaces, too.
bool HasRareTypeface(const Line& line, std::string_view text,
                     const DocumentStyle& style) {
  constexpr std::size_t kLongestTitle = 90;
  const char32_t last = LastCharacter(text);
  Cursor cursor(text);
  cursor.TakeWhile([](char32_t c) { return !IsLetter(c); });
  return line.typeface != style.body_typeface &&
         line.size >= Percent(style.body_size, 90) &&
         style.CharactersLike(line) * 50 < style.characters &&
         text.size() < kLongestTitle && last != U'.' && last != U',' &&
         last != U';' && StartsCapital(cursor.rest());
}

}  // namespace

bool IsLarge(Length size, const DocumentStyle& style) {
  return size >= Percent(style.body_size, 109);
}

bool LooksLikeHeading(const Line& line, const DocumentStyle& style) {
  if (line.role == LineRole::kTableTitle) return true;
  const std::string text = FullText(line);
  const bool is_large = IsLarge(line.size, style);
  if (line.role == LineRole::kCells || text.size() > kLongestHeading ||
      !HasLetters(text, 2) || IsCaption(text)) {
    return false;
  }
  if (line.is_web_link || (line.has_link && !is_large)) return false;
  if (!line.mark.empty() && !MayMarkHeading(line.mark)) return false;
  // If a quarter of a slide or leaflet is large, large is its body size.
  const bool is_common = style.CharactersLike(line) * 4 > style.characters;
  if (is_large && !is_common) return true;
  if (line.is_bold && !style.is_body_bold &&
      line.size >= Percent(style.body_size, 80)) {
    return true;
  }
  const bool is_numbered = SectionNumberDepth(text) > 1 &&
                           (line.is_italic || line.color != style.body_color ||
                            line.family != style.body_family);
  return is_numbered || HasRareTypeface(line, text, style);
}

namespace {

bool IsNear(Length a, Length b, Length tolerance) {
  return std::abs(a - b) < tolerance;
}

// Whether one of the nearest six marked lines at the same indent, before or
// after line `i`, has the mark that precedes or follows its own: "3." is an
// item near "2." or "4.". Six tries skip nested lists in between, and bound the
// time.
bool HasNeighbour(std::span<const Line> lines, std::size_t i, std::size_t from,
                  std::size_t to, bool is_before,
                  const std::vector<std::int32_t>& places) {
  constexpr int kNearest = 6;
  int tried = 0;
  while (from != to && tried < kNearest) {
    const Line& other = lines[is_before ? --from : from++];
    if (other.mark.empty() ||
        !IsNear(other.left, lines[i].left, Percent(other.size, 150))) {
      continue;
    }
    ++tried;
    const auto others = MarkPlaces(other.mark);
    if (is_before ? MayFollow(others, places) : MayFollow(places, others)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool IsListItem(std::span<const Line> lines, std::size_t i,
                std::span<const std::int32_t> last_places) {
  constexpr std::size_t kAround = 25;
  const Line& line = lines[i];
  if (!IsCountingMark(line.mark)) return true;
  const std::vector<std::int32_t> places = MarkPlaces(line.mark);
  const std::size_t begin = i - std::min(i, kAround);
  if (HasNeighbour(lines, i, i, begin, true, places) ||
      HasNeighbour(lines, i, i + 1, std::min(lines.size(), i + kAround + 1),
                   false, places)) {
    return true;
  }
  if (i + 1 < lines.size()) {
    const Line& next = lines[i + 1];
    if (next.mark.empty() && IsNear(next.left, line.text_left, line.size / 2) &&
        line.text_left > line.left + line.size &&
        next.top - line.top < Percent(line.size, 220)) {
      return true;
    }
  }
  // "J. Smith" may begin a line; only a neighbour makes it an item.
  const bool is_initial =
      line.mark.size() == 2 && StartsCapital(line.mark) && line.mark[1] == '.';
  if (is_initial) return false;
  // Either a list continues from the column or page before, or it begins here
  // with a hanging indent.
  return MayFollow(last_places, places) ||
         (std::ranges::find(places, 1) != places.end() &&
          line.text_left > line.left + Percent(line.size, 120));
}

}  // namespace answerbox::client::layout
