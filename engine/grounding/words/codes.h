// Finds codes of letters and digits that name one thing: part numbers
// ("AB-1234/5"), models, error codes. A code that differs in a letter or digit
// names another thing, however alike the two are.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/text/document_text.h"

namespace answerbox::engine {

// Reads the codes of a text in order. Allocates nothing; linear in the text.
class CodeReader {
 public:
  explicit CodeReader(std::string_view text) noexcept : text_(text) {}

  // Returns the next code with its variant; nothing after the last. Quantities
  // ("10mg", "5-day", "14th"), times, ranges, addresses, and words with a
  // number after them ("covid-19") are no codes. Dates are none either.
  [[nodiscard]] std::optional<ByteRange> Next() noexcept;

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

// Bytes of what makes a model of the name before it another one: " Plus" of "G5
// Plus", "+", " Y". 0: there is none.
[[nodiscard]] std::size_t VariantBytes(std::string_view after) noexcept;

// Whether a code is surely the name of one thing: it has at least two digits.
// "B6" is one of few such names, and may be a name of another thing.
[[nodiscard]] bool IsTelling(std::string_view code) noexcept;

// Returns the first place where `text` has the name, in any case, and with or
// without a blank, hyphen, slash, point or underscore between its letters and
// digits. The name is not found within a longer one: neither "12" in "12B" nor
// "AB-1234" in "AB-1234/5" nor "G5" in "G5 Plus". Takes time linear in the
// product of both lengths.
[[nodiscard]] std::optional<ByteRange> FindName(std::string_view text,
                                                std::string_view name) noexcept;

// Whether two codes are alike, so that a reader may take one for the other:
// they begin with the same letters, or have letters and digits in the same
// places.
[[nodiscard]] bool AreAlike(std::string_view a, std::string_view b) noexcept;

}  // namespace answerbox::engine
