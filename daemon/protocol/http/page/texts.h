// The page's own words in each of its languages: page/texts.tsv, a row for each
// text and a column for each language. A further column is a further language.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::daemon::page {

// The tags of the languages, in the order of the columns: the first is English.
[[nodiscard]] std::span<const std::string_view> Languages();

// The names of the texts, in alphabetical order.
[[nodiscard]] std::span<const std::string_view> TextNames();

class Texts {
 public:
  // An unknown language is English.
  explicit Texts(std::string_view language);

  [[nodiscard]] std::string_view language() const;

  // Precondition: the table has the text.
  [[nodiscard]] std::string_view At(std::string_view name) const;

  // The text as HTML. {1} and {2} stand for the values, which are HTML.
  [[nodiscard]] std::string Html(
      std::string_view name,
      std::initializer_list<std::string_view> values = {}) const;

 private:
  std::size_t column_ = 0;
};

}  // namespace answerbox::daemon::page
