#include "client/convert/layout/lines/runs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "client/convert/document/conversion_clock.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"
#include "engine/text/character_class.h"

namespace answerbox::client::layout {
namespace {

// The font of runs whose font is not declared, or beyond kMaxFonts.
constexpr Font kUnknownFont = {.size = Pixels(12)};

// Poppler marks bold and italic only if the file says so; names of fonts say
// more. Many brochures set their headings in "Medium".
constexpr std::array<std::string_view, 11> kBoldNames = {
    "bold", "black", "heavy",  "demi",  "-bd", "_bd",
    "blk",  "-md",   "medium", "-medi", "xbd"};
constexpr std::array<std::string_view, 3> kItalicNames = {"ital", "obli",
                                                          "-it"};

template <typename Names>
bool Mentions(std::string_view lower, const Names& names) {
  return std::ranges::any_of(names, [lower](std::string_view name) {
    return lower.find(name) != std::string_view::npos;
  });
}

// Returns "calibri" for "Calibri-Bold", "timesnewroman" for "TimesNewRomanPSMT"
// and "TimesNewRomanPS-BoldMT".
std::string TypefaceName(std::string_view family) {
  std::string name = ToLower(family.substr(0, family.find_first_of("-,_")));
  for (const std::string_view suffix : {"mt", "ps"}) {
    if (name.ends_with(suffix)) name.erase(name.size() - suffix.size());
  }
  return name;
}

Color ColorIn(std::string_view tag) {
  std::string_view value = AttributeIn(tag, "color").value_or("");
  Color color = 0;
  if (value.size() < 7 || value.front() != '#') return color;
  for (const char c : value.substr(1, 6)) {
    const char lower = engine::ToLowerAscii(c);
    int digit = 0;
    if (c >= '0' && c <= '9') digit = c - '0';
    if (lower >= 'a' && lower <= 'f') digit = lower - 'a' + 10;
    color = color * 16 + digit;
  }
  return color;
}

std::size_t NumberIn(std::string_view tag, std::string_view name) {
  return static_cast<std::size_t>(std::max(LengthIn(tag, name), 0)) / 100;
}

Link LinkIn(std::string_view content) {
  const std::size_t at = content.find("<a ");
  if (at == std::string_view::npos) return Link::kNone;
  const std::string_view target =
      AttributeIn(content.substr(at), "href").value_or("");
  return target.starts_with("http") || target.starts_with("mailto")
             ? Link::kWeb
             : Link::kDocument;
}

std::size_t LeadingSpaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? 0 : first;
}

}  // namespace

// Family 0 stands for unknown fonts.
RunReader::RunReader(std::string_view xml, std::size_t most_runs)
    : most_runs_(most_runs) {
  const std::size_t outline = xml.find("<outline>");
  pages_ = xml.substr(0, outline);
  if (outline != std::string_view::npos) outline_ = xml.substr(outline);
  families_.push_back({});
}

bool RunReader::ReadPage(RunPage& page) {
  CheckConversionTime();
  constexpr std::string_view kPage = "<page number";
  // Searches for tags instead of parsing XML: poppler writes links unescaped,
  // and a file can make it write anything.
  const std::size_t begin = pages_.find(kPage);
  if (begin == std::string_view::npos) return false;
  const std::size_t end = pages_.find(kPage, begin + 1);
  std::string_view rest = pages_.substr(begin, end - begin);
  pages_.remove_prefix(end == std::string_view::npos ? pages_.size() : end);

  page.runs.clear();
  page.turned.clear();
  page.is_complete = true;
  const std::string_view page_tag = rest.substr(0, rest.find('>'));
  page.number = static_cast<std::uint32_t>(NumberIn(page_tag, "number"));
  page.width = LengthIn(page_tag, "width");
  page.height = LengthIn(page_tag, "height");
  while (page.is_complete) {
    const std::size_t open = rest.find('<');
    if (open == std::string_view::npos) return true;
    rest.remove_prefix(open);
    const std::size_t close = rest.find('>');
    if (close == std::string_view::npos) return true;
    const std::string_view tag = rest.substr(0, close);
    rest.remove_prefix(close + 1);
    if (tag.starts_with("<fontspec ")) {
      ReadFont(tag);
    } else if (tag.starts_with("<text ")) {
      const std::size_t content = rest.find("</text>");
      if (content == std::string_view::npos) return true;
      ReadRun(tag, rest.substr(0, content), page);
      rest.remove_prefix(content);
    }
  }
  return true;
}

void RunReader::ReadFont(std::string_view tag) {
  const std::size_t id = NumberIn(tag, "id");
  if (id >= kMaxFonts) return;
  std::string_view name = AttributeIn(tag, "family").value_or("");
  // "ABCDEF+Calibri" is a subset of Calibri (ISO 32000-1, 9.6.4).
  if (const std::size_t subset = name.rfind('+');
      subset != std::string_view::npos) {
    name.remove_prefix(subset + 1);
  }
  const std::string lower = ToLower(name);
  if (fonts_.size() <= id) fonts_.resize(id + 1);
  fonts_[id] = {.size = LengthIn(tag, "size"),
                .family = FamilyNamed(name),
                .color = ColorIn(tag),
                .is_color_known = AttributeIn(tag, "color").has_value(),
                .is_bold = Mentions(lower, kBoldNames),
                .is_italic = Mentions(lower, kItalicNames)};
}

std::uint32_t RunReader::FamilyNamed(std::string_view name) {
  if (const auto known = family_by_name_.find(name);
      known != family_by_name_.end()) {
    return known->second;
  }
  if (families_.size() >= kMaxFonts) return 0;
  const auto family = static_cast<std::uint32_t>(families_.size());
  family_by_name_.emplace(name, family);
  const std::uint32_t typeface =
      typeface_by_name_.try_emplace(TypefaceName(name), family).first->second;
  families_.push_back({std::string(name), typeface, IsSymbolFont(name)});
  return family;
}

void RunReader::ReadRun(std::string_view tag, std::string_view content,
                        RunPage& page) {
  const std::string text = PlainText(content);
  const std::string_view trimmed = Trim(text);
  const std::size_t id = NumberIn(tag, "font");
  Run run;
  run.font =
      id < fonts_.size() && fonts_[id].size > 0 ? fonts_[id] : kUnknownFont;
  const Length left = LengthIn(tag, "left");
  const Length width = LengthIn(tag, "width");
  run.top = LengthIn(tag, "top");
  run.bottom = run.top + std::max(LengthIn(tag, "height"), 0);
  // A run outside of the page is invisible. The box of a large font is higher
  // than its letters, so it may begin above the page's edge.
  if (trimmed.empty() || run.font.size <= 0 || left > page.width ||
      run.top > page.height || run.top + run.height() / 2 < 0) {
    return;
  }
  if (page.runs.size() + page.turned.size() >= most_runs_) {
    page.is_complete = false;
    return;
  }
  // Poppler's width includes blanks at both ends.
  const auto count = static_cast<Length>(CountCharacters(text));
  const auto leading = static_cast<Length>(LeadingSpaces(text));
  const auto trailing =
      count - leading - static_cast<Length>(CountCharacters(trimmed));
  // The width of a blank is not printed; a quarter of an em is usual.
  const Length blank = std::clamp(width / count, Length{0}, run.font.size / 4);
  run.left = left + blank * leading;
  run.end = left + width;
  run.right = run.end - blank * trailing;
  run.font.is_bold |= content.find("<b>") != std::string_view::npos;
  run.font.is_italic |= content.find("<i>") != std::string_view::npos;
  run.link = LinkIn(content);
  run.text = trimmed;
  (width > 0 ? page.runs : page.turned).push_back(std::move(run));
}

// Titles in the outline are headings, whatever they look like (CheckHeadings).
std::vector<std::string> RunReader::ReadOutline() const {
  std::vector<std::string> titles;
  std::string_view rest = outline_;
  while (titles.size() < kMaxOutlineEntries) {
    const std::size_t item = rest.find("<item ");
    if (item == std::string_view::npos) break;
    rest.remove_prefix(item);
    const std::size_t begin = rest.find('>');
    const std::size_t end = rest.find("</item>");
    if (begin == std::string_view::npos || end == std::string_view::npos) break;
    if (begin < end) {
      titles.push_back(PlainText(rest.substr(begin + 1, end - begin - 1)));
    }
    rest.remove_prefix(end);
  }
  return titles;
}

}  // namespace answerbox::client::layout
