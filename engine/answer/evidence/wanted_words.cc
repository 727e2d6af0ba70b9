#include "engine/answer/evidence/wanted_words.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/index/format/term_prefix.h"

namespace answerbox::engine {
namespace {

// Looking up a word takes as many instructions as reading so many terms.
constexpr std::size_t kTermsPerLookup = 8;

}  // namespace

void WantedWords::Add(std::string_view word, std::uint64_t question_terms,
                      MatchKind kind, Similarity similarity) {
  if (word.empty()) return;  // No term is.
  words_.push_back({PrefixOf(word), word, question_terms, kind, similarity});
}

Result<void> WantedWords::FindIn(const TermDictionary& dictionary,
                                 std::pmr::vector<SoftMatch>& matches) {
  return dictionary.size() / kTermsPerLookup < words_.size()
             ? FindByWalking(dictionary, matches)
             : FindEach(dictionary, matches);
}

Result<void> WantedWords::FindEach(const TermDictionary& dictionary,
                                   std::pmr::vector<SoftMatch>& matches) {
  for (const Word& word : words_) {
    const auto entry = dictionary.Find(word.text);
    if (!entry) return entry.error();
    if (*entry) Append(word, (*entry)->number, matches);
  }
  return {};
}

Result<void> WantedWords::FindByWalking(const TermDictionary& dictionary,
                                        std::pmr::vector<SoftMatch>& matches) {
  std::ranges::sort(words_, {}, [](const Word& word) {
    return std::tuple(word.prefix, word.text);
  });
  TermCursor cursor = dictionary.Begin();
  std::uint64_t prefix = 0;  // Of the cursor's term; no term is before it.
  for (const Word& word : words_) {
    while (prefix < word.prefix ||
           (prefix == word.prefix && cursor.term() < word.text)) {
      const auto moved = cursor.Next();
      if (!moved) return moved.error();
      if (!*moved) return {};
      prefix = PrefixOf(cursor.term());
    }
    if (prefix == word.prefix && cursor.term() == word.text) {
      Append(word, cursor.entry().number, matches);
    }
  }
  return {};
}

void WantedWords::Append(const Word& word, TermNumber number,
                         std::pmr::vector<SoftMatch>& matches) {
  for (std::uint64_t rest = word.question_terms; rest != 0; rest &= rest - 1) {
    matches.push_back({number,
                       static_cast<std::uint8_t>(std::countr_zero(rest)),
                       word.kind, word.similarity});
  }
}

}  // namespace answerbox::engine
