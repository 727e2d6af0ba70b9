#include "daemon/identity/access.h"

#include <algorithm>

#include "protocol/names/topic.h"

namespace answerbox::daemon {
namespace {

// A topic that users and certificates with an entry may always use.
constexpr std::string_view kTopicsOfItsOwn = "clients/%u/#";

Principal WithRights(Rights rights) {
  Principal principal;
  principal.grants = {{rights, std::string(kAllCollections)}};
  principal.topics = {{"#"}, {"#"}};
  return principal;
}

// The rights of a caller without an entry. A caller with an account on the
// machine may do everything, since the socket's permissions have let it in. An
// anonymous MQTT client may ask. A user or certificate has no rights at all.
const Principal& DefaultOf(IdentitySource source, bool are_lost) noexcept {
  // The principals are static because Access keeps a pointer to one, and is
  // made for each request.
  static const Principal everybody_nothing{};
  static const Principal unix_peer = WithRights(Rights::All());
  static const Principal anonymous = WithRights({Right::kAsk});
  if (are_lost) return everybody_nothing;
  switch (source) {
    case IdentitySource::kUnixPeer:
      return unix_peer;
    case IdentitySource::kAnonymous:
      return anonymous;
    case IdentitySource::kUser:
    case IdentitySource::kCertificate:
    case IdentitySource::kKiosk:
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
               const IdentityName& identity, const Principal* kiosk) noexcept
    : principals_(std::move(principals)),
      principal_(FindPrincipal(*principals_, identity.text)),
      local_name_(identity.local),
      // The shared identities have no topics of their own: all anonymous
      // clients would share one, and so would all programs of a Unix user.
      has_topics_of_its_own_(
          principal_ != nullptr &&
          (identity.source == IdentitySource::kUser ||
           identity.source == IdentitySource::kCertificate)) {
  // An entry replaces the default, even where it grants less.
  if (identity.source == IdentitySource::kKiosk && kiosk != nullptr &&
      !principals_->are_lost) {
    principal_ = kiosk;
  } else if (principal_ == nullptr) {
    principal_ = &DefaultOf(identity.source, principals_->are_lost);
  }
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
  // The product's own topics are excluded here, whatever was granted: rights to
  // collections decide about those, so a granted "#" opens none of them.
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
  // The broker asks this for each message and each of its receivers. A topic
  // name is a filter that matches itself alone.
  return IsPlainTopic(topic) && !IsOwnTopic(topic) &&
         IsCovered(topic, principal_->topics.subscribe, client_id);
}

bool Access::IsCovered(std::string_view asked,
                       const std::vector<std::string>& granted,
                       std::string_view client_id) const noexcept {
  // The filters are expanded anew each time, on the stack: a client's id is not
  // known before it connects, and 64 expanded filters for each of a thousand
  // clients would take memory.
  const TopicClient client{local_name_, client_id};
  const auto covers = [&](std::string_view filter) {
    const ExpandedFilter expanded(filter, client);
    return expanded.text() && Covers(*expanded.text(), asked);
  };
  return (has_topics_of_its_own_ && covers(kTopicsOfItsOwn)) ||
         std::ranges::any_of(granted, covers);
}

}  // namespace answerbox::daemon
