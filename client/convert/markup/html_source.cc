// What happens to the bytes of a page before gumbo parses them: their character
// set, and elements that nest too deep.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/document/text_charset.h"
#include "client/convert/markup/html_page.h"
#include "engine/text/ascii.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

// Browsers search this far for a declaration (HTML Standard, "prescan a byte
// stream to determine its encoding").
constexpr std::size_t kPrescanBytes = 1024;

bool IsCharsetCharacter(char c) {
  return engine::Is(c, engine::kLetterByte | engine::kDigitByte) ||
         engine::IsOneOf(c, "-_:.");
}

// Finds the word after `key` and an equals sign, without its quotes. Empty if
// there is none. Handles `charset="x"` of a meta element, `content="text/html;
// charset=x"` and `encoding='x'` of an XML declaration alike: tags can't be
// parsed before the encoding is known.
std::string_view ValueAfter(std::string_view text, std::string_view key) {
  std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + key.size());
  at = text.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos || text[at] != '=') return {};
  text.remove_prefix(at + 1);
  at = text.find_first_not_of(" \t\r\n\"'");
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at);
  return {text.begin(),
          std::find_if_not(text.begin(), text.end(), IsCharsetCharacter)};
}

bool IsOneOf(std::string_view name,
             std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string DeclaredCharset(std::string_view bytes) {
  std::string head(bytes.substr(0, kPrescanBytes));
  for (char& c : head) c = engine::ToLowerAscii(c);
  if (head.starts_with("<?xml")) {
    const std::string_view declaration =
        std::string_view(head).substr(0, head.find("?>"));
    const std::string_view value = ValueAfter(declaration, "encoding");
    if (!value.empty()) return std::string(value);
  }
  for (std::size_t meta = head.find("<meta"); meta != std::string::npos;
       meta = head.find("<meta", meta + 1)) {
    const std::string_view tag =
        std::string_view(head).substr(meta, head.find('>', meta) - meta);
    const std::string_view value = ValueAfter(tag, "charset");
    if (!value.empty()) return std::string(value);
  }
  return {};
}

// A byte order mark overrides any declaration, as in browsers: pages saved as
// UTF-8 often keep their old meta element.
Conversion<DecodedText> HtmlToUtf8(std::string bytes) {
  DecodedText page;
  if (DecodeUtf16(bytes, page.text)) return page;
  const bool is_marked = bytes.starts_with(kUtf8ByteOrderMark);
  if (is_marked) bytes.erase(0, kUtf8ByteOrderMark.size());
  const std::string charset = is_marked ? "utf-8" : DeclaredCharset(bytes);
  page.text = std::move(bytes);
  if (IsOneOf(charset, {"utf-8", "utf8"})) return page;
  if (charset.empty()) {
    if (!engine::ValidateUtf8(page.text)) (void)GuessCharset(page);
    return page;
  }
  if (IsOneOf(charset, {"windows-1252", "cp1252", "iso-8859-1", "iso8859-1",
                        "latin1", "us-ascii", "ascii"})) {
    page.text = DecodeWindows1252(page.text);
    return page;
  }
  return Rejection{RejectionReason::kUnsupportedCharset,
                   "the page declares the character set \"" + charset +
                       "\": save it as UTF-8"};
}

namespace {

enum class Nesting : std::uint8_t {
  kBlock,  // Its end tag also ends the spans inside.
  kScope,  // The same, but it may have no end tag, and is never dropped.
  kSpan,
  kFormat,  // Resumes after a block that ended it.
};

struct Nested {
  std::string_view name;
  Nesting nesting;
  std::string_view ends = {};  // The scopes that it ends where it begins.
};

// The elements whose nesting is bounded: for each element that begins, gumbo
// looks through all open ones.
using enum Nesting;
constexpr Nested kNested[] = {{"div", kBlock},
                              {"ul", kBlock},
                              {"ol", kBlock},
                              {"dl", kBlock},
                              {"table", kBlock},
                              {"section", kBlock},
                              {"article", kBlock},
                              {"blockquote", kBlock},
                              {"header", kBlock},
                              {"footer", kBlock},
                              {"nav", kBlock},
                              {"aside", kBlock},
                              {"main", kBlock},
                              {"form", kBlock},
                              {"fieldset", kBlock},
                              {"figure", kBlock},
                              {"details", kBlock},
                              {"center", kBlock},
                              {"menu", kBlock},
                              {"pre", kBlock},
                              {"p", kScope, "|p|"},
                              {"li", kScope, "|p|li|"},
                              {"dt", kScope, "|p|dt|dd|"},
                              {"dd", kScope, "|p|dt|dd|"},
                              {"td", kScope, "|p|td|th|"},
                              {"th", kScope, "|p|td|th|"},
                              {"tr", kScope, "|p|td|th|tr|"},
                              {"h1", kScope},
                              {"h2", kScope},
                              {"h3", kScope},
                              {"h4", kScope},
                              {"span", kSpan},
                              {"sup", kSpan},
                              {"sub", kSpan},
                              {"label", kSpan},
                              {"b", kFormat},
                              {"i", kFormat},
                              {"u", kFormat},
                              {"em", kFormat},
                              {"strong", kFormat},
                              {"font", kFormat},
                              {"small", kFormat},
                              {"big", kFormat},
                              {"code", kFormat}};
constexpr std::string_view kRawText[] = {"script", "style", "textarea",
                                         "title"};

bool AreSame(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, engine::ToLowerAscii,
                            engine::ToLowerAscii);
}

class DepthBound {
 public:
  explicit DepthBound(std::string_view html) : html_(html) {}

  // Returns the page with fewer tags; empty if it does not nest too deep.
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
  void Count(std::uint8_t kind, bool is_end, std::size_t past);
  void Begin(std::uint8_t kind);
  void End(std::uint8_t kind);
  void EndBlock(std::size_t index);
  void SkipTo(std::string_view what) {
    const std::size_t found = html_.find(what, at_);
    at_ = found == std::string_view::npos ? html_.size() : found;
  }

  std::string_view html_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t copied_ = 0;
  std::array<std::size_t, std::size(kNested)> depths_{};
  // Open blocks and scopes, by kind, with the number of spans open before each.
  struct OpenBlock {
    std::uint8_t kind = 0;
    std::uint32_t spans = 0;
  };
  std::vector<OpenBlock> blocks_;
  std::vector<std::uint8_t> spans_;
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
    // Skips its attributes, whose values may hold tags.
    at_ = name.empty() ? end : EndOfTag(html_, end);
    return;
  }
  Count(static_cast<std::uint8_t>(kind - kNested), is_end,
        EndOfTag(html_, end));
}

void DepthBound::Count(std::uint8_t kind, bool is_end, std::size_t past) {
  if (!is_end) Begin(kind);
  const Nesting nesting = kNested[kind].nesting;
  if (depths_[kind] > kMaxHtmlDepth && nesting != kScope) {
    out_ += html_.substr(copied_, at_ - copied_);
    if (nesting == kBlock) out_ += "<br>";
    copied_ = past;
  }
  if (is_end && depths_[kind] > 0) End(kind);
  at_ = past;
}

void DepthBound::Begin(std::uint8_t kind) {
  const Nested& nested = kNested[kind];
  while (!nested.ends.empty() && !blocks_.empty() &&
         nested.ends.find("|" + std::string(kNested[blocks_.back().kind].name) +
                          "|") != std::string_view::npos) {
    EndBlock(blocks_.size() - 1);
  }
  ++depths_[kind];
  if (nested.nesting == kSpan) {
    spans_.push_back(kind);
  } else if (nested.nesting != kFormat) {
    blocks_.push_back({kind, static_cast<std::uint32_t>(spans_.size())});
  }
}

// Ends the innermost open element of the kind, as parsers do, but a block not
// across a table, and a span not across a block. Looks at few elements, as a
// page of end tags would take long; an element that is not found counts as
// open.
void DepthBound::End(std::uint8_t kind) {
  constexpr std::size_t kMostLooks = 64;
  const Nesting nesting = kNested[kind].nesting;
  if (nesting == kFormat) {
    --depths_[kind];
  } else if (nesting == kSpan) {
    const std::size_t inside = blocks_.empty() ? 0 : blocks_.back().spans;
    std::size_t at = spans_.size();
    while (at > inside && spans_.size() - at < kMostLooks &&
           spans_[at - 1] != kind) {
      --at;
    }
    if (at == inside || spans_[at - 1] != kind) return;
    for (; spans_.size() >= at; spans_.pop_back()) --depths_[spans_.back()];
  } else {
    for (std::size_t at = blocks_.size();
         at > 0 && blocks_.size() - at < kMostLooks; --at) {
      if (blocks_[at - 1].kind == kind) return EndBlock(at - 1);
      if (kNested[blocks_[at - 1].kind].name == "table") return;
    }
  }
}

// Ends the block at `index` and everything open in it.
void DepthBound::EndBlock(std::size_t index) {
  const std::size_t spans = blocks_[index].spans;
  for (; spans_.size() > spans; spans_.pop_back()) --depths_[spans_.back()];
  for (; blocks_.size() > index; blocks_.pop_back()) {
    --depths_[blocks_.back().kind];
  }
}

}  // namespace

std::size_t EndOfTag(std::string_view html, std::size_t at) {
  char quote = '\0';
  char before = '\0';  // The last character that is no blank.
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
