#include "daemon/identity/policy.h"

#include <utility>

namespace answerbox::daemon {
namespace {

Rights RightsOf(const Identity& identity) {
  switch (identity.source()) {
    case IdentitySource::kUnixPeer:
      return Rights::All();
  }
  return {};
}

}  // namespace

Caller CallerOf(Identity identity) {
  const Rights rights = RightsOf(identity);
  return {std::move(identity), rights};
}

}  // namespace answerbox::daemon
