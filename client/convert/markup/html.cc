#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/document/written_structure.h"
#include "client/convert/markup/html_page.h"
#include "client/convert/markup/html_page_writer.h"
#include "client/convert/markup/markup.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Decides whether the title must serve as the first heading.
struct Outline {
  std::string_view title;
  bool has_first_level = false;
};

// Finds the title in the head, which is hidden otherwise, and first-level
// headings in the body, as a page may have its title in both.
Outline FindOutline(const GumboNode* root) {
  Outline outline;
  bool in_title = false;
  WalkHtml(
      root,
      [&](const GumboNode* node) {
        if (IsText(node)) {
          if (in_title) outline.title = node->v.text.text;
          in_title = false;
          return false;
        }
        if (node->type != GUMBO_NODE_ELEMENT) return false;
        const GumboTag tag = node->v.element.tag;
        in_title = tag == GUMBO_TAG_TITLE && outline.title.empty();
        if (in_title || tag == GUMBO_TAG_HEAD) return true;
        if (IsHidden(node->v.element)) return false;
        outline.has_first_level |= tag == GUMBO_TAG_H1;
        return true;
      },
      [&in_title](const GumboNode*) { in_title = false; });
  return outline;
}

// Without a heading that names the page, an answer could not say where its
// sections come from.
void WriteMissingHeading(const Outline& outline, BlockWriter& writer) {
  if (outline.has_first_level) return;
  writer.BeginTitle();
  writer.Flowing(outline.title);
  writer.EndTitle();
  writer.Block();
}

}  // namespace

Conversion<ConvertedDocument> ConvertHtml(std::string bytes, PageTitle title) {
  // Bytes are decoded before they are checked, as Windows-1252 is not UTF-8.
  if (bytes.empty()) return CheckText(bytes).error();
  const Conversion<DecodedText> html = HtmlToUtf8(std::move(bytes));
  if (!html) return html.error();
  if (const auto checked = CheckText(html->text); !checked) {
    return checked.error();
  }
  ParserBudget budget;
  const Conversion<HtmlTree> tree = HtmlTree::Parse(html->text, budget);
  if (!tree) return tree.error();

  BlockWriter writer;
  if (title == PageTitle::kReplacesHeading) {
    WriteMissingHeading(FindOutline(tree->root()), writer);
  }
  ReadingNotes notes{.guessed_charset = html->guessed_charset,
                     .are_drawings_unread = tree->is_shallow()};
  const PageStyle style(tree->root());
  notes.are_drawings_unread |= style.is_cut();
  HtmlPageWriter(writer, style, notes).Write(tree->root());
  ConvertedDocument document = std::move(writer).Take();
  MakeTypedLists(document.text, document.blocks);
  document.notes = std::move(notes);
  return Finish(std::move(document));
}

Conversion<void> WriteHtmlFragment(std::string_view html, ParserBudget& budget,
                                   BlockWriter& writer, ReadingNotes& notes) {
  const Conversion<HtmlTree> tree = HtmlTree::Parse(html, budget);
  if (!tree) return tree.error();
  notes.are_drawings_unread |= tree->is_shallow();
  writer.Block();
  const PageStyle style(tree->root());
  notes.are_drawings_unread |= style.is_cut();
  HtmlPageWriter(writer, style, notes).Write(tree->root());
  writer.Block();
  return {};
}

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
