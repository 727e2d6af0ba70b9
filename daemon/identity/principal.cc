#include "daemon/identity/principal.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/error.h"
#include "daemon/identity/identity.h"
#include "protocol/names/collection_name.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kOwnLevel = "answerbox";

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '\x7F';
}

// A control character in a topic would get into the journal, and from there
// into the terminals of people who read it.
bool IsPlain(std::string_view text) {
  return protocol::CountLevels(text) <= kMaxTopicLevels &&
         std::ranges::none_of(text, IsControl);
}

}  // namespace

bool IsPlainTopic(std::string_view text) noexcept {
  return protocol::IsTopicName(text) && IsPlain(text);
}

bool IsPlainFilter(std::string_view text) noexcept {
  return protocol::IsTopicFilter(text) && IsPlain(text);
}

bool IsOwnTopic(std::string_view filter) noexcept {
  return filter.starts_with('$') ||
         filter.substr(0, filter.find('/')) == kOwnLevel;
}

ExpandedFilter::ExpandedFilter(std::string_view filter,
                               const TopicClient& client) noexcept {
  // Expands in one pass, so a percent sign within a value is not expanded
  // again.
  while (!filter.empty()) {
    const std::size_t percent = std::min(filter.find('%'), filter.size());
    if (!Append(filter.substr(0, percent))) return;
    filter.remove_prefix(percent);
    if (filter.empty()) break;
    const std::string_view mark = filter.substr(0, 2);
    const bool is_value = mark == "%u" || mark == "%c";
    if (is_value && !AppendValue(mark == "%u" ? client.user : client.id)) {
      return;
    }
    // Any other percent sign stands for itself.
    if (!is_value && !Append("%")) return;
    filter.remove_prefix(is_value ? mark.size() : 1);
  }
  is_whole_ = true;
}

bool ExpandedFilter::Append(std::string_view part) noexcept {
  if (part.size() > kMaxBytes - size_) return false;
  std::ranges::copy(part, bytes_.data() + size_);
  size_ += part.size();
  return true;
}

// A client must not widen what was granted by choosing a name with wildcards.
bool ExpandedFilter::AppendValue(std::string_view value) noexcept {
  return !value.empty() &&
         value.find_first_of("+#/") == std::string_view::npos && Append(value);
}

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

namespace {

namespace json = boost::json;

Error BadGrants(const std::string& message) {
  return {ErrorKind::kInvalidParams, "\"grants\" " + message, "grants"};
}

Error BadTopics() {
  return {ErrorKind::kInvalidParams,
          "\"topics\" must be an object whose members \"publish\" and "
          "\"subscribe\" are arrays of strings.",
          "topics"};
}

std::optional<Rights> ReadRights(const json::value* words) {
  const json::array* array = words == nullptr ? nullptr : words->if_array();
  if (array == nullptr) return std::nullopt;
  Rights rights;
  for (const json::value& word : *array) {
    const json::string* text = word.if_string();
    const auto right = text == nullptr ? std::nullopt : RightNamed(*text);
    if (!right) return std::nullopt;
    rights.Add(*right);
  }
  return rights;
}

// Returns false for anything but an array of strings.
bool ReadTexts(const json::value& value, std::vector<std::string>& texts) {
  const json::array* array = value.if_array();
  if (array == nullptr) return false;
  for (const json::value& one : *array) {
    const json::string* text = one.if_string();
    if (text == nullptr) return false;
    texts.emplace_back(std::string_view(*text));
  }
  return true;
}

void WriteTexts(JsonWriter& writer, std::string_view key,
                const std::vector<std::string>& texts) {
  writer.Key(key).BeginArray();
  for (const std::string& text : texts) writer.String(text);
  writer.EndArray();
}

}  // namespace

Result<std::vector<Grant>> ReadGrants(const json::value& grants) {
  const json::array* array = grants.if_array();
  if (array == nullptr) return BadGrants("must be an array.");
  std::vector<Grant> read;
  for (const json::value& one : *array) {
    const json::object* object = one.if_object();
    // An unknown member is refused, not ignored: it may be a restriction that
    // somebody relies on.
    if (object == nullptr || object->size() != 2) {
      return BadGrants(
          "must hold objects with \"rights\" and \"collections\".");
    }
    const auto rights = ReadRights(object->if_contains("rights"));
    if (!rights) {
      return BadGrants(
          "holds \"rights\" that are not an array of \"ask\", \"read\", "
          "\"add\" and \"manage\".");
    }
    const json::value* collections = object->if_contains("collections");
    if (collections == nullptr || !collections->is_string()) {
      return BadGrants("holds \"collections\" that is not a string.");
    }
    read.push_back(
        {*rights, std::string(std::string_view(collections->get_string()))});
  }
  return read;
}

Result<TopicRights> ReadTopics(const json::value& topics) {
  const json::object* object = topics.if_object();
  if (object == nullptr) return BadTopics();
  TopicRights read;
  for (const json::key_value_pair& member : *object) {
    const bool is_publish = member.key() == "publish";
    if (!is_publish && member.key() != "subscribe") return BadTopics();
    if (!ReadTexts(member.value(), is_publish ? read.publish : read.subscribe))
      return BadTopics();
  }
  return read;
}

void WriteRights(JsonWriter& writer, const Principal& principal) {
  writer.Key("grants").BeginArray();
  for (const Grant& grant : principal.grants) {
    writer.BeginObject().Key("rights").BeginArray();
    // Rights have one order, so that equal rights are equal text.
    for (const Right right : kEveryRight) {
      if (grant.rights.Has(right)) writer.String(ToString(right));
    }
    writer.EndArray().Key("collections").String(grant.collections).EndObject();
  }
  writer.EndArray();
  if (principal.theta) writer.Key("theta").Real(*principal.theta);
  writer.Key("topics").BeginObject();
  WriteTexts(writer, "publish", principal.topics.publish);
  WriteTexts(writer, "subscribe", principal.topics.subscribe);
  writer.EndObject();
}

}  // namespace answerbox::daemon
