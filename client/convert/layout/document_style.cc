#include "client/convert/layout/document_style.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "client/convert/layout/lines/characters.h"
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

}  // namespace answerbox::client::layout
