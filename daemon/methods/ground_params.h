// Parameters of `ground`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/methods/grounding_json.h"
#include "engine/grounding/checked_answer.h"

namespace answerbox::daemon {

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
