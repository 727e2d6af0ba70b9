#include "protocol/json/params.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <utility>

#include "protocol/json/json_writer.h"

namespace answerbox::protocol {
namespace {

std::string Quoted(std::string_view name) {
  return JsonWriter().String(name).Take();
}

std::string RealText(double value) { return JsonWriter().Real(value).Take(); }

}  // namespace

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

bool Params::Has(std::string_view name) const { return Find(name) != nullptr; }

bool Params::Require(std::string_view name) {
  if (Has(name)) return true;
  Fail(name, "is missing.");
  return false;
}

std::string_view Params::Text(std::string_view name) {
  return Require(name) ? TextOr(name, "") : "";
}

std::uint64_t Params::Integer(std::string_view name, std::uint64_t min,
                              std::uint64_t max) {
  return Require(name) ? IntegerOr(name, min, min, max) : min;
}

double Params::Real(std::string_view name, double min, double max) {
  return Require(name) ? RealOr(name, min, min, max) : min;
}

std::string_view Params::TextOr(std::string_view name,
                                std::string_view fallback) {
  const boost::json::value* value = Find(name);
  if (value == nullptr) return fallback;
  if (const boost::json::string* text = value->if_string()) return *text;
  Fail(name, "must be a string.");
  return fallback;
}

std::uint64_t Params::IntegerOr(std::string_view name, std::uint64_t fallback,
                                std::uint64_t min, std::uint64_t max) {
  const boost::json::value* value = Find(name);
  if (value == nullptr) return fallback;
  boost::system::error_code not_exact;
  // Negative numbers and fractions do not convert.
  const auto number = value->to_number<std::uint64_t>(not_exact);
  if (!not_exact && number >= min && number <= max) return number;
  Fail(name, "must be an integer from " + std::to_string(min) + " to " +
                 std::to_string(max) + ".");
  return fallback;
}

double Params::RealOr(std::string_view name, double fallback, double min,
                      double max) {
  const boost::json::value* value = Find(name);
  if (value == nullptr) return fallback;
  if (value->is_number()) {
    const auto number = value->to_number<double>();
    if (number >= min && number <= max) return number;
  }
  Fail(name,
       "must be a number from " + RealText(min) + " to " + RealText(max) + ".");
  return fallback;
}

bool Params::BoolOr(std::string_view name, bool fallback) {
  const boost::json::value* value = Find(name);
  if (value == nullptr) return fallback;
  if (const bool* flag = value->if_bool()) return *flag;
  Fail(name, "must be true or false.");
  return fallback;
}

const boost::json::array* Params::Array(std::string_view name) {
  const boost::json::value* value = Find(name);
  if (value == nullptr) return nullptr;
  if (const boost::json::array* array = value->if_array()) return array;
  Fail(name, "must be an array.");
  return nullptr;
}

}  // namespace answerbox::protocol
