// Looks up words that stand for terms of a question, such as related words and
// opposites, in a segment's dictionary.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "engine/answer/evidence/soft_matches.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

class WantedWords {
 public:
  explicit WantedWords(Arena& arena) : words_(&arena) {}

  //   word            outlives the object
  //   question_terms  those that the word is a match of; bit t: the t-th
  // Throws std::bad_alloc past the arena.
  void Add(std::string_view word, std::uint64_t question_terms, MatchKind kind,
           Similarity similarity);

  // Appends the matches of the words that the dictionary has. Call once, last.
  // Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  [[nodiscard]] Result<void> FindIn(const TermDictionary& dictionary,
                                    std::pmr::vector<SoftMatch>& matches);

 private:
  struct Word {
    std::uint64_t prefix = 0;  // PrefixOf(text)
    std::string_view text;
    std::uint64_t question_terms = 0;
    MatchKind kind = MatchKind::kRelated;
    Similarity similarity = 0;
  };

  // Looks each word up by itself.
  [[nodiscard]] Result<void> FindEach(const TermDictionary& dictionary,
                                      std::pmr::vector<SoftMatch>& matches);
  // Sorts the words as the dictionary is sorted, and reads both side by side.
  [[nodiscard]] Result<void> FindByWalking(
      const TermDictionary& dictionary, std::pmr::vector<SoftMatch>& matches);
  static void Append(const Word& word, TermNumber number,
                     std::pmr::vector<SoftMatch>& matches);

  std::pmr::vector<Word> words_;
};

}  // namespace answerbox::engine
