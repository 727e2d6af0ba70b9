#include "engine/text/phrase_terms.h"

#include <algorithm>

#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

class Fnv1a {
 public:
  explicit Fnv1a(std::uint32_t hash) noexcept : hash_(hash) {}
  void Add(char byte) noexcept {
    hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x01000193u;
  }
  [[nodiscard]] std::uint32_t value() const noexcept { return hash_; }

 private:
  std::uint32_t hash_;
};

}  // namespace

void PhraseTerms::Append(std::string_view term) noexcept {
  const std::size_t blank = bytes_ == 0 ? 0 : 1;
  if (bytes_ + blank + term.size() > text_.size()) return;
  if (blank != 0) text_[bytes_++] = ' ';
  std::copy(term.begin(), term.end(),
            text_.begin() + static_cast<std::ptrdiff_t>(bytes_));
  bytes_ += term.size();
}

PhraseTerms ReadPhrase(std::string_view text,
                       TermNormalizer& normalizer) noexcept {
  PhraseTerms phrase;
  std::size_t terms = 0;
  Tokenizer tokenizer(Profile::kDefault, text);
  while (const auto token = tokenizer.Next()) {
    const std::string_view term =
        normalizer.Normalize(Slice(text, token->range), token->kind);
    if (term.empty()) continue;
    if (++terms > kMaxPhraseTerms) return {};
    phrase.Append(term);
  }
  return phrase;
}

std::uint32_t HashOfPhrase(std::string_view terms,
                           std::uint32_t hash) noexcept {
  Fnv1a whole(hash);
  for (const char byte : terms) whole.Add(byte);
  return whole.value();
}

std::uint32_t HashOfWords(std::string_view text) noexcept {
  Fnv1a hash(kHashOfNothing);
  bool is_first = true;
  bool within = false;
  for (const char byte : text) {
    if (Is(byte, kSpaceByte)) {
      within = false;
      continue;
    }
    if (!within && !is_first) hash.Add(' ');
    within = true;
    is_first = false;
    hash.Add(byte);
  }
  return hash.value();
}

}  // namespace answerbox::engine
