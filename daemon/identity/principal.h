// A principal: who may have rights, which ones, and the topics and filters that
// rights are about. Bounds and meaning: docs/operations.md, "Users and rights".
#pragma once

#include <array>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/identity/password.h"
#include "protocol/calls/call.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Topics and filters are those of protocol/names, with tighter bounds. What is
// here about them allocates nothing.

// Topics with more levels are refused: no client needs them, and deep topics
// have overflowed the stack of another broker.
inline constexpr std::size_t kMaxTopicLevels = 16;

// Returns whether IsTopicName holds, with at most kMaxTopicLevels levels and
// without control characters. The caller checks that the text is UTF-8.
[[nodiscard]] bool IsPlainTopic(std::string_view text) noexcept;
// Returns whether IsTopicFilter holds, with the same bounds.
[[nodiscard]] bool IsPlainFilter(std::string_view text) noexcept;

// Returns whether the filter is, or can only match, a topic of the product's
// own: the first level is "answerbox", or begins with '$'.
[[nodiscard]] bool IsOwnTopic(std::string_view filter) noexcept;

// The client whose names replace %u and %c in a granted filter.
struct TopicClient {
  std::string_view user;
  std::string_view id;
};

// A granted filter with %u and %c replaced.
class ExpandedFilter {
 public:
  static constexpr std::size_t kMaxBytes = 1024;

  // The filter grants nothing, and text() is nothing, when a value that it
  // needs is empty or holds '+', '#' or '/', or when the filter grows past
  // kMaxBytes.
  ExpandedFilter(std::string_view filter, const TopicClient& client) noexcept;

  [[nodiscard]] std::optional<std::string_view> text() const noexcept {
    if (!is_whole_) return std::nullopt;
    return std::string_view(bytes_.data(), size_);
  }

 private:
  [[nodiscard]] bool Append(std::string_view part) noexcept;
  [[nodiscard]] bool AppendValue(std::string_view value) noexcept;

  std::array<char, kMaxBytes> bytes_;
  std::size_t size_ = 0;
  bool is_whole_ = false;
};

// A set of rights. Which right a call needs is in the table of calls
// (protocol/calls/call.h).
class Rights {
 public:
  constexpr Rights() noexcept = default;  // None.
  constexpr Rights(std::initializer_list<Right> rights) noexcept {
    for (const Right right : rights) Add(right);
  }

  [[nodiscard]] static constexpr Rights All() noexcept {
    return {Right::kAsk, Right::kRead, Right::kAdd, Right::kManage};
  }

  constexpr void Add(Right right) noexcept {
    bits_ = static_cast<std::uint8_t>(bits_ | BitOf(right));
  }
  [[nodiscard]] constexpr bool Has(Right right) const noexcept {
    return (bits_ & BitOf(right)) != 0;
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  [[nodiscard]] friend constexpr bool operator==(Rights, Rights) = default;

 private:
  static constexpr std::uint8_t BitOf(Right right) noexcept {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(right));
  }

  std::uint8_t bits_ = 0;
};

inline constexpr std::size_t kMaxPrincipals = 1'000;
inline constexpr std::size_t kMaxGrants = 64;
inline constexpr std::size_t kMaxFilters = 64;  // To publish; to subscribe.
inline constexpr std::size_t kMaxFilterBytes = 256;

// Stands for every collection.
inline constexpr std::string_view kAllCollections = "*";

struct Grant {
  Rights rights;
  // The name of a collection, or its beginning and "*".
  std::string collections;

  [[nodiscard]] bool Concerns(std::string_view collection) const noexcept;
  [[nodiscard]] friend bool operator==(const Grant&, const Grant&) = default;
};

// Topics outside of the product's own. %u in a filter stands for the
// principal's local name, %c for the client's id.
struct TopicRights {
  std::vector<std::string> publish;
  std::vector<std::string> subscribe;

  [[nodiscard]] friend bool operator==(const TopicRights&,
                                       const TopicRights&) = default;
};

struct Principal {
  std::string name;  // Of an identity.
  std::optional<PasswordHash> password;
  std::vector<Grant> grants;
  std::optional<double> theta;  // In [0, 1]: the least theta of its questions.
  TopicRights topics;
  // Another one with each entry, also of a name that was removed, and with each
  // password: what a login was checked against. AccessControl gives it when the
  // entry begins to count; no file has it. 0: none yet.
  std::uint64_t number = 0;

  [[nodiscard]] friend bool operator==(const Principal&,
                                       const Principal&) = default;
};

// Errors: kInvalidParams, which names the parameter of `users.add` that is
// wrong.
[[nodiscard]] Result<void> CheckPrincipal(const Principal& principal);

// Returns whether the name is that of a user, who logs in with a password.
[[nodiscard]] bool TakesPassword(std::string_view name) noexcept;

// Returns whether this is a collection's name, or the beginning of one and "*".
[[nodiscard]] bool IsCollectionPattern(std::string_view pattern) noexcept;

// Rights as JSON, in the users file as in requests and replies:
//
//   "grants":[{"rights":["ask","read"],"collections":"manual-*"}],
//   "topics":{"publish":["home/%u/#"],"subscribe":["home/#"]}
//
// Errors: kInvalidParams for another shape. What the shape holds is for
// CheckPrincipal.
[[nodiscard]] Result<std::vector<Grant>> ReadGrants(
    const boost::json::value& grants);
[[nodiscard]] Result<TopicRights> ReadTopics(const boost::json::value& topics);

// Writes the members "grants", "theta" (if there is one) and "topics" into the
// object that `writer` is in.
void WriteRights(JsonWriter& writer, const Principal& principal);

}  // namespace answerbox::daemon
