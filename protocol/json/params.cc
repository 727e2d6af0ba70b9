#include "protocol/json/params.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <utility>

#include "protocol/json/json_writer.h"

namespace answerbox::protocol {
namespace {

// A longer word that is no choice is left out of the message.
constexpr std::size_t kMaxRepeatedBytes = 32;

std::string Quoted(std::string_view name) {
  return JsonWriter().String(name).Take();
}

std::string RealText(double value) { return JsonWriter().Real(value).Take(); }

// What is wrong with a word that is none of the names.
std::string NoChoice(const ChoiceParam& param, std::string_view word) {
  std::string message = "must be ";
  for (std::size_t i = 0; i < param.names.size(); ++i) {
    if (i > 0) message += i + 1 < param.names.size() ? ", " : " or ";
    message += Quoted(param.names[i]);
  }
  if (param.is_repeated && word.size() <= kMaxRepeatedBytes) {
    message += ", not " + Quoted(word);
  }
  return message + ".";
}

}  // namespace

Params::Params(const boost::json::object& object, const calls::Call& call)
    : object_(object) {
  for (const boost::json::key_value_pair& member : object) {
    const std::string_view name = member.key();
    if (std::ranges::find(call.params, name, NameOf) == call.params.end()) {
      Fail(name, "is not a parameter of this method.");
      return;
    }
  }
}

Params::Params(const boost::json::object& object,
               std::initializer_list<std::string_view> known)
    : object_(object) {
  for (const boost::json::key_value_pair& member : object) {
    const std::string_view name = member.key();
    if (std::ranges::find(known, name) == known.end()) {
      Fail(name, "is not a parameter of this method.");
      return;
    }
  }
}

void Params::Fail(std::string_view name, std::string message) {
  if (error_) return;
  error_ = Error{ErrorKind::kInvalidParams,
                 Quoted(name) + " " + std::move(message), std::string(name)};
}

const boost::json::value* Params::Find(std::string_view name) const {
  const boost::json::value* value = object_.if_contains(name);
  return value == nullptr || value->is_null() ? nullptr : value;
}

template <typename Description>
const boost::json::value* Params::FindOf(const Description& param) {
  const boost::json::value* const value = Find(param.name);
  if (value == nullptr && param.is_required) Fail(param.name, "is missing.");
  return value;
}

bool Params::Has(std::string_view name) const { return Find(name) != nullptr; }

std::string_view Params::Text(const TextParam& param) {
  const boost::json::value* value = FindOf(param);
  if (value == nullptr) return param.fallback;
  if (const boost::json::string* text = value->if_string()) return *text;
  Fail(param, "must be a string.");
  return param.fallback;
}

bool Params::IsWord(const IntegerParam& param) const {
  const boost::json::value* const value = Find(param.name);
  return value != nullptr && !param.word.empty() && value->is_string() &&
         std::string_view(value->get_string()) == param.word;
}

std::uint64_t Params::ReadInteger(const IntegerParam& param,
                                  std::uint64_t fallback) {
  const boost::json::value* value = FindOf(param);
  if (value == nullptr) return fallback;
  boost::system::error_code not_exact;
  // Negative numbers and fractions do not convert.
  const auto number = value->to_number<std::uint64_t>(not_exact);
  if (!not_exact && number >= param.least && number <= param.most) {
    return number;
  }
  Fail(param, "must be an integer from " + std::to_string(param.least) +
                  " to " + std::to_string(param.most) +
                  (param.word.empty() ? "" : " or " + Quoted(param.word)) +
                  ".");
  return fallback;
}

double Params::Real(const RealParam& param) {
  const boost::json::value* value = FindOf(param);
  const double fallback = param.fallback.value_or(param.least);
  if (value == nullptr) return fallback;
  if (value->is_number()) {
    const auto number = value->to_number<double>();
    if (number >= param.least && number <= param.most) return number;
  }
  Fail(param, "must be a number from " + RealText(param.least) + " to " +
                  RealText(param.most) + ".");
  return fallback;
}

bool Params::Flag(const FlagParam& param) {
  const boost::json::value* value = Find(param.name);
  if (value == nullptr) return param.fallback;
  if (const bool* flag = value->if_bool()) return *flag;
  Fail(param, "must be true or false.");
  return param.fallback;
}

std::size_t Params::Choice(const ChoiceParam& param, std::size_t fallback) {
  const boost::json::value* value = FindOf(param);
  if (value == nullptr) return fallback;
  const boost::json::string* const word = value->if_string();
  if (word == nullptr) {
    Fail(param, "must be a string.");
    return fallback;
  }
  const auto found = std::ranges::find(param.names, std::string_view(*word));
  if (found != param.names.end()) {
    return static_cast<std::size_t>(found - param.names.begin());
  }
  Fail(param, NoChoice(param, *word));
  return fallback;
}

const boost::json::array* Params::Array(std::string_view name) {
  const boost::json::value* value = Find(name);
  if (value == nullptr) return nullptr;
  if (const boost::json::array* array = value->if_array()) return array;
  Fail(name, "must be an array.");
  return nullptr;
}

const boost::json::object* Params::Object(std::string_view name) {
  const boost::json::value* value = Find(name);
  if (value == nullptr) return nullptr;
  if (const boost::json::object* object = value->if_object()) return object;
  Fail(name, "must be an object.");
  return nullptr;
}

}  // namespace answerbox::protocol
