#include "engine/index/vocabulary.h"

#include <limits>

namespace answerbox::engine {
namespace {

constexpr std::uint32_t kNoTerm = std::numeric_limits<std::uint32_t>::max();

// Longer words are rare; they would fill the memory of words for nothing.
constexpr std::size_t kMaxKnownWordBytes = 64;

// Differs from run to run wherever addresses do.
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
  if (kind == TokenKind::kPunctuation) return std::nullopt;
  const std::uint32_t term = TermOf(token, kind);
  if (term == kNoTerm) return std::nullopt;
  return Use(term);
}

std::uint32_t Vocabulary::TermOf(std::string_view token, TokenKind kind) {
  if (!remembers_words_ || token.size() > kMaxKnownWordBytes) {
    return Normalize(token, kind);
  }
  if (words_.size() >= kMaxKnownWords) {
    words_.Clear();
    word_terms_.clear();
  }
  const StringTable::Place word = words_.Intern(token);
  if (word.added) word_terms_.push_back(Normalize(token, kind));
  return word_terms_[word.number];
}

std::uint32_t Vocabulary::Normalize(std::string_view token, TokenKind kind) {
  const std::string_view term = normalizer_.Normalize(token, kind);
  return term.empty() ? kNoTerm : Intern(StringTable::Key(term));
}

void Vocabulary::Truncate(std::uint32_t size) noexcept {
  for (; used_.size() > size; used_.pop_back()) uses_[used_.back()] = {};
}

void Vocabulary::Reset() {
  used_.clear();
  if (terms_.size() <= kMaxKeptTerms &&
      generation_ != std::numeric_limits<std::uint32_t>::max()) {
    ++generation_;
    return;
  }
  generation_ = 1;
  words_.Clear();
  word_terms_.clear();
  terms_.Clear();
  uses_.clear();
}

std::size_t Vocabulary::memory_bytes() const noexcept {
  return words_.memory_bytes() + terms_.memory_bytes() +
         (word_terms_.capacity() + used_.capacity()) * sizeof(std::uint32_t) +
         uses_.capacity() * sizeof(TermUse);
}

}  // namespace answerbox::engine
