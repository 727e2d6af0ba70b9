#include "daemon/identity/access.h"

#include <algorithm>

#include "protocol/names/topic.h"

namespace answerbox::daemon {
namespace {

// Users and certificates with an entry always have this topic.
constexpr std::string_view kTopicsOfItsOwn = "clients/%u/#";

Principal WithRights(Rights rights) {
  Principal principal;
  principal.grants = {{rights, std::string(kAllCollections)}};
  principal.topics = {{"#"}, {"#"}};
  return principal;
}

// Without an entry of its own: who has an account on the machine may do
// everything, as the socket's permissions have let it in already; who shows
// nothing over MQTT may ask; and a name or certificate that nobody entered has
// no rights at all.
const Principal& DefaultOf(IdentitySource source) noexcept {
  // Made once: Access keeps a pointer to the principal, and is made for each
  // request.
  static const Principal everybody_nothing{};
  static const Principal unix_peer = WithRights(Rights::All());
  static const Principal anonymous = WithRights({Right::kAsk});
  switch (source) {
    case IdentitySource::kUnixPeer:
      return unix_peer;
    case IdentitySource::kAnonymous:
      return anonymous;
    case IdentitySource::kUser:
    case IdentitySource::kCertificate:
      return everybody_nothing;
  }
  return everybody_nothing;
}

}  // namespace

const Principal* FindPrincipal(const Principals& principals,
                               std::string_view name) noexcept {
  const auto found =
      std::ranges::lower_bound(principals, name, {}, &Principal::name);
  return found == principals.end() || found->name != name ? nullptr : &*found;
}

Access::Access(std::shared_ptr<const Principals> principals,
               const IdentityName& identity) noexcept
    : principals_(std::move(principals)),
      principal_(FindPrincipal(*principals_, identity.text)),
      local_name_(identity.local),
      // The shared identities have none: all anonymous clients would share one,
      // and so would all programs of a Unix user.
      has_topics_of_its_own_(
          principal_ != nullptr &&
          (identity.source == IdentitySource::kUser ||
           identity.source == IdentitySource::kCertificate)) {
  // An entry replaces the default, also where it gives less.
  if (principal_ == nullptr) principal_ = &DefaultOf(identity.source);
}

bool Access::Has(Right right, std::string_view collection) const noexcept {
  return std::ranges::any_of(principal_->grants, [&](const Grant& grant) {
    return grant.rights.Has(right) && grant.Concerns(collection);
  });
}

bool Access::HasInEvery(Right right) const noexcept {
  return std::ranges::any_of(principal_->grants, [&](const Grant& grant) {
    return grant.rights.Has(right) && grant.collections == kAllCollections;
  });
}

bool Access::HasInSome(Right right) const noexcept {
  return std::ranges::any_of(principal_->grants, [&](const Grant& grant) {
    return grant.rights.Has(right);
  });
}

bool Access::MayPublish(std::string_view topic,
                        std::string_view client_id) const noexcept {
  // The product's own topics are left out here, whatever is granted: rights to
  // collections decide about those, so "#" opens none of them.
  return IsPlainTopic(topic) && !IsOwnTopic(topic) &&
         IsCovered(topic, principal_->topics.publish, client_id);
}

bool Access::MaySubscribe(std::string_view filter,
                          std::string_view client_id) const noexcept {
  return IsPlainFilter(filter) && !IsOwnTopic(filter) &&
         IsCovered(filter, principal_->topics.subscribe, client_id);
}

bool Access::MayReceive(std::string_view topic,
                        std::string_view client_id) const noexcept {
  // Asked for each message and each of its receivers. A name is a filter.
  return IsPlainTopic(topic) && !IsOwnTopic(topic) &&
         IsCovered(topic, principal_->topics.subscribe, client_id);
}

bool Access::IsCovered(std::string_view asked,
                       const std::vector<std::string>& granted,
                       std::string_view client_id) const noexcept {
  // Expanded anew each time, on the stack: a client's id is not known before it
  // connects, and 64 filters of a thousand clients would take memory.
  const TopicClient client{local_name_, client_id};
  const auto covers = [&](std::string_view filter) {
    const ExpandedFilter expanded(filter, client);
    return expanded.text() && Covers(*expanded.text(), asked);
  };
  return (has_topics_of_its_own_ && covers(kTopicsOfItsOwn)) ||
         std::ranges::any_of(granted, covers);
}

}  // namespace answerbox::daemon
