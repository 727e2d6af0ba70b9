#include "daemon/methods/asked_documents.h"

#include <boost/json/array.hpp>
#include <string>

#include "daemon/error.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

std::string InQuotes(std::string_view text) {
  return JsonWriter().String(text).Take();
}

}  // namespace

AskedDocuments ReadAskedDocuments(Params& params) {
  AskedDocuments asked;
  const boost::json::array* const values = params.Array("documents");
  if (values == nullptr) return asked;
  if (values->empty() || values->size() > kMaxDocumentPatterns) {
    params.Fail("documents", "must hold 1 to " +
                                 std::to_string(kMaxDocumentPatterns) +
                                 " names or patterns of documents.");
    return asked;
  }
  for (const boost::json::value& value : *values) {
    const auto* const pattern = value.if_string();
    if (pattern == nullptr || pattern->empty() ||
        pattern->size() > kMaxPatternBytes) {
      params.Fail("documents", "must hold strings of 1 to " +
                                   std::to_string(kMaxPatternBytes) +
                                   " bytes.");
      return asked;
    }
    asked.patterns_[asked.count_++] = {pattern->data(), pattern->size()};
  }
  return asked;
}

Error NoDocumentMatches(std::string_view collection, std::string_view pattern) {
  Error error;
  error.kind = ErrorKind::kNotFound;
  error.message = "Collection " + InQuotes(collection) +
                  " has no document whose name matches " + InQuotes(pattern) +
                  "; `answerbox list` shows what it has, and * stands for any "
                  "characters.";
  return error;
}

}  // namespace answerbox::daemon
