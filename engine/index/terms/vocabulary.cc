#include "engine/index/terms/vocabulary.h"

#include <limits>

namespace answerbox::engine {
namespace {

// Stand for a term's number: kNoTerm for a stop word, kNoWord for a token that
// is not a word.
constexpr std::uint32_t kNoTerm = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNoWord = kNoTerm - 1;

// Longer words are rare, so remembering them is not worth the memory.
constexpr std::size_t kMaxKnownWordBytes = 64;

// Differs from run to run wherever addresses do.
// A fixed seed would let somebody write a text whose words all fall into one
// slot, and adding it would take quadratic time.
std::uint64_t SeedFrom(const void* address) noexcept {
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address)) *
         0x9E3779B97F4A7C15u;
}

}  // namespace

Vocabulary::Vocabulary(Profile profile)
    : remembers_words_(profile == Profile::kDefault),
      normalizer_(profile),
      words_(SeedFrom(this)),
      terms_(SeedFrom(&terms_)) {}

std::optional<std::uint32_t> Vocabulary::NumberOf(std::string_view token,
                                                  TokenKind kind) {
  const auto word = WordOf(token, kind);
  if (!word || !HasTerm(word->mark)) return std::nullopt;
  return word->number;
}

std::optional<Vocabulary::Word> Vocabulary::WordOf(std::string_view token,
                                                   TokenKind kind) {
  if (kind == TokenKind::kPunctuation) return std::nullopt;
  const KnownWord word = Know(token, kind);
  if (word.term == kNoWord) return std::nullopt;
  return Word{word.term == kNoTerm ? 0 : Use(word.term), word.mark};
}

Vocabulary::KnownWord Vocabulary::Know(std::string_view token, TokenKind kind) {
  if (!remembers_words_ || token.size() > kMaxKnownWordBytes) {
    return Normalize(token, kind);
  }
  // Everything is forgotten at once: the table has no order by which the rarest
  // words could go. The frequent ones soon come back.
  if (words_.size() >= kMaxKnownWords) {
    words_.Clear();
    word_terms_.clear();
    word_marks_.clear();
  }
  const StringTable::Place word = words_.Intern(token);
  if (word.added) {
    const KnownWord known = Normalize(token, kind);
    word_terms_.push_back(known.term);
    word_marks_.push_back(known.mark);
  }
  return {word_terms_[word.number], word_marks_[word.number]};
}

Vocabulary::KnownWord Vocabulary::Normalize(std::string_view token,
                                            TokenKind kind) {
  const NormalizedWord word = normalizer_.Read(token, kind);
  if (!word.mark) return {kNoWord, 0};
  if (!HasTerm(*word.mark)) return {kNoTerm, *word.mark};
  return {Intern(StringTable::Key(word.term)), *word.mark};
}

void Vocabulary::Truncate(std::uint32_t size) noexcept {
  // The terms stay interned, which only costs memory; generation 0 is never the
  // current one.
  for (; used_.size() > size; used_.pop_back()) uses_[used_.back()] = {};
}

void Vocabulary::Reset() {
  used_.clear();
  if (terms_.size() <= kMaxKeptTerms &&
      generation_ != std::numeric_limits<std::uint32_t>::max()) {
    // Makes all uses old at once. Clearing them would take time for each kept
    // term, and evaluation builds a segment for each paragraph.
    ++generation_;
    return;
  }
  generation_ = 1;
  words_.Clear();
  word_terms_.clear();
  word_marks_.clear();
  terms_.Clear();
  uses_.clear();
}

std::size_t Vocabulary::memory_bytes() const noexcept {
  return words_.memory_bytes() + terms_.memory_bytes() +
         (word_terms_.capacity() + used_.capacity()) * sizeof(std::uint32_t) +
         word_marks_.capacity() * sizeof(WordMark) +
         uses_.capacity() * sizeof(TermUse);
}

}  // namespace answerbox::engine
