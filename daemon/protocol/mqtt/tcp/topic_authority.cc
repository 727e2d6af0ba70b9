#include "daemon/protocol/mqtt/tcp/topic_authority.h"

#include "daemon/identity/access.h"
#include "daemon/identity/principal.h"
#include "daemon/protocol/mqtt/requests/request_messages.h"
#include "daemon/protocol/mqtt/tcp/home_assistant.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::string_view kOwn = "answerbox/";
constexpr std::string_view kSystem = "$SYS/";

// Decides about "answerbox/..." by the rest of the topic. These topics need no
// entry in a user's list: a client that may ask or read a collection may see
// its state.
bool MayReceiveOwn(const Access& access, std::string_view topic,
                   std::string_view client_id) {
  topic.remove_prefix(kOwn.size());
  if (topic == "status") return true;
  if (topic == "energy") return access.HasInSome(Right::kAsk);
  // Sums over all collections would tell of those that a client may not see.
  if (topic == kBoxStateTopic.substr(kOwn.size())) {
    return access.HasInEvery(Right::kAsk) || access.HasInEvery(Right::kRead);
  }
  const std::size_t slash = topic.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view first = topic.substr(0, slash);
  const std::string_view rest = topic.substr(slash + 1);
  // This comes before "progress", which may also be the name of a collection.
  if (rest == "documents" || rest == "exam") {
    return access.Has(Right::kAsk, first) || access.Has(Right::kRead, first);
  }
  if (first == "progress") return rest == client_id;
  // Answers are sent only to the asker, whatever is allowed here.
  constexpr std::string_view kAnswer = "answer/";
  return rest.starts_with(kAnswer) && rest.substr(kAnswer.size()) == client_id;
}

}  // namespace

// Called with each message, so it takes no lock while nothing has changed.
const std::shared_ptr<const Principals>& TopicAuthority::principals() const {
  // The number is read before the entries. If they change in between, the next
  // call reads them again.
  const std::uint64_t now = generation();
  if (principals_generation_ != now) {
    principals_ = access_.principals();
    principals_generation_ = now;
  }
  return principals_;
}

std::optional<IdentityName> TopicAuthority::Identify(
    const Client& client) const noexcept {
  const std::optional<IdentityName> name = ReadIdentityName(client.identity);
  const bool is_shut_out =
      name && !allows_anonymous_ && name->source == IdentitySource::kAnonymous;
  return is_shut_out ? std::nullopt : name;
}

template <typename Ask>
bool TopicAuthority::AskAccess(const Client& client, const Ask& ask) const {
  const std::optional<IdentityName> name = Identify(client);
  return name && ask(Access(principals(), *name));
}

// A session may outlive its user's entry. Nothing that it asks for is granted
// then.
bool TopicAuthority::MayConnect(const Client& client) const {
  const std::optional<IdentityName> name = Identify(client);
  if (!name) return false;
  if (name->source == IdentitySource::kAnonymous) return true;
  const Principal* const entry = FindPrincipal(*principals(), name->text);
  return entry != nullptr &&
         (client.entry == 0 || client.entry == entry->number);
}

bool TopicAuthority::MayQuote(const Client& client,
                              const Quotes& quotes) const {
  return AskAccess(client, [&](const Access& access) {
    return quotes.collection.empty()
               ? access.HasInSome(quotes.right)
               : access.Has(quotes.right, quotes.collection);
  });
}

bool TopicAuthority::MayAsk(const Client& client) const {
  return Identify(client).has_value();
}

bool TopicAuthority::MayPublish(const Client& client,
                                std::string_view topic) const {
  if (ReadRequestTopic(topic)) return MayAsk(client);
  if (IsOwnTopic(topic)) return false;
  return AskAccess(client, [&](const Access& access) {
    return access.MayPublish(topic, client.client_id);
  });
}

bool TopicAuthority::MaySubscribe(const Client& client,
                                  std::string_view filter) const {
  if (IsOwnTopic(filter)) return Identify(client).has_value();
  return AskAccess(client, [&](const Access& access) {
    return access.MaySubscribe(filter, client.client_id);
  });
}

bool TopicAuthority::MayReceive(const Client& client,
                                std::string_view topic) const {
  return AskAccess(client, [&](const Access& access) {
    if (topic.starts_with(kOwn)) {
      return MayReceiveOwn(access, topic, client.client_id);
    }
    if (topic.starts_with(kSystem)) {
      return access.HasInEvery(Right::kManage);
    }
    return access.MayReceive(topic, client.client_id);
  });
}

// A filter of the product's own topics matches no others. Any other filter that
// may be subscribed to is covered by the grants of the client's entry, and so
// is each topic that it matches.
bool TopicAuthority::IsSubscribingEnough(
    std::string_view topic) const noexcept {
  return !IsOwnTopic(topic);
}

}  // namespace answerbox::daemon::mqtt
