// The small text files that keep energy data. Each line ends with a checksum of
// the whole file up to there, so that damage is found, with its line.
// docs/state-directory.md, "Energy".
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/error.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxStateTextBytes = std::size_t{4} << 20;

// Replaces the file atomically. Makes its folder if missing. `lines` ends with
// a line end. Errors: kStorage.
[[nodiscard]] Result<void> SaveStateText(const std::filesystem::path& path,
                                         std::string_view lines);

// Returns the lines without their checksums; nothing when there is no file.
// Errors: kStorage; kCorrupt when a checksum is missing or wrong.
[[nodiscard]] Result<std::optional<std::string>> LoadStateText(
    const std::filesystem::path& path);

// A place in a damaged file, as far as it is known.
struct DamagedPlace {
  std::size_t line = 0;                              // From 1; 0: unknown.
  std::optional<std::size_t> offset = std::nullopt;  // Of the line in the file.
};
[[nodiscard]] Error DamagedText(const std::filesystem::path& path,
                                const DamagedPlace& place, std::string field);

// Returns the error for a sound file whose first line names a version that this
// program does not read.
[[nodiscard]] Error TextOfOtherVersion(const std::filesystem::path& path);

// Reads one field after the other. Each function returns false when the next
// field is another one.
class StateFields {
 public:
  explicit StateFields(std::string_view text) : text_(text), left_(text) {}

  bool Skip(std::string_view literal) {
    if (!left_.starts_with(literal)) return false;
    left_.remove_prefix(literal.size());
    return true;
  }
  // Reads a decimal number from `min` to `max`.
  template <std::integral T>
  bool Read(T& value, T min, T max) {
    const auto [end, error] =
        std::from_chars(left_.data(), left_.data() + left_.size(), value);
    if (error != std::errc() || value < min || value > max) return false;
    left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
    return true;
  }
  // Reads one character or more, up to a blank or a line end.
  bool ReadWord(std::string& word) { return ReadUpTo(" \n", word); }
  // Reads one character or more, up to a line end.
  bool ReadLine(std::string& line) { return ReadUpTo("\n", line); }
  [[nodiscard]] bool AtEnd() const noexcept { return left_.empty(); }
  // Returns the number of the line that is read next, from 1.
  [[nodiscard]] std::size_t line() const noexcept;

 private:
  bool ReadUpTo(std::string_view ends, std::string& text) {
    text = left_.substr(0, left_.find_first_of(ends));
    left_.remove_prefix(text.size());
    return !text.empty();
  }

  std::string_view text_;
  std::string_view left_;
};

}  // namespace answerbox::daemon
