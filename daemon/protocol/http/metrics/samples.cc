#include "daemon/protocol/http/metrics/samples.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "engine/text/utf8.h"

namespace answerbox::daemon::http {
namespace {

std::string Digits(double value) {
  assert(std::isfinite(value));
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

}  // namespace

std::string EscapeLabel(std::string_view text) {
  const bool is_utf8 = engine::ValidateUtf8(text).has_value();
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') escaped += '\\';
    const bool is_ascii = static_cast<unsigned char>(c) < 0x80;
    escaped += is_utf8 || is_ascii ? c : '?';
  }
  return escaped;
}

void Samples::Add(double value, Labels labels) {
  AddText({}, labels, Digits(value));
}

// Each bucket of the format holds those before it, too.
void Samples::AddHistogram(std::span<const double> bounds,
                           std::span<const std::uint64_t> counts, double sum) {
  assert(counts.size() == bounds.size() + 1);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    count += counts[i];
    const std::string bound = i < bounds.size() ? Digits(bounds[i]) : "+Inf";
    AddText("_bucket", {{"le", bound}}, std::to_string(count));
  }
  AddText("_sum", {}, Digits(sum));
  AddText("_count", {}, std::to_string(count));
}

void Samples::AddText(std::string_view suffix, Labels labels,
                      const std::string& value) {
  text_ += metric_;
  text_ += suffix;
  char separator = '{';
  for (const Label& label : labels) {
    text_ += separator;
    text_ += label.name;
    text_ += "=\"" + EscapeLabel(label.value) + '"';
    separator = ',';
  }
  if (labels.size() > 0) text_ += '}';
  text_ += ' ' + value + '\n';
}

}  // namespace answerbox::daemon::http
