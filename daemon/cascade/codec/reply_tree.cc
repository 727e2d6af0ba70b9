#include "daemon/cascade/codec/reply_tree.h"

#include <limits>
#include <string>
#include <utility>

namespace answerbox::daemon {
namespace {

// Far more than any completion has.
constexpr std::size_t kMaxNesting = 12;

}  // namespace

ModelResult<const boost::json::object*> ReplyTree::Read(std::string_view text,
                                                        std::string_view what) {
  Result<boost::json::value> tree =
      ReadJson(text, kMaxNesting, memory_, memory_);
  if (!tree) {
    const Error& error = tree.error();
    std::string message(what);
    message += " can't be read: " + error.message;
    if (error.offset)
      message += " (byte " + std::to_string(*error.offset) + ")";
    return ModelFailure{ModelFault::kInvalid, std::move(message)};
  }
  // The tree's memory is this object's: what is returned lives as long.
  tree_ = std::move(*tree);
  if (!tree_.is_object()) {
    return ModelFailure{ModelFault::kInvalid,
                        std::string(what) + " is not a JSON object"};
  }
  return &tree_.get_object();
}

std::optional<std::string_view> TextIn(const boost::json::object& object,
                                       std::string_view key) {
  const boost::json::value* const value = object.if_contains(key);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string_view(value->get_string());
}

std::optional<std::uint32_t> NumberIn(const boost::json::object& object,
                                      std::string_view key) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const boost::json::value* const value = object.if_contains(key);
  if (value == nullptr) return std::nullopt;
  // Boost.JSON reads a small number as signed, and a large one as unsigned.
  std::uint64_t number = kMost + 1;
  if (value->is_uint64()) number = value->get_uint64();
  if (value->is_int64() && value->get_int64() >= 0) {
    number = static_cast<std::uint64_t>(value->get_int64());
  }
  if (number > kMost) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

const boost::json::object* ObjectIn(const boost::json::object& object,
                                    std::string_view key) {
  const boost::json::value* const value = object.if_contains(key);
  return value == nullptr ? nullptr : value->if_object();
}

const boost::json::array* ArrayIn(const boost::json::object& object,
                                  std::string_view key) {
  const boost::json::value* const value = object.if_contains(key);
  return value == nullptr ? nullptr : value->if_array();
}

const boost::json::object* FirstChoice(const boost::json::object& reply) {
  const boost::json::array* const choices = ArrayIn(reply, "choices");
  if (choices == nullptr || choices->empty()) return nullptr;
  return choices->front().if_object();
}

std::optional<std::string_view> ErrorIn(const boost::json::object& reply) {
  const boost::json::value* const error = reply.if_contains("error");
  if (error == nullptr || error->is_null()) return std::nullopt;
  if (error->is_string()) return std::string_view(error->get_string());
  // {"error": {"message": ...}} is OpenAI's form; llama.cpp and others write
  // the text itself.
  if (const boost::json::object* const object = error->if_object()) {
    return TextIn(*object, "message").value_or("");
  }
  return "";
}

}  // namespace answerbox::daemon
