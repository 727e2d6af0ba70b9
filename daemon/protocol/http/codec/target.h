// The target of a request, and forms: what a URL's path and query say.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace answerbox::daemon::http {

// The fields of a form, in their order.
class Form {
 public:
  static constexpr std::size_t kMaxFields = 16;

  // Reads `application/x-www-form-urlencoded` text (URL standard, section 5).
  // Nothing for more than kMaxFields fields, an incomplete escape, or a name or
  // value that is not UTF-8 or holds NUL.
  [[nodiscard]] static std::optional<Form> Read(std::string_view text);

  Form() = default;
  Form(Form&&) noexcept = default;
  Form& operator=(Form&&) noexcept = default;
  Form(const Form&) = delete;
  Form& operator=(const Form&) = delete;
  // Wipes the values: one may be a password.
  ~Form();

  // Returns the first field of that name; empty if there is none.
  [[nodiscard]] std::string_view Get(std::string_view name) const noexcept;
  [[nodiscard]] bool Has(std::string_view name) const noexcept;

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

struct Target {
  std::string_view path;  // Within the text that was read.
  Form query;
};

// Reads a target in its absolute path form: "/", "/page.css", "/?q=fever".
// Nothing for other forms, and for a path with escapes, with empty segments or
// dots as segments, or with other characters than letters, digits and ._-/:
// no page has such a path, and no two spellings may name one.
[[nodiscard]] std::optional<Target> ReadTarget(std::string_view text);

}  // namespace answerbox::daemon::http
