// The words of a question, and a collector of other ways to write them. Only
// the sources of written_forms.h include this.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/postings/posting_list.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/ascii.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "engine/words/synonyms.h"

namespace answerbox::engine {

// A short text that is built from words and numbers. Only the sources of
// written_forms.h include this.
class FormText {
 public:
  // Text past kMostBytes is left out.
  static constexpr std::size_t kMostBytes = 96;

  FormText& Add(std::string_view text) {
    const std::size_t count = std::min(text.size(), kMostBytes - size_);
    std::copy_n(text.begin(), count, bytes_.begin() + size_);
    size_ += count;
    return *this;
  }
  //   width  the least number of digits; zeros are put before the number
  FormText& Add(std::uint64_t number, std::size_t width = 1) {
    std::array<char, 20> digits;
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    const auto count = static_cast<std::size_t>(end - digits.data());
    for (std::size_t n = count; n < width; ++n) Add("0");
    return Add(std::string_view(digits.data(), count));
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMostBytes> bytes_;
  std::size_t size_ = 0;
};

// Returns the ending of an ordinal: "st" for 1.
[[nodiscard]] constexpr std::string_view OrdinalEnding(std::uint64_t number) {
  if (number / 10 % 10 == 1) return "th";
  switch (number % 10) {
    case 1:
      return "st";
    case 2:
      return "nd";
    case 3:
      return "rd";
    default:
      return "th";
  }
}
[[nodiscard]] constexpr bool IsOrdinalSuffix(std::string_view folded) {
  return folded == "st" || folded == "nd" || folded == "rd" || folded == "th";
}

// Returns the number that `text` is. -1 if it has other characters than digits,
// or more than nine.
[[nodiscard]] constexpr std::int64_t PlainNumber(std::string_view text) {
  if (text.empty() || text.size() > 9) return -1;
  std::int64_t number = 0;
  for (const char c : text) {
    if (!IsDigit(c)) return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

// A word or number of the question.
struct AskedToken {
  static constexpr std::uint8_t kNoTerm = 0xFF;

  ByteRange range;
  TokenKind kind = TokenKind::kWord;
  std::string_view text;        // As it stands in the question.
  std::string_view folded;      // As TermNormalizer::FoldToken gives it.
  std::uint8_t term = kNoTerm;  // Index into QuestionTerms::distinct.
  std::string_view gap;         // The text between the last token and it.

  [[nodiscard]] bool has_term() const noexcept { return term != kNoTerm; }
  [[nodiscard]] bool is_number() const noexcept {
    return kind == TokenKind::kNumber;
  }
};

class FormAdder {
 public:
  // Further words of a question get no forms.
  static constexpr std::size_t kMostTokens = 128;

  // Throws std::bad_alloc past the arena. All parameters outlive this object.
  FormAdder(std::string_view question, std::span<const LiveSegment> segments,
            const QuestionTerms& terms, const TermLookup& lookup,
            FoundSynonyms& found, TermNormalizer& normalizer, Arena& arena);

  [[nodiscard]] std::span<const AskedToken> tokens() const noexcept {
    return tokens_;
  }
  [[nodiscard]] std::string_view question() const noexcept { return question_; }
  [[nodiscard]] std::span<const LiveSegment> segments() const noexcept {
    return segments_;
  }
  [[nodiscard]] TermNormalizer& normalizer() const noexcept {
    return normalizer_;
  }
  [[nodiscard]] Arena& arena() const noexcept { return arena_; }

  // Adds `form` as another way to write tokens [begin, end), unless documents
  // lack a word of it, or it has only stop words. If it begins with a digit
  // and has a blank or one of ",/:-", does what AddWritten does.
  void Add(std::size_t begin, std::size_t end, std::string_view form);

  // Does the same, but a form that begins with a digit counts by its words,
  // too: "14 march" also counts in "14. March".
  void AddWords(std::size_t begin, std::size_t end, std::string_view form);

  // Adds a form that counts only as it is written (FindWrittenForm), if one of
  // the first kMostChunks chunks with its terms has it. A form that no document
  // has would turn the refusal "no document has 2.10" into the next best
  // sentence.
  void AddWritten(std::size_t begin, std::size_t end, std::string_view form);

  // Whether no more forms of this kind are taken.
  [[nodiscard]] bool is_full() const noexcept {
    return found_.is_full() || left_of_kind_ == 0 || error_;
  }

  // Must be called before the forms of another kind. Each kind gets only a part
  // of a question's synonyms, so that a date can't crowd out later kinds.
  void BeginKind() noexcept { left_of_kind_ = kMostOfKind; }

  // Calls visit(text) for the chunks that have all terms, segment by segment,
  // until it returns true, or kMostChunks were read, or kMostChunksOfAll for
  // all forms of the question. Finds none if every term is in more than
  // kMaxPhraseChunks chunks.
  template <typename Visit>
  void VisitChunks(std::span<const std::string_view> terms, const Visit& visit);

  // Adds a term that documents have as another way to write token `at`.
  void AddTerm(std::size_t at, std::string_view term);

  // Adds a form of one word that counts only with a capital.
  void AddCapital(std::size_t at, std::string_view form);

  // Whether a document has the term. False after an error, see status().
  [[nodiscard]] bool IsKnown(std::string_view term);
  // Precondition: it has one.
  [[nodiscard]] std::string_view TermOf(const AskedToken& token) const {
    return terms_.distinct[token.term].term;
  }
  [[nodiscard]] bool IsKnown(const AskedToken& token) const {
    return token.has_term() && lookup_.chunk_frequency(token.term) != 0;
  }

  void Fail(const Error& error) {
    if (!error_) error_ = error;
  }
  // The first error of a dictionary, if any.
  [[nodiscard]] Result<void> status() const {
    if (error_) return *error_;
    return {};
  }

 private:
  static constexpr std::size_t kMostOfKind = 10;
  static constexpr std::size_t kMostChunks = 512;
  static constexpr std::size_t kMostChunksOfAll = 4096;

  using Terms = std::array<std::string_view, kMaxSynonymTerms>;
  // Returns the terms of a form; none if documents lack one, or if they are
  // more than kMaxSynonymTerms.
  std::span<const std::string_view> TermsOf(std::string_view form,
                                            Terms& terms);
  // Returns the question's terms in tokens [begin, end); none if they are more
  // than kMaxSynonymTerms.
  std::span<const std::uint8_t> RunOf(std::size_t begin, std::size_t end);
  [[nodiscard]] Result<std::string_view> ChunkText(const LiveSegment& segment,
                                                   ChunkNumber chunk) const;

  std::string_view question_;
  std::span<const LiveSegment> segments_;
  const QuestionTerms& terms_;
  const TermLookup& lookup_;
  FoundSynonyms& found_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  std::span<AskedToken> tokens_;
  std::size_t left_of_kind_ = kMostOfKind;
  std::size_t left_chunks_ = kMostChunksOfAll;
  std::optional<Error> error_;
};

template <typename Visit>
void FormAdder::VisitChunks(std::span<const std::string_view> terms,
                            const Visit& visit) {
  if (left_chunks_ == 0) return;
  const auto found = FindPhrase(segments_, terms, arena_);
  if (!found) return Fail(found.error());
  std::size_t left = kMostChunks;
  for (std::size_t s = 0; s < found->lists.size(); ++s) {
    if (!found->lists[s]) continue;
    PostingCursor cursor;
    cursor.Reset(*found->lists[s]);
    while (true) {
      const auto moved = cursor.Next();
      if (!moved) return Fail(moved.error());
      if (!*moved) break;
      const auto is_hidden = segments_[s].HidesChunk(cursor.chunk());
      if (!is_hidden) return Fail(is_hidden.error());
      if (*is_hidden) continue;
      if (left-- == 0 || left_chunks_ == 0) return;
      --left_chunks_;
      const auto text = ChunkText(segments_[s], cursor.chunk());
      if (!text) return Fail(text.error());
      if (visit(*text)) return;
    }
  }
}

// Each of these adds the forms of one kind.
void AddDateForms(FormAdder& adder);
void AddClockForms(FormAdder& adder);
void AddNumberForms(FormAdder& adder);
void AddTelephoneForms(FormAdder& adder);
void AddUnitForms(FormAdder& adder);
void AddJoinedForms(FormAdder& adder);
void AddKindForms(FormAdder& adder);
void AddSpellingForms(FormAdder& adder);

}  // namespace answerbox::engine
