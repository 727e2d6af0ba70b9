// Sentences of a text, as byte ranges without surrounding white space.
//   default  ends at . ! ? (with closing quotes and brackets) before white
//            space and something that can begin a sentence; not after
//            abbreviations ("Dr.", "e.g.", "approx."), initials, decimal
//            numbers and doses ("2.5 mg"), list numbers ("1."). A blank line,
//            a heading's edges, and the start of a list item always end one; a
//            single line break inside wrapped prose does not.
//   paper    ends at . ! ? before white space, nothing else
// A pull parser over the caller's text: no allocation. Precondition: valid
// UTF-8. A sentence of more than kMaxSentenceBytes is cut at white space (or,
// failing that, at a character boundary).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/profile.h"
#include "engine/text/document_text.h"
#include "engine/text/line_break.h"

namespace answerbox::engine {

inline constexpr std::uint32_t kMaxSentenceBytes = 4096;

struct Sentence {
  ByteRange range;
  bool is_heading = false;
};

class SentenceSplitter {
 public:
  // Splits text[begin, end). `headings` are those of the whole text (profile
  // default; ignored by paper); both must outlive the splitter.
  SentenceSplitter(Profile profile, std::string_view text, ByteRange part,
                   std::span<const HeadingMark> headings) noexcept;

  [[nodiscard]] std::optional<Sentence> Next() noexcept;

 private:
  // A block ends at a heading's edge; a heading is one sentence.
  void BeginBlock() noexcept;
  bool EndsBetween(std::uint32_t begin, std::uint32_t word_end,
                   std::uint32_t next_word) noexcept;
  Sentence Cut(std::uint32_t begin, std::uint32_t word_end) noexcept;

  std::string_view text_;
  std::span<const HeadingMark> headings_;
  std::uint32_t position_;
  std::uint32_t end_;
  std::uint32_t
      block_end_;  // The current block's; before the first, the begin.
  std::size_t next_heading_ = 0;
  LineShape previous_line_;  // Of the paragraph; empty before its first line.
  LineShape current_line_;
  bool in_heading_ = false;
  Profile profile_;
};

}  // namespace answerbox::engine
