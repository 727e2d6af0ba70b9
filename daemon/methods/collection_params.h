// Parameters of the methods `collections.*`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"
#include "daemon/identity/access.h"
#include "daemon/methods/threshold_target.h"

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
  // Set if the exam changes. The text of a guard; nothing: none from now on.
  std::optional<std::optional<std::string>> exam;
};

struct MaintenanceParams {  // collections.compact, collections.verify
  std::string_view collection;
  bool wants_progress = false;
};

// Missing parameters are taken from `defaults`. Errors of all functions here:
// kInvalidParams.
[[nodiscard]] Result<CreateParams> DecodeCreate(
    const boost::json::object& params, const CollectionSettings& defaults);
[[nodiscard]] Result<SetParams> DecodeSet(const boost::json::object& params);
// collections.remove, users.remove.
[[nodiscard]] Result<std::string_view> DecodeName(
    const boost::json::object& params);
[[nodiscard]] Result<MaintenanceParams> DecodeMaintenance(
    const boost::json::object& params);
// For methods without parameters.
[[nodiscard]] Result<void> DecodeNothing(const boost::json::object& params);

// Whether a caller is told that the collection exists.
[[nodiscard]] bool MaySee(const Access& access,
                          std::string_view collection) noexcept;

// "default" or "paper".
[[nodiscard]] std::string_view ToString(engine::Profile profile) noexcept;

}  // namespace answerbox::daemon
