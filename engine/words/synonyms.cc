#include "engine/words/synonyms.h"

#include <array>
#include <functional>
#include <set>
#include <tuple>

#include "engine/text/phrase_terms.h"

namespace answerbox::engine {
namespace {

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
  // Kept as long as the collection; memory_bytes() counts against its budget.
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
    const PhraseTerms phrase = ReadPhrase(entry, normalizer);
    if (phrase.empty()) continue;
    if (!known.emplace(phrase.text()).second) continue;
    entries_.push_back({static_cast<std::uint32_t>(text_.size()),
                        static_cast<std::uint32_t>(phrase.text().size())});
    text_ += phrase.text();
  }
}

void Synonyms::AddTo(FoundSynonyms& found, const QuestionTerms& terms) const {
  for (std::size_t at = 0; at < terms.sequence.size(); ++at) {
    PhraseTerms asked;
    const std::size_t most =
        std::min(kMaxSynonymTerms, terms.sequence.size() - at);
    for (std::size_t count = 1; count <= most; ++count) {
      asked.Append(terms.distinct[terms.sequence[at + count - 1]].term);
      const auto text_of = [this](const Key& key) { return TextOf(key.entry); };
      auto key = std::ranges::lower_bound(keys_, asked.text(), {}, text_of);
      for (; key != keys_.end() && text_of(*key) == asked.text(); ++key) {
        const Meanings meanings = meanings_[key->meanings];
        for (std::uint32_t e = meanings.begin; e < meanings.end; ++e) {
          // A rule without "=>" names the asked word among its meanings.
          if (TextOf(e) == asked.text()) continue;
          if (found.is_full()) return;
          std::array<std::string_view, kMaxSynonymTerms> split;
          found.Add(Split(TextOf(e), split), terms.sequence.subspan(at, count));
        }
      }
    }
  }
}

std::size_t Synonyms::memory_bytes() const noexcept {
  return text_.capacity() + entries_.capacity() * sizeof(Entry) +
         meanings_.capacity() * sizeof(Meanings) +
         keys_.capacity() * sizeof(Key);
}

}  // namespace answerbox::engine
