// An answer's text in its form, where it stands, and what is printed around it.
#include <algorithm>
#include <boost/json/array.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/protocol/http/page/answer.h"
#include "daemon/protocol/http/page/html.h"
#include "protocol/reply/answer_parts.h"
#include "protocol/reply/json_fields.h"
#include "protocol/reply/scan_confidence.h"

namespace answerbox::daemon::page {
namespace {

namespace json = boost::json;

using protocol::AnswerBlock;
using protocol::ArrayAt;
using protocol::AsObject;
using protocol::BlockKind;
using protocol::LocatedPart;
using protocol::NumberAt;
using protocol::ObjectAt;
using protocol::RealAt;
using protocol::TextAt;
using protocol::TextRange;

struct FormedText {
  std::string text;
  std::vector<LocatedPart> parts;
  std::vector<Mark> marks;

  [[nodiscard]] std::string_view At(TextRange range) const {
    return std::string_view(text).substr(range.begin, range.end - range.begin);
  }
  [[nodiscard]] std::string Html(TextRange range) const {
    return MarkedText(text, range, marks);
  }
};

FormedText ReadText(const json::object& answer) {
  FormedText formed{TextAt(answer, "text"), {}, {}};
  formed.parts = protocol::LocateParts(answer, formed.text);
  const json::object& offsets = ObjectAt(answer, "offsets");
  const TextRange decided{static_cast<std::size_t>(NumberAt(offsets, "begin")),
                          static_cast<std::size_t>(NumberAt(offsets, "end"))};
  // A row decides as a whole.
  if (formed.parts.size() > 1 && TextAt(answer, "form") != "row") {
    for (const TextRange range : protocol::InText(formed.parts, decided)) {
      formed.marks.push_back({range, "strong"});
    }
  }
  formed.marks.push_back(
      {protocol::ShortInParts(answer, formed.parts, formed.text), "mark"});
  return formed;
}

// Text whose structure is not known keeps its lines.
std::string PlainLines(const FormedText& formed) {
  std::string out;
  for (std::size_t at = 0; at < formed.text.size();) {
    const std::size_t end =
        std::min(formed.text.find('\n', at), formed.text.size());
    if (end > at) out += Element("p dir=auto", formed.Html({at, end}));
    at = end + 1;
  }
  return out;
}

// Items at the front of `items`, as deep as the first one or deeper. Takes them
// away.
std::string ListHtml(const FormedText& formed,
                     std::span<const AnswerBlock>& items) {
  const std::size_t level = items.front().level;
  std::string out;
  while (!items.empty() && items.front().level >= level) {
    std::string item = formed.Html(items.front().range);
    items = items.subspan(1);
    if (!items.empty() && items.front().level > level) {
      item += ListHtml(formed, items);
    }
    out += Element("li dir=auto", item);
  }
  return Element("ul", out);
}

struct Cell {
  TextRange head{};  // Empty: its column has none.
  TextRange words{};
};

std::vector<Cell> CellsOf(const FormedText& formed, const AnswerBlock& row) {
  std::vector<Cell> cells;
  TextRange head{};
  for (const LocatedPart& part : formed.parts) {
    if (part.in_text.begin < row.range.begin ||
        part.in_text.end > row.range.end) {
      continue;
    }
    if (part.role == "header") {
      head = part.in_text;
    } else {
      cells.push_back({head, part.in_text});
      head = {};
    }
  }
  return cells;
}

bool HaveSameHeads(const FormedText& formed, const std::vector<Cell>& one,
                   const std::vector<Cell>& other) {
  return std::ranges::equal(one, other, [&](const Cell& a, const Cell& b) {
    return formed.At(a.head) == formed.At(b.head);
  });
}

std::string HeadRow(const FormedText& formed, const std::vector<Cell>& cells) {
  std::string out;
  bool has_head = false;
  for (const Cell& cell : cells) {
    const bool is_empty = cell.head.begin == cell.head.end;
    has_head = has_head || !is_empty;
    // A head without words would be announced.
    out += is_empty ? "<td></td>"
                    : Element("th scope=col dir=auto", formed.Html(cell.head));
  }
  return has_head ? Element("thead", Element("tr", out)) : std::string();
}

// A table of the rows at the front of `rows` that have the same heads. Takes
// them away. It scrolls by itself where it is wider than the page.
std::string TableHtml(const FormedText& formed, const Texts& texts,
                      std::span<const AnswerBlock>& rows) {
  const std::vector<Cell> first = CellsOf(formed, rows.front());
  std::string body;
  do {
    const std::vector<Cell> cells = CellsOf(formed, rows.front());
    if (!HaveSameHeads(formed, first, cells)) break;
    std::string row;
    for (const Cell& cell : cells) {
      row += Element("td dir=auto", formed.Html(cell.words));
    }
    body += Element("tr", row);
    rows = rows.subspan(1);
  } while (!rows.empty());
  return Element(
      "div class=table tabindex=0 role=group aria-label=\"" +
          texts.Html("answer") + "\"",
      Element("table", HeadRow(formed, first) + Element("tbody", body)));
}

}  // namespace

std::string RenderForm(const json::object& answer, const Texts& texts) {
  const FormedText formed = ReadText(answer);
  if (formed.parts.empty()) return PlainLines(formed);
  const auto all = protocol::BlocksOf(formed.parts, formed.text);
  std::string out;
  for (std::span<const AnswerBlock> blocks = all; !blocks.empty();) {
    const BlockKind kind = blocks.front().kind;
    const auto of_kind = static_cast<std::size_t>(
        std::ranges::find_if(
            blocks,
            [kind](const AnswerBlock& block) { return block.kind != kind; }) -
        blocks.begin());
    std::span<const AnswerBlock> run = blocks.first(of_kind);
    blocks = blocks.subspan(of_kind);
    while (!run.empty()) {
      if (kind == BlockKind::kItem) {
        out += ListHtml(formed, run);
      } else if (kind == BlockKind::kRow) {
        out += TableHtml(formed, texts, run);
      } else {
        out +=
            Element(kind == BlockKind::kHeading ? "h3 dir=auto" : "p dir=auto",
                    formed.Html(run.front().range));
        run = run.subspan(1);
      }
    }
  }
  return out;
}

namespace {

TextRange RangeOf(const json::object& range) {
  return {static_cast<std::size_t>(NumberAt(range, "begin")),
          static_cast<std::size_t>(NumberAt(range, "end"))};
}

}  // namespace

std::string RenderPlace(const json::object& place, const Texts& texts) {
  std::string out = Element("cite", Isolated(TextAt(place, "document")));
  if (const std::uint64_t page = NumberAt(place, "page"); page > 0) {
    out += ", " + texts.Html("page", {std::to_string(page)});
  }
  std::string section;
  for (const json::value& heading : ArrayAt(place, "section")) {
    if (!heading.is_string()) continue;
    section += section.empty() ? ", " : " \xE2\x80\xBA ";
    section += Isolated(heading.get_string());
  }
  return Element("p class=place", out + section);
}

std::string RenderAlsoIn(const json::object& place, const Texts& texts) {
  std::vector<std::string> documents;
  for (const json::value& value : ArrayAt(place, "also_in")) {
    std::string document = Isolated(TextAt(AsObject(value), "document"));
    if (std::ranges::find(documents, document) == documents.end()) {
      documents.push_back(std::move(document));
    }
  }
  if (documents.empty()) return {};
  std::string list;
  for (const std::string& document : documents) {
    list += (list.empty() ? "" : ", ") + document;
  }
  return Element("p class=note", texts.Html("also_in", {list}));
}

std::string RenderScanWarning(const json::object& place, const Texts& texts) {
  if (!place.contains("scan_confidence") ||
      RealAt(place, "scan_confidence") * 100 >=
          protocol::kLeastSureConfidence) {
    return {};
  }
  const std::string page = std::to_string(NumberAt(place, "page"));
  return Element("p class=warning", texts.Html("scan", {page}));
}

std::string RenderContext(const json::object& reply, const Texts& texts) {
  const json::object& context = ObjectAt(reply, "context");
  const std::string text = TextAt(context, "text");
  if (text.empty()) return {};
  std::vector<Mark> marks = {
      {RangeOf(ObjectAt(context, "sentence")), "strong"}};
  for (const json::value& match : ArrayAt(context, "matches")) {
    marks.push_back({RangeOf(AsObject(match)), "u"});
  }
  return Element("details",
                 Element("summary", texts.Html("printed")) +
                     Element("blockquote dir=auto",
                             MarkedText(text, {0, text.size()}, marks)));
}

}  // namespace answerbox::daemon::page
