#include "engine/text/phrase_terms.h"

#include <algorithm>

#include "engine/text/ascii.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

// A step of FNV-1a.
std::uint32_t Hashed(std::uint32_t hash, char byte) noexcept {
  return (hash ^ static_cast<unsigned char>(byte)) * 0x01000193u;
}

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
    // Longer texts are no phrases. Cutting them would make different ones
    // equal.
    if (++terms > kMaxPhraseTerms) return {};
    phrase.Append(term);
  }
  return phrase;
}

std::uint32_t HashOfPhrase(std::string_view terms,
                           std::uint32_t hash) noexcept {
  for (const char byte : terms) hash = Hashed(hash, byte);
  return hash;
}

std::uint32_t HashOfWords(std::string_view text) noexcept {
  std::uint32_t hash = kHashOfNothing;
  // A blank for any run of white space, so that a line break within a phrase
  // changes nothing.
  bool is_first = true;
  bool within = false;
  for (const char byte : text) {
    if (Is(byte, kSpaceByte)) {
      within = false;
      continue;
    }
    if (!within && !is_first) hash = Hashed(hash, ' ');
    within = true;
    is_first = false;
    hash = Hashed(hash, byte);
  }
  return hash;
}

}  // namespace answerbox::engine
