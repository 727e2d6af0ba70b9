// ROUGE: how many words, pairs of words, and words in the same order a text
// shares with a person's. Lin, "ROUGE: A Package for Automatic Evaluation of
// Summaries", 2004: ROUGE-1 and ROUGE-2 (section 2), ROUGE-L of whole texts
// (section 3, equations 2 to 4 with beta = 1: the longest common subsequence is
// that of all words, not the union over sentences).
//
// Words are those of the Python package rouge_score: runs of a to z and 0 to 9
// in lower case; of those of more than three letters, the stem by Porter
// (Snowball's "porter"; the package's NLTK has exceptions for a dozen words).
// Any other character parts words.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

struct sb_stemmer;

namespace answerbox::lab {

// F1 each: the harmonic mean of the share of the text's units that the
// reference has and of the reference's that the text has. In [0, 1].
struct RougeScores {
  double one = 0.0;
  double two = 0.0;
  double l = 0.0;
};

class RougeScorer {
 public:
  RougeScorer();
  ~RougeScorer();
  RougeScorer(const RougeScorer&) = delete;
  RougeScorer& operator=(const RougeScorer&) = delete;

  // A text's words, as numbers that are equal for equal words of all texts of
  // this scorer.
  [[nodiscard]] std::vector<std::uint32_t> Words(std::string_view text);

  // The greatest of each measure over the references, which need not be of the
  // same reference: as the authors of SQuALITY report it (Wang et al. 2022).
  // All 0 without a reference. Takes time in proportion to the text's words
  // times the references' words.
  [[nodiscard]] RougeScores Score(std::string_view text,
                                  std::span<const std::string> references);

 private:
  struct StemmerDeleter {
    void operator()(sb_stemmer* stemmer) const noexcept;
  };

  std::unique_ptr<sb_stemmer, StemmerDeleter> stemmer_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// Compares the words of two texts.
[[nodiscard]] RougeScores CompareWords(
    std::span<const std::uint32_t> text,
    std::span<const std::uint32_t> reference);

}  // namespace answerbox::lab
