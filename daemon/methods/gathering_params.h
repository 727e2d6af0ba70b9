// Parameters of `select` and `summarize`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/methods/asked_documents.h"
#include "engine/gathering/gathering.h"

namespace answerbox::daemon {

// If a request names no budget.
inline constexpr std::uint64_t kDefaultSelectedTokens = 2000;
inline constexpr std::uint64_t kDefaultSummaryWords = 200;
// The least share of all tokens, and the range of tokens for a word.
inline constexpr double kLeastShare = 0.001;
inline constexpr double kLeastTokensPerWord = 0.1;
inline constexpr double kMostTokensPerWord = 100.0;
// The greatest m and n of an order m:n.
inline constexpr std::uint32_t kMaxOrderStep = 1000;

struct SelectParams {
  std::string_view collection;
  AskedDocuments documents;
  // Without `documents`, as that would point into this object. The text is
  // empty only if the caller's texts are chosen from.
  engine::GatheringQuery query;
  std::string_view order;  // As it is written: "document", "score", "m:n".
  // The caller's own texts to choose from; then `collection` and `documents`
  // are not read.
  bool has_texts = false;
  std::vector<engine::CallerText> texts;  // At most kMaxSelectionUnits.
};

struct SummarizeParams {
  std::string_view collection;
  AskedDocuments documents;
  engine::GatheringQuery query;  // As in SelectParams.
};

// Errors: kInvalidParams.
[[nodiscard]] Result<SelectParams> DecodeSelect(
    const boost::json::object& params);
[[nodiscard]] Result<SummarizeParams> DecodeSummarize(
    const boost::json::object& params);

}  // namespace answerbox::daemon
