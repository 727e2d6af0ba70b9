#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/identity/principal.h"

namespace answerbox::daemon {
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
