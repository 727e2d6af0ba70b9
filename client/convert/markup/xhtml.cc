#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/markup/html_page.h"
#include "client/convert/markup/markup.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

void AppendAsText(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
}

// XML allows any element to be empty as <a/>, which HTML takes for a start tag.
std::string WithEndTags(std::string_view xhtml) {
  constexpr std::string_view kVoid[] = {
      "area",  "base", "br",   "col",   "embed",  "hr",    "img",
      "input", "link", "meta", "param", "source", "track", "wbr"};
  constexpr std::string_view kData = "<![CDATA[";
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = xhtml.find('<'); at != std::string_view::npos;
       at = xhtml.find('<', at)) {
    if (xhtml.substr(at).starts_with(kData)) {
      // HTML takes CDATA for a comment.
      const std::size_t end = std::min(xhtml.find("]]>", at), xhtml.size());
      out += xhtml.substr(copied, at - copied);
      const std::size_t text = at + kData.size();
      AppendAsText(xhtml.substr(text, end - std::min(text, end)), out);
      copied = at = std::min(end + 3, xhtml.size());
      continue;
    }
    if (xhtml.substr(at).starts_with("<!--")) {
      at = std::min(xhtml.find("-->", at), xhtml.size());
      continue;
    }
    const std::size_t end = EndOfTag(xhtml, at + 1);
    const std::string_view tag = xhtml.substr(at + 1, end - at - 1);
    at = end;
    const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/>"));
    if (!tag.ends_with("/>") || name.empty() ||
        !engine::IsLetter(name.front()) ||
        std::ranges::find(kVoid, name) != std::end(kVoid)) {
      continue;
    }
    out += xhtml.substr(copied, end - 2 - copied);
    out += "></" + std::string(name) + ">";
    copied = end;
  }
  out += xhtml.substr(copied);
  return out;
}

}  // namespace

Conversion<void> WriteXhtmlPage(std::string bytes, std::string_view sheets,
                                ParserBudget& budget, BlockWriter& writer,
                                ReadingNotes& notes) {
  const Conversion<DecodedText> page = HtmlToUtf8(std::move(bytes));
  if (!page) return page.error();
  if (engine::HasOnly(page->text, engine::kAsciiSpace)) return {};
  if (auto checked = CheckText(page->text); !checked) return checked;
  if (!page->guessed_charset.empty()) {
    notes.guessed_charset = page->guessed_charset;
  }
  std::string html = "<style>" + std::string(sheets);
  // "</" would end the style element. Only comments and strings of CSS contain
  // it.
  for (std::size_t at = html.find("</"); at != std::string::npos;
       at = html.find("</", at)) {
    html[at] = ' ';
  }
  html += "</style>" + WithEndTags(page->text);
  return WriteHtmlFragment(html, budget, writer, notes);
}

}  // namespace answerbox::client
