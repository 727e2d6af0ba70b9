// Parameters and progress of the methods that wait for long work of the store:
// collections.compact, collections.verify and documents.erase.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

#include "daemon/collections/store.h"
#include "daemon/dispatch/reply.h"
#include "daemon/error.h"
#include "protocol/calls/call.h"

namespace answerbox::daemon {

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
