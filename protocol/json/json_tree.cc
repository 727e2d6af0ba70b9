#include "protocol/json/json_tree.h"

#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value_stack.hpp>
#include <cmath>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/text/utf8.h"
#include "engine/text/whole_number.h"

namespace answerbox::protocol {
namespace {

namespace json = boost::json;
using boost::system::error_code;

// Bytes for values of unfinished objects and arrays before reader_memory is
// used. Enough for a question.
constexpr std::size_t kFirstStackBytes = 1024;

// Builds the tree from the parser's events. basic_parser prescribes the names
// and signatures.
class TreeBuilder {
 public:
  static constexpr std::size_t max_object_size = kMaxObjectMembers;
  static constexpr std::size_t max_array_size = json::array::max_size();
  static constexpr std::size_t max_key_size = json::string::max_size();
  static constexpr std::size_t max_string_size = json::string::max_size();

  TreeBuilder(json::storage_ptr tree_memory, json::storage_ptr reader_memory)
      : stack_(std::move(reader_memory), first_stack_.data(),
               first_stack_.size()) {
    stack_.reset(std::move(tree_memory));
  }

  json::value Release() { return stack_.release(); }

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) { return true; }
  bool on_object_end(std::size_t count, error_code&) {
    stack_.push_object(count);
    return true;
  }
  bool on_array_begin(error_code&) { return true; }
  bool on_array_end(std::size_t count, error_code&) {
    stack_.push_array(count);
    return true;
  }
  bool on_key_part(json::string_view part, std::size_t, error_code&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_key(json::string_view last_part, std::size_t, error_code&) {
    stack_.push_key(last_part);
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, error_code&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_string(json::string_view last_part, std::size_t, error_code&) {
    stack_.push_string(last_part);
    return true;
  }
  // Only for a number at the end of a part of a text. ReadJson passes the whole
  // text at once.
  bool on_number_part(json::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t number, json::string_view, error_code&) {
    stack_.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, json::string_view, error_code&) {
    stack_.push_uint64(number);
    return true;
  }
  bool on_double(double number, json::string_view text, error_code& error) {
    if (!std::isfinite(number)) {
      error = json::error::exponent_overflow;
      return false;
    }
    // The double nearest to a number. The double that the parser makes of many
    // digits is off by a bit or two, and would change when it is written and
    // read again.
    stack_.push_double(engine::WholeNumber<double>(text).value_or(number));
    return true;
  }
  bool on_bool(bool value, error_code&) {
    stack_.push_bool(value);
    return true;
  }
  bool on_null(error_code&) {
    stack_.push_null();
    return true;
  }
  bool on_comment_part(json::string_view, error_code&) { return true; }
  bool on_comment(json::string_view, error_code&) { return true; }

 private:
  alignas(json::value) std::array<unsigned char, kFirstStackBytes> first_stack_;
  json::value_stack stack_;
};

Error Unreadable(std::string_view text, std::size_t max_nesting,
                 error_code code, std::size_t offset) {
  // The parser reports bad UTF-8 as a syntax error. Gives the real reason
  // instead.
  const auto utf8 = engine::ValidateUtf8(text);
  if (!utf8 && utf8.error().code == engine::ErrorCode::kInvalidUtf8) {
    return {ErrorKind::kParseError, "The line is not valid UTF-8.", "",
            utf8.error().offset};
  }
  std::string message;
  if (code == json::error::too_deep) {
    message = "The line nests deeper than " + std::to_string(max_nesting) +
              " levels.";
  } else if (code == json::error::exponent_overflow) {
    message = "The line holds a number that is not finite.";
  } else if (code == json::error::object_too_large) {
    message = "The line holds an object of more than " +
              std::to_string(kMaxObjectMembers) + " members.";
  } else {
    message = "The line is not JSON: " + code.message() + ".";
  }
  return {ErrorKind::kParseError, std::move(message), "", offset};
}

}  // namespace

Result<json::value> ReadJson(std::string_view text, std::size_t max_nesting,
                             JsonMemory& tree_memory,
                             JsonMemory& reader_memory) try {
  json::parse_options options;
  options.max_depth = max_nesting;
  json::basic_parser<TreeBuilder> parser(options, &tree_memory, &reader_memory);
  error_code code;
  const std::size_t consumed =
      parser.write_some(false, text.data(), text.size(), code);
  if (!code && consumed < text.size()) code = json::error::extra_data;
  if (code) return Unreadable(text, max_nesting, code, consumed);
  return parser.handler().Release();
} catch (const std::bad_alloc&) {
  return Error{ErrorKind::kLimit,
               "Reading the request takes more memory than the daemon has for "
               "requests; send it in smaller parts, or try again."};
}

}  // namespace answerbox::protocol
