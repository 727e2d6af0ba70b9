// Parameters of `select`, `summarize` and `ground`. Views point into the
// request.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/methods/gathering/gathering_json.h"
#include "daemon/methods/question_params.h"
#include "engine/gathering/gathering.h"
#include "engine/grounding/contradictions/checked_answer.h"

namespace answerbox::daemon {

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

struct GroundParams {
  // Whose words are counted; empty: of none.
  std::string_view collection;
  std::vector<std::string_view> context;
  // Without `context`, which would point into this object.
  engine::CheckedAnswer checked;
  GroundingDetail detail;
  bool by_model = false;  // A language model scores the answer, too.
};

// Errors: kInvalidParams.
[[nodiscard]] Result<GroundParams> DecodeGround(
    const boost::json::object& params);

}  // namespace answerbox::daemon
