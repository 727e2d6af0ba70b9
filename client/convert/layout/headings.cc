#include <string>

#include "client/convert/layout/document_style.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/cursor.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
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

}  // namespace answerbox::client::layout
