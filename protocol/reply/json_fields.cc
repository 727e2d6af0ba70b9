#include "protocol/reply/json_fields.h"

namespace answerbox::protocol {

namespace json = boost::json;

// References to empty ones, so that callers can chain without a test at each
// step.
const json::object& AsObject(const json::value& value) {
  static const json::object empty;
  const json::object* object = value.if_object();
  return object == nullptr ? empty : *object;
}

const json::object& ObjectAt(const json::object& object, std::string_view key) {
  static const json::value none;
  const json::value* value = object.if_contains(key);
  return AsObject(value == nullptr ? none : *value);
}

const json::array& ArrayAt(const json::object& object, std::string_view key) {
  static const json::array empty;
  const json::value* value = object.if_contains(key);
  const json::array* array = value == nullptr ? nullptr : value->if_array();
  return array == nullptr ? empty : *array;
}

std::string TextAt(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (value == nullptr || !value->is_string()) return {};
  return std::string(value->get_string());
}

std::uint64_t NumberAt(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (value == nullptr) return 0;
  if (value->is_uint64()) return value->get_uint64();
  if (value->is_int64() && value->get_int64() > 0) {
    return static_cast<std::uint64_t>(value->get_int64());
  }
  return 0;
}

double RealAt(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (value == nullptr || !value->is_number()) return 0.0;
  return value->to_number<double>();
}

bool FlagAt(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

}  // namespace answerbox::protocol
