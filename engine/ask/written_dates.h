// The dates of a text, in digits or with the month's name: "14/03/2026", "March
// 14th", "2026"; and how old a document says it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/grounding/quantities/quantity.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

struct WrittenDate {
  ByteRange range;
  std::uint32_t date = 0;  // year * 10000 + month * 100 + day; 0: not said.
  // The same date if its month stands first: "3/4/2026". Else `date`.
  std::uint32_t month_first = 0;

  [[nodiscard]] bool has_day() const noexcept { return date % 100 != 0; }
  [[nodiscard]] bool is_year() const noexcept { return date % 10000 == 0; }
};

// Whether both may be the same day: what one does not say agrees with all.
[[nodiscard]] bool MayBeSame(const WrittenDate& a,
                             const WrittenDate& b) noexcept;

// Returns the date in digits that begins at the digit text[at], with a year
// from 1950 to 2149: "2026-03-14", "2026_03", "20260314", "14.03.2026", "2026".
// The day stands before the month, unless it can't be one.
[[nodiscard]] std::optional<WrittenDate> DigitDateAt(std::string_view text,
                                                     std::size_t at) noexcept;

// Returns how many digits stand at text[at], nine at most.
[[nodiscard]] std::size_t DigitsAt(std::string_view text,
                                   std::size_t at) noexcept;

// Reads the dates of a text in order. Linear in the text; allocates nothing.
class WrittenDateReader {
 public:
  explicit WrittenDateReader(std::string_view text) noexcept
      : text_(text),
        quantities_(text, {0, static_cast<std::uint32_t>(text.size())}) {}

  [[nodiscard]] std::optional<WrittenDate> Next() noexcept;

 private:
  [[nodiscard]] std::optional<WrittenDate> NextNamed() noexcept;
  [[nodiscard]] std::optional<WrittenDate> NextInDigits() noexcept;

  std::string_view text_;
  QuantityReader quantities_;
  std::size_t position_ = 0;
  std::uint32_t end_ = 0;  // Of the last date.
  bool is_begun_ = false;
  std::optional<WrittenDate> named_;
  std::optional<WrittenDate> in_digits_;
};

// Whether the text says more or less than the date itself: "since 2018", "until
// 5 June", "from 1 to 5 June".
[[nodiscard]] bool IsBound(std::string_view text, ByteRange date) noexcept;

// Whether a year tells when something is: "in 2018", "the fair of 2018", "the
// 2018 fair".
[[nodiscard]] bool TellsWhen(std::string_view text, ByteRange year) noexcept;

// How old a document says it is: by its name, or by a date of its own at the
// beginning of its text. Which of two versions is valid is then known.
struct DocumentAge {
  std::uint32_t date = 0;     // year * 10000 + month * 100 + day; 0: not said.
  std::uint32_t version = 0;  // Of "v2.1", 2001; 0: not said.
};

// So many bytes of a text are looked at.
inline constexpr std::size_t kDatedBytes = 600;

// The name's date and version, or else the text's own date: one in its first
// line, on a short line of its own, or after a word such as "valid from" or
// "version". A date in a sentence is not the document's.
//   text  the document's first kDatedBytes bytes, or all that it has
[[nodiscard]] DocumentAge AgeOf(std::string_view name,
                                std::string_view text) noexcept;

// False where nothing tells.
[[nodiscard]] bool IsNewer(const DocumentAge& a, const DocumentAge& b) noexcept;

}  // namespace answerbox::engine
