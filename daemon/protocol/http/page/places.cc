#include <algorithm>
#include <boost/json/array.hpp>
#include <cstddef>
#include <cstdint>
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

using protocol::ArrayAt;
using protocol::AsObject;
using protocol::NumberAt;
using protocol::ObjectAt;
using protocol::RealAt;
using protocol::TextAt;

protocol::TextRange RangeOf(const json::object& range) {
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
