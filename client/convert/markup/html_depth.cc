#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/markup/html_page.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

struct Nested {
  std::string_view name;
  bool is_block;
};

// Elements that always have an end tag, so that one more is one deeper. For
// each element that begins, gumbo looks through all that are open.
constexpr Nested kNested[] = {
    {"div", true},     {"ul", true},         {"ol", true},
    {"dl", true},      {"table", true},      {"section", true},
    {"article", true}, {"blockquote", true}, {"header", true},
    {"footer", true},  {"nav", true},        {"aside", true},
    {"main", true},    {"form", true},       {"fieldset", true},
    {"figure", true},  {"details", true},    {"center", true},
    {"menu", true},    {"pre", true},        {"span", false},
    {"b", false},      {"i", false},         {"u", false},
    {"em", false},     {"strong", false},    {"font", false},
    {"small", false},  {"big", false},       {"sup", false},
    {"sub", false},    {"code", false},      {"label", false}};
constexpr std::string_view kRawText[] = {"script", "style", "textarea",
                                         "title"};

bool AreSame(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, engine::ToLowerAscii,
                            engine::ToLowerAscii);
}

class DepthBound {
 public:
  explicit DepthBound(std::string_view html) : html_(html) {}

  // The page with fewer tags; empty where it nests little.
  std::string Take() {
    while (at_ < html_.size()) {
      at_ = html_.find('<', at_);
      if (at_ == std::string_view::npos) break;
      if (html_.substr(at_).starts_with("<!--")) {
        SkipTo("-->");
      } else {
        Tag();
      }
    }
    if (copied_ == 0) return {};
    out_ += html_.substr(copied_);
    return std::move(out_);
  }

 private:
  void Tag();
  void Count(std::size_t kind, bool is_end, std::size_t past);
  void SkipTo(std::string_view what) {
    const std::size_t found = html_.find(what, at_);
    at_ = found == std::string_view::npos ? html_.size() : found;
  }

  std::string_view html_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t copied_ = 0;
  std::array<std::size_t, std::size(kNested)> depths_{};
};

void DepthBound::Tag() {
  const bool is_end = html_.substr(at_ + 1).starts_with('/');
  const std::size_t begin = at_ + 1 + is_end;
  std::size_t end = begin;
  while (end < html_.size() &&
         engine::Is(html_[end], engine::kLetterByte | engine::kDigitByte)) {
    ++end;
  }
  const std::string_view name = html_.substr(begin, end - begin);
  const auto is_named = [name](std::string_view known) {
    return AreSame(name, known);
  };
  if (!is_end && std::ranges::any_of(kRawText, is_named)) {
    for (at_ = end; at_ < html_.size(); at_ += 2) {
      SkipTo("</");
      if (is_named(html_.substr(std::min(at_ + 2, html_.size()), name.size())))
        return;
    }
    return;
  }
  const auto kind = std::ranges::find_if(
      kNested, [&is_named](const Nested& n) { return is_named(n.name); });
  if (kind == std::end(kNested)) {
    // Past its attributes, whose values may hold tags.
    at_ = name.empty() ? end : EndOfTag(html_, end);
    return;
  }
  Count(static_cast<std::size_t>(kind - kNested), is_end, EndOfTag(html_, end));
}

void DepthBound::Count(std::size_t kind, bool is_end, std::size_t past) {
  std::size_t& depth = depths_[kind];
  if (!is_end) ++depth;
  if (depth > kMaxHtmlDepth) {
    out_ += html_.substr(copied_, at_ - copied_);
    if (kNested[kind].is_block) out_ += "<br>";
    copied_ = past;
  }
  if (is_end && depth > 0) --depth;
  at_ = past;
}

}  // namespace

std::size_t EndOfTag(std::string_view html, std::size_t at) {
  char quote = '\0';
  char before = '\0';  // The last sign that is no blank.
  for (; at < html.size(); ++at) {
    const char c = html[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '>') {
      return at + 1;
    } else if ((c == '"' || c == '\'') && before == '=') {
      // Elsewhere it is a part of a name or a value, as in <p title=it's>.
      quote = c;
    }
    if (!engine::IsOneOf(c, engine::kAsciiSpace)) before = c;
  }
  return html.size();
}

std::string WithBoundedDepth(std::string_view html) {
  return DepthBound(html).Take();
}

}  // namespace answerbox::client
