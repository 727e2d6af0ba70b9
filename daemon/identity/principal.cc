#include "daemon/identity/principal.h"

#include <algorithm>

#include "daemon/error.h"
#include "daemon/identity/identity.h"
#include "daemon/identity/topic_filter.h"
#include "protocol/names/collection_name.h"

namespace answerbox::daemon {
namespace {

Error Wrong(const std::string& param, const std::string& message) {
  return {ErrorKind::kInvalidParams, '"' + param + "\" " + message, param};
}

// These bounds are checked both where an entry is changed and where the file is
// read: a file written by hand has no other bounds.
Result<void> CheckGrants(const std::vector<Grant>& grants) {
  if (grants.size() > kMaxGrants) {
    return Wrong("grants",
                 "holds more than " + std::to_string(kMaxGrants) + " grants.");
  }
  for (const Grant& grant : grants) {
    if (grant.rights.empty()) {
      return Wrong("grants", "holds a grant without rights.");
    }
    if (!IsCollectionPattern(grant.collections)) {
      return Wrong("grants",
                   "holds a grant whose \"collections\" is neither the name of "
                   "a collection nor the beginning of one and \"*\".");
    }
  }
  return {};
}

Result<void> CheckFilters(const std::vector<std::string>& filters,
                          const std::string& param) {
  if (filters.size() > kMaxFilters) {
    return Wrong("topics", "holds more than " + std::to_string(kMaxFilters) +
                               " filters to " + param + '.');
  }
  for (const std::string& filter : filters) {
    if (filter.size() <= kMaxFilterBytes && IsPlainFilter(filter)) continue;
    return Wrong("topics",
                 "holds something to " + param +
                     " that is not a topic filter of at most " +
                     std::to_string(kMaxTopicLevels) + " levels and " +
                     std::to_string(kMaxFilterBytes) +
                     " bytes: \"+\" and \"#\" stand for whole levels, and "
                     "\"#\" comes last.");
  }
  return {};
}

}  // namespace

bool Grant::Concerns(std::string_view collection) const noexcept {
  const std::string_view pattern = collections;
  // A pattern is a collection's name, or the beginning of one and "*". No
  // collection's name holds "*", so the two can't be confused.
  if (!pattern.ends_with(kAllCollections)) return pattern == collection;
  return collection.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool IsCollectionPattern(std::string_view pattern) noexcept {
  if (pattern == kAllCollections) return true;
  if (pattern.ends_with(kAllCollections)) pattern.remove_suffix(1);
  return IsCollectionName(pattern);
}

// Only users have passwords. The kernel or TLS proves the other identities, or
// nothing does.
bool TakesPassword(std::string_view name) noexcept {
  return name.starts_with(Identity::kUserPrefix);
}

Result<void> CheckPrincipal(const Principal& principal) {
  const auto identity = Identity::Named(principal.name);
  if (!identity) {
    return Wrong("name",
                 "must be \"user:NAME\", \"cert:NAME\", \"unix:NUMBER\" or "
                 "\"anonymous\", at most " +
                     std::to_string(Identity::kMaxNameBytes) +
                     " characters of ASCII without blanks, commas and "
                     "quotation marks.");
  }
  if (principal.password && !TakesPassword(principal.name)) {
    return Wrong("password", "is for names that begin with \"user:\" alone.");
  }
  // The condition is written so that it fails for NaN.
  if (principal.theta && !(*principal.theta >= 0 && *principal.theta <= 1)) {
    return Wrong("theta", "must be a number from 0 to 1.");
  }
  if (auto checked = CheckGrants(principal.grants); !checked) return checked;
  if (auto checked = CheckFilters(principal.topics.publish, "publish");
      !checked) {
    return checked;
  }
  return CheckFilters(principal.topics.subscribe, "subscribe");
}

}  // namespace answerbox::daemon
