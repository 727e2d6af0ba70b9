#include "client/commands/answer_place.h"

#include <boost/json/array.hpp>
#include <cstdint>

#include "client/rpc/json_fields.h"
#include "client/terminal/printable.h"

namespace answerbox::client {

std::string PlaceText(const boost::json::object& answer,
                      std::string_view separator) {
  std::string place = BlankedOut(TextAt(answer, "document"));
  if (const std::uint64_t page = NumberAt(answer, "page"); page > 0) {
    place += ", page " + std::to_string(page);
  }
  std::string section;
  for (const boost::json::value& heading : ArrayAt(answer, "section")) {
    if (!heading.is_string()) continue;
    if (!section.empty()) section += separator;
    section += BlankedOut(heading.get_string());
  }
  return section.empty() ? place : place + ", " + section;
}

std::string AlsoInText(const boost::json::object& answer) {
  const boost::json::array& places = ArrayAt(answer, "also_in");
  if (places.empty()) return {};
  std::string text =
      ", also in " + BlankedOut(TextAt(AsObject(places.front()), "document"));
  if (places.size() > 1) {
    text += " and " + std::to_string(places.size() - 1) + " more";
  }
  return text;
}

}  // namespace answerbox::client
