// Parameters of `search`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

#include "daemon/error.h"
#include "daemon/methods/asked_documents.h"
#include "engine/ask/search.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

inline constexpr std::size_t kDefaultListedPassages = 10;
inline constexpr std::size_t kMaxListedPassages = 100;

struct SearchParams {
  std::string_view collection;
  std::string_view words;  // Trimmed; 1 to kMaxQuestionBytes bytes.
  AskedDocuments documents;
  std::size_t from = 1;
  // from + count - 1 is at most kMaxPassages.
  std::size_t count = kDefaultListedPassages;
  std::optional<engine::Arithmetic> arithmetic;
  bool wants_abbreviations = true;
};

// Errors: kInvalidParams.
[[nodiscard]] Result<SearchParams> DecodeSearch(
    const boost::json::object& params);

}  // namespace answerbox::daemon
