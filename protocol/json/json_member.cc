#include "protocol/json/json_member.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/string.hpp>
#include <string>
#include <utility>

namespace answerbox::protocol {
namespace {

namespace json = boost::json;
using boost::system::error_code;

// Keeps the last value of one member. basic_parser prescribes the names and
// signatures of the events.
class MemberFinder {
 public:
  static constexpr std::size_t max_object_size = json::object::max_size();
  static constexpr std::size_t max_array_size = json::array::max_size();
  static constexpr std::size_t max_key_size = json::string::max_size();
  static constexpr std::size_t max_string_size = json::string::max_size();

  MemberFinder(std::string_view name, std::size_t max_bytes)
      : name_(name), max_bytes_(max_bytes) {}

  std::optional<json::value> Take() { return std::move(found_); }

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) { return Enter(); }
  bool on_object_end(std::size_t, error_code&) { return Leave(); }
  bool on_array_begin(error_code&) { return Enter(); }
  bool on_array_end(std::size_t, error_code&) { return Leave(); }
  bool on_key_part(json::string_view part, std::size_t, error_code&) {
    if (depth_ == 1) Append(part, name_.size());
    return true;
  }
  bool on_key(json::string_view last_part, std::size_t, error_code&) {
    if (depth_ != 1) return true;
    Append(last_part, name_.size());
    is_value_next_ = !is_too_long_ && text_ == name_;
    if (is_value_next_) found_.reset();
    ForgetText();
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, error_code&) {
    if (IsValue()) Append(part, max_bytes_);
    return true;
  }
  bool on_string(json::string_view last_part, std::size_t, error_code&) {
    if (!IsValue()) return true;
    Append(last_part, max_bytes_);
    if (!is_too_long_) Keep(json::string(text_));
    ForgetText();
    return true;
  }
  bool on_number_part(json::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t number, json::string_view, error_code&) {
    return Keep(number);
  }
  bool on_uint64(std::uint64_t number, json::string_view, error_code&) {
    return Keep(number);
  }
  bool on_double(double number, json::string_view, error_code&) {
    return Keep(number);
  }
  bool on_bool(bool, error_code&) { return true; }
  bool on_null(error_code&) { return Keep(nullptr); }
  bool on_comment_part(json::string_view, error_code&) { return true; }
  bool on_comment(json::string_view, error_code&) { return true; }

 private:
  [[nodiscard]] bool IsValue() const { return is_value_next_ && depth_ == 1; }

  bool Enter() {
    ++depth_;
    return true;
  }

  bool Leave() {
    --depth_;
    return true;
  }

  bool Keep(json::value value) {
    if (IsValue()) found_.emplace(std::move(value));
    return true;
  }

  void Append(std::string_view part, std::size_t max_bytes) {
    is_too_long_ = is_too_long_ || part.size() > max_bytes - text_.size();
    if (!is_too_long_) text_ += part;
  }

  void ForgetText() {
    text_.clear();
    is_too_long_ = false;
  }

  const std::string_view name_;
  const std::size_t max_bytes_;
  std::size_t depth_ = 0;
  std::string text_;  // Of the key or value that is being read.
  bool is_too_long_ = false;
  bool is_value_next_ = false;
  std::optional<json::value> found_;
};

}  // namespace

std::optional<json::value> FindScalar(std::string_view text,
                                      std::string_view name,
                                      std::size_t max_bytes,
                                      std::size_t max_nesting) {
  json::parse_options options;
  options.max_depth = max_nesting;
  json::basic_parser<MemberFinder> parser(options, name, max_bytes);
  error_code error;
  const std::size_t read =
      parser.write_some(false, text.data(), text.size(), error);
  if (error || read < text.size()) return std::nullopt;
  return parser.handler().Take();
}

}  // namespace answerbox::protocol
