// Reads tags and the text between them, in the markup of TREC's topics and
// documents: SGML without a declaration, or XML. Tags need not be balanced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::lab {

enum class MarkupKind : std::uint8_t { kText, kOpen, kClose };

class MarkupScanner {
 public:
  // `contents` outlives the scanner.
  explicit MarkupScanner(std::string_view contents) noexcept
      : contents_(contents), tags_end_(contents.rfind('>') + 1) {}

  // Moves to the next tag or text; false at the end. Passes over comments,
  // declarations and instructions. A '<' that begins none of these is
  // text, and so is a tag that does not end.
  [[nodiscard]] bool Next() noexcept;

  // Preconditions: the last Next() gave true.
  [[nodiscard]] MarkupKind kind() const noexcept { return kind_; }
  // Where it begins.
  [[nodiscard]] std::size_t offset() const noexcept { return begin_; }
  // The name of a tag, or the bytes of a text as they stand.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  // Whether it is the tag `name`, in upper or lower case.
  [[nodiscard]] bool Is(MarkupKind kind, std::string_view name) const noexcept;

 private:
  [[nodiscard]] bool ReadTag() noexcept;
  [[nodiscard]] bool BeginsTag(std::size_t at) const noexcept;

  std::string_view contents_;
  std::size_t tags_end_;  // No tag ends after it.
  std::size_t next_ = 0;
  std::size_t begin_ = 0;
  MarkupKind kind_ = MarkupKind::kText;
  std::string_view text_;
};

// Appends text to `to`, with `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;` as
// the characters that they stand for. Other references stay as they are.
void AppendMarkupText(std::string_view text, std::string& to);

}  // namespace answerbox::lab
