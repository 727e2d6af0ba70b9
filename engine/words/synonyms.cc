#include "engine/words/synonyms.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <set>
#include <tuple>

#include "engine/text/tokenizer.h"
#include "engine/words/found_synonyms.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kMaxKeyBytes = kMaxSynonymTerms * (kMaxTermBytes + 1);

// Terms with a blank between them, as Synonyms stores them.
class Phrase {
 public:
  // Leaves a term out that has no room.
  void Append(std::string_view term) {
    const std::size_t blank = size_ == 0 ? 0 : 1;
    if (size_ + blank + term.size() > bytes_.size()) return;
    if (blank != 0) bytes_[size_++] = ' ';
    std::memcpy(bytes_.data() + size_, term.data(), term.size());
    size_ += term.size();
  }
  [[nodiscard]] std::string_view text() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMaxKeyBytes> bytes_;
  std::size_t size_ = 0;
};

// The terms of an entry; empty if it has none, or too many.
Phrase TermsOf(std::string_view entry, TermNormalizer& normalizer) {
  Phrase phrase;
  std::size_t terms = 0;
  Tokenizer tokenizer(Profile::kDefault, entry);
  while (const auto token = tokenizer.Next()) {
    const std::string_view term = normalizer.Normalize(
        entry.substr(token->range.begin, token->range.end - token->range.begin),
        token->kind);
    if (term.empty()) continue;
    if (++terms > kMaxSynonymTerms) return {};
    phrase.Append(term);
  }
  return phrase;
}

// Fills `terms` from the front and returns the filled part.
std::span<const std::string_view> Split(
    std::string_view phrase,
    std::span<std::string_view, kMaxSynonymTerms> terms) {
  std::size_t count = 0;
  while (!phrase.empty()) {
    const std::size_t end = std::min(phrase.find(' '), phrase.size());
    terms[count++] = phrase.substr(0, end);
    phrase.remove_prefix(std::min(end + 1, phrase.size()));
  }
  return terms.first(count);
}

}  // namespace

Synonyms::Synonyms(std::span<const SynonymRule> rules,
                   TermNormalizer& normalizer)
    : rule_count_(rules.size()) {
  for (const SynonymRule& rule : rules) {
    const auto first = static_cast<std::uint32_t>(entries_.size());
    AddEntries(rule.left, normalizer);
    const auto middle = static_cast<std::uint32_t>(entries_.size());
    AddEntries(rule.right, normalizer);
    const auto last = static_cast<std::uint32_t>(entries_.size());
    for (std::uint32_t entry = first; entry < middle; ++entry) {
      keys_.push_back({entry, static_cast<std::uint32_t>(meanings_.size())});
    }
    // Without a right side each entry stands for each other.
    meanings_.push_back({rule.right.empty() ? first : middle, last});
  }
  std::ranges::sort(keys_, {}, [this](const Key& key) {
    return std::tuple(TextOf(key.entry), key.meanings, key.entry);
  });
  text_.shrink_to_fit();
  entries_.shrink_to_fit();
  meanings_.shrink_to_fit();
  keys_.shrink_to_fit();
}

void Synonyms::AddEntries(std::span<const std::string> entries,
                          TermNormalizer& normalizer) {
  // Forms of one word have one term ("dose, doses").
  std::set<std::string, std::less<>> known;
  for (const std::string& entry : entries) {
    const Phrase phrase = TermsOf(entry, normalizer);
    if (phrase.text().empty()) continue;
    if (!known.emplace(phrase.text()).second) continue;
    entries_.push_back({static_cast<std::uint32_t>(text_.size()),
                        static_cast<std::uint32_t>(phrase.text().size())});
    text_ += phrase.text();
  }
}

std::span<const QuestionSynonym> Synonyms::Of(const QuestionTerms& terms,
                                              Arena& arena) const {
  FoundSynonyms found(arena);
  for (std::size_t at = 0; at < terms.sequence.size(); ++at) {
    Phrase asked;
    const std::size_t most =
        std::min(kMaxSynonymTerms, terms.sequence.size() - at);
    for (std::size_t count = 1; count <= most; ++count) {
      asked.Append(terms.distinct[terms.sequence[at + count - 1]].term);
      const auto text_of = [this](const Key& key) { return TextOf(key.entry); };
      auto key = std::ranges::lower_bound(keys_, asked.text(), {}, text_of);
      for (; key != keys_.end() && text_of(*key) == asked.text(); ++key) {
        const Meanings meanings = meanings_[key->meanings];
        for (std::uint32_t e = meanings.begin; e < meanings.end; ++e) {
          if (TextOf(e) == asked.text()) continue;
          if (found.is_full()) return found.all();
          std::array<std::string_view, kMaxSynonymTerms> split;
          found.Add(Split(TextOf(e), split), terms.sequence.subspan(at, count));
        }
      }
    }
  }
  return found.all();
}

std::size_t Synonyms::memory_bytes() const noexcept {
  return text_.capacity() + entries_.capacity() * sizeof(Entry) +
         meanings_.capacity() * sizeof(Meanings) +
         keys_.capacity() * sizeof(Key);
}

}  // namespace answerbox::engine
