// The right that a method takes of its caller, and in which collection.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string_view>

#include "daemon/error.h"
#include "daemon/identity/access.h"
#include "daemon/identity/rights.h"

namespace answerbox::daemon {

struct RequiredRight {
  enum class Where : std::uint8_t {
    kEveryCollection,  // By a grant for all there are and will be.
    kSomeCollection,   // In one at least; the method itself asks for more.
    kOneCollection,    // In the one that a parameter names.
  };

  [[nodiscard]] static constexpr RequiredRight InEvery(Right right) noexcept {
    return {right, Where::kEveryCollection, {}, {}};
  }
  [[nodiscard]] static constexpr RequiredRight InSome(Right right) noexcept {
    return {right, Where::kSomeCollection, {}, {}};
  }
  // Without the parameter `param`, the collection is `fallback`, or unknown
  // where that is empty.
  [[nodiscard]] static constexpr RequiredRight In(
      Right right, std::string_view param,
      std::string_view fallback = {}) noexcept {
    return {right, Where::kOneCollection, param, fallback};
  }

  Right right;
  Where where;
  // kOneCollection, in static storage.
  std::string_view param;
  std::string_view fallback;
};

// Whether a request with these parameters may be carried out. It does not
// matter whether the collection exists, so that nobody learns that here. A
// request that names no collection is for the method to refuse, if the caller
// has the right anywhere. Errors: kForbidden. Allocates nothing but errors.
[[nodiscard]] Result<void> CheckRight(const RequiredRight& required,
                                      const Access& access,
                                      const Identity& caller,
                                      std::string_view method,
                                      const boost::json::object& params);

// The error of one who lacks `right` in `collection`.
[[nodiscard]] Error ForbiddenIn(std::string_view collection, Right right,
                                const Identity& caller,
                                std::string_view method);

}  // namespace answerbox::daemon
