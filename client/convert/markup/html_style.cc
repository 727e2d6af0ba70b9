#include "client/convert/markup/html_style.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "client/convert/markup/html_page.h"
#include "engine/text/ascii.h"
#include "engine/text/whole_number.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kStyleBlanks = " \t\r\n\f";

// Bounds on the bytes read of all sheets together, and on the selectors kept,
// of some 200 bytes each.
constexpr std::size_t kMaxSheetBytes = 4u << 20;
constexpr std::size_t kMaxRules = 1u << 16;

std::string Lower(std::string_view text) {
  std::string lower;
  for (const char c : engine::Trim(text, kStyleBlanks)) {
    lower += engine::ToLowerAscii(c);
  }
  return lower;
}

std::optional<std::uint8_t> HexOf(std::string_view digits) {
  const auto value = engine::WholeNumber<std::uint8_t>(digits, 16);
  if (!value) return std::nullopt;
  return static_cast<std::uint8_t>(digits.size() == 1 ? *value * 17 : *value);
}

std::optional<PageColor> HexColorOf(std::string_view digits) {
  if (digits.size() != 3 && digits.size() != 6) return std::nullopt;
  const std::size_t width = digits.size() / 3;
  PageColor color{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto part = HexOf(digits.substr(i * width, width));
    if (!part) return std::nullopt;
    color[i] = *part;
  }
  return color;
}

// Reads "rgb(255, 255, 255)", also with only blanks between the numbers.
std::optional<PageColor> RgbOf(std::string_view value) {
  PageColor color{};
  std::size_t at = value.find('(');
  for (std::uint8_t& part : color) {
    at = value.find_first_of("0123456789", at);
    if (at == std::string_view::npos) return std::nullopt;
    const auto read =
        std::from_chars(value.data() + at, value.data() + value.size(), part);
    if (read.ec != std::errc()) return std::nullopt;
    at = static_cast<std::size_t>(read.ptr - value.data());
  }
  // A fourth number is the opacity.
  if (value.find_first_of(",/", at) != std::string_view::npos) {
    return std::nullopt;
  }
  return color;
}

std::optional<PageColor> ColorOf(std::string_view value) {
  value = value.substr(0, value.find(" !"));
  if (value.starts_with('#')) return HexColorOf(value.substr(1));
  if (value.starts_with("rgb")) return RgbOf(value);
  if (value == "white") return PageColor{255, 255, 255};
  if (value == "black") return PageColor{0, 0, 0};
  return std::nullopt;
}

// `opacity: 0` and `font-size: 0` do not surely hide text: pages use them to
// fade parts in, and to set rows without gaps.
void Declare(std::string_view name, std::string_view value,
             ElementStyle& style) {
  const auto says = [value](std::string_view word) {
    return value.find(word) != std::string_view::npos;
  };
  if (name == "display" || name == "visibility") {
    const bool hides = says("none") || says("hidden") || says("collapse");
    // `visibility` does not show what `display` hides.
    if (hides || name == "display") style.is_hidden = hides;
  } else if (name == "left" || name == "text-indent" || name == "top") {
    // Off the screen: "-9999px", "-999em".
    constexpr std::size_t kFarOff = 6;
    if (value.starts_with('-') && value.size() >= kFarOff && says("99")) {
      style.is_hidden = true;
    }
  } else if (name == "vertical-align") {
    style.is_raised = value == "super";
    style.is_lowered = value == "sub";
  } else if (name == "text-decoration" || name == "text-decoration-line") {
    style.is_struck = says("line-through");
  } else if (name == "font-weight") {
    style.is_bold = says("bold") || (value.size() == 3 && value >= "600");
  } else if (name == "color") {
    style.color = ColorOf(value);
    if (value == "transparent") style.is_hidden = true;
  } else if (name == "background-color") {
    style.ground = ColorOf(value);
  } else if (name == "background" || name == "background-image") {
    style.ground = ColorOf(value.substr(0, value.find(' ')));
    // Pictures and colours of other names are unknown.
    style.has_picture = !style.ground && value != "none";
  }
}

void DeclareAll(std::string_view declarations, ElementStyle& style) {
  while (!declarations.empty()) {
    const std::size_t end =
        std::min(declarations.find(';'), declarations.size());
    const std::string_view declaration = declarations.substr(0, end);
    const std::size_t colon = declaration.find(':');
    if (colon != std::string_view::npos) {
      Declare(Lower(declaration.substr(0, colon)),
              Lower(declaration.substr(colon + 1)), style);
    }
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
  }
}

template <typename Value>
void Override(const std::optional<Value>& with, std::optional<Value>& value) {
  if (with) value = with;
}

void Merge(const ElementStyle& with, ElementStyle& style) {
  Override(with.is_hidden, style.is_hidden);
  Override(with.is_struck, style.is_struck);
  Override(with.is_bold, style.is_bold);
  Override(with.color, style.color);
  Override(with.ground, style.ground);
  style.has_picture = style.has_picture || with.has_picture;
  style.is_raised = style.is_raised || with.is_raised;
  style.is_lowered = style.is_lowered || with.is_lowered;
}

std::string WithoutComments(std::string_view sheet) {
  std::string text;
  while (true) {
    const std::size_t begin = std::min(sheet.find("/*"), sheet.size());
    text += sheet.substr(0, begin);
    const std::size_t end = sheet.find("*/", begin);
    if (end == std::string_view::npos) return text;
    sheet.remove_prefix(end + 2);
  }
}

// Returns where the block ends that begins with the brace at `open`: after its
// closing brace.
std::size_t EndOfBlock(std::string_view sheet, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < sheet.size(); ++i) {
    if (sheet[i] == '{') ++depth;
    if (sheet[i] == '}' && --depth == 0) return i + 1;
  }
  return sheet.size();
}

bool IsSimpleSelector(std::string_view selector) {
  return !selector.empty() && selector != "*" &&
         selector.find_first_of(" >+~:[*") == std::string_view::npos &&
         std::ranges::count_if(
             selector, [](char c) { return c == '.' || c == '#'; }) <= 1;
}

template <typename Visit>
void ForEachWord(std::string_view words, Visit visit) {
  while (true) {
    words = engine::Trim(words, kStyleBlanks);
    if (words.empty()) return;
    const std::size_t end =
        std::min(words.find_first_of(kStyleBlanks), words.size());
    visit(words.substr(0, end));
    words.remove_prefix(end);
  }
}

// Returns an element's name as style rules use it.
std::string NameOf(const GumboElement& element) {
  return element.tag == GUMBO_TAG_UNKNOWN
             ? std::string()
             : std::string(gumbo_normalized_tagname(element.tag));
}

bool AreAlike(const PageColor& a, const PageColor& b) {
  constexpr int kSeenDifference = 12;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::max(a[i], b[i]) - std::min(a[i], b[i]) > kSeenDifference) {
      return false;
    }
  }
  return true;
}

bool IsBoldTag(GumboTag tag) {
  return tag == GUMBO_TAG_B || tag == GUMBO_TAG_STRONG || tag == GUMBO_TAG_TH;
}

}  // namespace

PageStyle::PageStyle(const GumboNode* root) {
  bool in_style = false;
  std::size_t bytes = 0;
  WalkHtml(
      root,
      [&](const GumboNode* node) {
        if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA) {
          const std::string_view sheet = node->v.text.text;
          if (!in_style) return false;
          bytes += sheet.size();
          is_cut_ = is_cut_ || bytes > kMaxSheetBytes;
          if (!is_cut_) ReadSheet(sheet);
          return false;
        }
        if (node->type != GUMBO_NODE_ELEMENT) return false;
        in_style = node->v.element.tag == GUMBO_TAG_STYLE;
        is_whole_ =
            is_whole_ && !(node->v.element.tag == GUMBO_TAG_LINK &&
                           HasWord(node->v.element, "rel", "stylesheet"));
        return true;
      },
      [&in_style](const GumboNode*) { in_style = false; });
}

void PageStyle::ReadSheet(std::string_view commented) {
  const std::string text = WithoutComments(commented);
  std::string_view sheet = text;
  while (true) {
    const std::size_t open = sheet.find('{');
    if (open == std::string_view::npos) return;
    std::string_view selectors =
        engine::Trim(sheet.substr(0, open), kStyleBlanks);
    const std::size_t end = EndOfBlock(sheet, open);
    const std::string_view block =
        sheet.substr(open + 1, end > open + 1 ? end - open - 2 : 0);
    sheet.remove_prefix(end);
    // @import and @charset end before the first rule. Other at-rules are for
    // printers, narrow screens and the like.
    selectors.remove_prefix(selectors.rfind(';') + 1);
    selectors = engine::Trim(selectors, kStyleBlanks);
    if (selectors.starts_with('@')) continue;
    ElementStyle style;
    DeclareAll(block, style);
    while (!selectors.empty()) {
      if (rules_.size() >= kMaxRules) {
        is_cut_ = true;
        return;
      }
      const std::size_t comma = std::min(selectors.find(','), selectors.size());
      const std::string_view selector =
          engine::Trim(selectors.substr(0, comma), kStyleBlanks);
      if (IsSimpleSelector(selector)) {
        Merge(style, rules_[std::string(selector)]);
      }
      selectors.remove_prefix(std::min(comma + 1, selectors.size()));
    }
  }
}

ElementStyle PageStyle::Of(const GumboElement& element) const {
  ElementStyle style;
  const auto apply = [this, &style](const std::string& selector) {
    const auto rule = rules_.find(selector);
    if (rule != rules_.end()) Merge(rule->second, style);
  };
  if (!rules_.empty()) {
    const std::string name = NameOf(element);
    apply(name);
    ForEachWord(AttributeOf(element, "class"), [&](std::string_view word) {
      const std::string selector = "." + std::string(word);
      apply(selector);
      apply(name + selector);
    });
    if (const std::string_view id = AttributeOf(element, "id"); !id.empty()) {
      apply("#" + std::string(id));
    }
  }
  DeclareAll(AttributeOf(element, "style"), style);
  if (const std::string_view color = AttributeOf(element, "bgcolor");
      !color.empty() && !style.ground) {
    style.ground = ColorOf(Lower(color));
    style.has_picture = style.has_picture || !style.ground;
  }
  if (element.tag == GUMBO_TAG_FONT && !style.color) {
    style.color = ColorOf(Lower(AttributeOf(element, "color")));
  }
  return style;
}

std::optional<LeftOut> WhyLeftOut(const GumboElement& element,
                                  const ElementStyle& style,
                                  const std::optional<PageColor>& ground) {
  const bool is_struck_tag = element.tag == GUMBO_TAG_DEL ||
                             element.tag == GUMBO_TAG_S ||
                             element.tag == GUMBO_TAG_STRIKE;
  if (style.is_struck.value_or(is_struck_tag)) return LeftOut::kStruck;
  const bool is_marked =
      gumbo_get_attribute(&element.attributes, "hidden") != nullptr;
  if (style.is_hidden.value_or(is_marked)) return LeftOut::kHidden;
  const auto& behind = style.ground ? style.ground : ground;
  if (style.color && behind && !style.has_picture &&
      AreAlike(*style.color, *behind)) {
    return LeftOut::kCovered;
  }
  return std::nullopt;
}

bool HoldsOnlyBold(const GumboNode* root, const PageStyle& style) {
  // Callers ask about single lines. The bound keeps nested pages linear.
  constexpr std::size_t kMostNodes = 256;
  bool has_words = false;
  bool is_bold = true;
  std::size_t bold = 0;  // Open elements in bold.
  std::size_t nodes = 0;
  const auto sets_bold = [&style](const GumboNode* node) {
    return IsBoldTag(node->v.element.tag) ||
           style.Of(node->v.element).is_bold.value_or(false);
  };
  WalkHtml(
      root,
      [&](const GumboNode* node) {
        is_bold = is_bold && ++nodes <= kMostNodes;
        if (node->type == GUMBO_NODE_TEXT) {
          has_words = true;
          is_bold = is_bold && bold > 0;
          return false;
        }
        if (node->type != GUMBO_NODE_ELEMENT || !is_bold ||
            IsHidden(node->v.element)) {
          return false;
        }
        bold += sets_bold(node);
        return true;
      },
      [&](const GumboNode* node) { bold -= sets_bold(node); });
  return has_words && is_bold;
}

}  // namespace answerbox::client
