// Parameters of the methods `collections.*`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"
#include "daemon/methods/question_params.h"

namespace answerbox::daemon {

struct CreateParams {
  std::string_view name;
  CollectionSettings settings;
  std::optional<ThresholdTarget> threshold;  // Replaces settings.theta.
};

struct SetParams {
  std::string_view name;
  std::optional<ThresholdTarget> threshold;
  std::optional<std::string_view> synonyms;  // Empty: none from now on.
  // Set if the exam changes: the text of a guard, or nothing to remove the
  // exam.
  std::optional<std::optional<std::string>> exam;
  bool drop_feedback = false;
};

// Takes missing parameters from `defaults`. Errors of both functions:
// kInvalidParams.
[[nodiscard]] Result<CreateParams> DecodeCreate(
    const boost::json::object& params, const CollectionSettings& defaults);
[[nodiscard]] Result<SetParams> DecodeSet(const boost::json::object& params);

}  // namespace answerbox::daemon
