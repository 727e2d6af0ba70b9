// The samples of one metric in the text format 0.0.4 of Prometheus:
// https://prometheus.io/docs/instrumenting/exposition_formats/
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::daemon::http {

struct Label {
  std::string_view name;
  std::string_view value;  // Any bytes.
};
using Labels = std::initializer_list<Label>;

// Returns text as between the quotes of a label: '\', '"' and line feeds are
// escaped. In text that is not UTF-8, every byte beyond ASCII becomes '?'.
[[nodiscard]] std::string EscapeLabel(std::string_view text);

class Samples {
 public:
  // The metric's name; it outlives this.
  explicit Samples(std::string_view metric) : metric_(metric) {}

  template <std::integral T>
  void Add(T value, Labels labels = {}) {
    AddText({}, labels, std::to_string(value));
  }
  // The shortest digits that read back as `value`, which is finite.
  void Add(double value, Labels labels = {});
  // A histogram without labels.
  //   bounds  [n] of the buckets, rising
  //   counts  [n + 1] of each bucket alone, and of what is past all bounds
  void AddHistogram(std::span<const double> bounds,
                    std::span<const std::uint64_t> counts, double sum);

  // A line for each sample.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  void AddText(std::string_view suffix, Labels labels,
               const std::string& value);

  std::string_view metric_;
  std::string text_;
};

}  // namespace answerbox::daemon::http
