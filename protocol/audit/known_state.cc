#include "protocol/audit/known_state.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <system_error>

#include "protocol/audit/digest.h"
#include "protocol/audit/record_line.h"
#include "protocol/names/collection_name.h"

namespace answerbox::protocol {
namespace {

namespace json = boost::json;

std::string_view TextOf(const json::value* value) {
  if (value == nullptr || !value->is_string()) return {};
  return {value->get_string().data(), value->get_string().size()};
}

std::optional<std::uint64_t> NumberOf(const json::value* value) {
  if (value == nullptr || !value->is_int64() || value->get_int64() < 0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(value->get_int64());
}

std::optional<UsersMark> MarkOf(const json::value* value) {
  const json::array* parts = value == nullptr ? nullptr : value->if_array();
  if (parts == nullptr || parts->size() != 2) return std::nullopt;
  const auto revision = NumberOf(&(*parts)[0]);
  const std::string_view sha256 = TextOf(&(*parts)[1]);
  if (!revision || sha256.size() != kHexDigestBytes) return std::nullopt;
  return UsersMark{*revision, std::string(sha256)};
}

void Raise(KnownState& state, std::string_view name, std::uint64_t snapshot) {
  if (!IsCollectionName(name)) return;
  const auto found = state.collections.find(name);
  if (found != state.collections.end()) {
    found->second = std::max(found->second, snapshot);
  } else if (state.collections.size() < kMaxKnownCollections) {
    state.collections.emplace(name, snapshot);
  }
}

KnownState ReadState(const json::object& record) {
  KnownState state;
  state.users = MarkOf(record.if_contains("users"));
  state.dropped = NumberOf(record.if_contains("dropped")).value_or(0);
  const json::value* all = record.if_contains("collections");
  if (all == nullptr || !all->is_array()) return state;
  for (const json::value& one : all->get_array()) {
    const json::array* parts = one.if_array();
    if (parts == nullptr || parts->size() != 2) continue;
    const auto snapshot = NumberOf(&(*parts)[1]);
    if (snapshot) Raise(state, TextOf(&(*parts)[0]), *snapshot);
  }
  return state;
}

// Returns what follows the name of a member. The quotation marks of JSON
// strings are escaped, so a record has these bytes only where the member
// begins. Parsing would take most of the time of a start.
std::string_view After(std::string_view record, std::string_view begin) {
  const std::size_t at = record.find(begin);
  return at == record.npos ? std::string_view()
                           : record.substr(at + begin.size());
}

// Takes the string that `text` begins with, and the bytes `next` after it.
std::optional<std::string_view> ReadString(std::string_view& text,
                                           std::string_view next) {
  const std::string_view string = text.substr(0, text.find('"'));
  text.remove_prefix(string.size());
  if (!text.starts_with(next)) return std::nullopt;
  text.remove_prefix(next.size());
  return string;
}

std::optional<std::uint64_t> ReadNumber(std::string_view& text) {
  std::uint64_t number = 0;
  const char* const begin = text.data();
  const auto [end, error] = std::from_chars(begin, begin + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - begin));
  return number;
}

void TakeUsers(std::string_view mark, KnownState& state) {
  const auto revision = ReadNumber(mark);
  if (!revision || !mark.starts_with(",\"")) return;
  mark.remove_prefix(2);
  const auto sha256 = ReadString(mark, "\"]");
  if (!sha256 || sha256->size() != kHexDigestBytes) return;
  // Two changes may be recorded in another order than they were made.
  if (state.users && *revision <= state.users->revision) return;
  state.users = {*revision, std::string(*sha256)};
}

void TakeChange(std::string_view record, KnownState& state) {
  std::string_view rest = After(record, "\"collection\":\"");
  if (rest.empty()) return TakeUsers(After(record, "\"users\":["), state);
  const auto name = ReadString(rest, "\",\"action\":\"");
  const auto action = ReadString(rest, "\",\"snapshot\":");
  const auto snapshot = ReadNumber(rest);
  // Records of earlier programs do not tell a snapshot.
  if (!name || !action || !snapshot) return;
  if (*action != "drop") return Raise(state, *name, *snapshot);
  state.dropped = std::max(state.dropped, *snapshot);
  if (const auto found = state.collections.find(*name);
      found != state.collections.end()) {
    state.dropped = std::max(state.dropped, found->second);
    state.collections.erase(found);
  }
}

}  // namespace

void KnownState::Take(std::string_view kind, std::string_view record) {
  if (kind == "change") return TakeChange(record, *this);
  if (kind != "state" || record.size() > kMaxLineBytes) return;
  boost::system::error_code error;
  const json::value value = json::parse({record.data(), record.size()}, error);
  if (!error && value.is_object()) *this = ReadState(value.get_object());
}

std::string StateBody(const KnownState& state, std::string_view times) {
  json::array collections;
  for (const auto& [name, snapshot] : state.collections) {
    collections.push_back(json::array{name, snapshot});
  }
  std::string body = "\"kind\":\"state\"," + std::string(times);
  if (state.users) {
    body += ",\"users\":" + json::serialize(json::array{state.users->revision,
                                                        state.users->sha256});
  }
  return body + ",\"collections\":" + json::serialize(collections) +
         ",\"dropped\":" + std::to_string(state.dropped) + '}';
}

}  // namespace answerbox::protocol
