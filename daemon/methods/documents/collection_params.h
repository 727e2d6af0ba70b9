// Parameters of the methods `collections.*`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/collections/store.h"
#include "daemon/dispatch/reply.h"
#include "daemon/error.h"
#include "daemon/methods/question_params.h"
#include "protocol/calls/call.h"

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
  bool keep_must_pass = false;  // That of the present exam: none was given.
  bool drop_feedback = false;
};

// Takes missing parameters from `defaults`. Errors of both functions:
// kInvalidParams.
[[nodiscard]] Result<CreateParams> DecodeCreate(
    const boost::json::object& params, const CollectionSettings& defaults);
[[nodiscard]] Result<SetParams> DecodeSet(const boost::json::object& params);

// Parameters and progress of the methods that wait for long work of the store:
// collections.compact, collections.verify and documents.erase.
struct UpkeepParams {
  std::string_view collection;  // View into the request.
  bool wants_progress = false;
};

// Errors: kInvalidParams.
//   call  with the parameters `collection` and `progress`
[[nodiscard]] Result<UpkeepParams> DecodeUpkeep(
    const boost::json::object& params, const calls::Call& call);

// Returns a function that sends progress to the client, at most as often as a
// person can follow. It sends nothing when `is_wanted` is false.
[[nodiscard]] Progress ReportTo(const Reply& reply, bool is_wanted);

}  // namespace answerbox::daemon
