#include "daemon/methods/search_params.h"

#include <algorithm>

#include "daemon/error.h"
#include "daemon/methods/ask_params.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {

Result<SearchParams> DecodeSearch(const boost::json::object& object) {
  Params params(object, {"collection", "words", "documents", "from", "count",
                         "arithmetic", "abbreviations"});
  SearchParams search;
  search.collection = params.TextOr("collection", kDefaultCollection);
  search.words = ReadQuestion(params, "words");
  search.documents = ReadAskedDocuments(params);
  search.from = static_cast<std::size_t>(
      params.IntegerOr("from", 1, 1, engine::kMaxPassages));
  search.count = static_cast<std::size_t>(
      params.IntegerOr("count", kDefaultListedPassages, 1, kMaxListedPassages));
  search.count = std::min(search.count, engine::kMaxPassages + 1 - search.from);
  search.arithmetic = ReadArithmetic(params);
  search.wants_abbreviations = params.BoolOr("abbreviations", true);
  if (params.error()) return *params.error();
  return search;
}

}  // namespace answerbox::daemon
