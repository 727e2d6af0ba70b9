// Makes more text like given paragraphs: any number of documents. The same seed
// gives the same documents on every machine (integers only).
//
// A document takes its shape from a paragraph that is drawn at random: the
// number of words and sentences, punctuation and capitals. So the lengths of
// documents keep their distribution. Each word of the document is drawn anew,
// from one of two sources:
// - A made-up word of rank r beyond the vocabulary, with a chance proportional
//   to r^-2. It is taken as often as words that occur once are among all words
//   of the paragraphs (Good 1953: this is the chance that the next word is an
//   unseen one). The exponent is that of large corpora beyond some thousand
//   words (Ferrer i Cancho and Solé 2001). It makes the vocabulary grow as the
//   square root of the text (Heaps' law).
// - Otherwise a word of the paragraphs, as often as it occurs there, so their
//   Zipf's law stays.
//
// One property of real text is missing: words are independent, so a rare word
// comes twice in a document only by chance, and does not come with its topic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/benchmarks/peers/random_integers.h"

namespace answerbox::benchmarks {

// Paragraphs with more words (separated by white space) lend no shape, because
// they would be more than one chunk.
inline constexpr std::size_t kMaxShapeWords = 200;

class TextGenerator {
 public:
  // `paragraphs` outlive the generator. At least one of them is short enough.
  TextGenerator(std::span<const std::string> paragraphs, std::uint64_t seed);

  // Puts the next document into `text`.
  void Next(std::string& text);

 private:
  // A word's place in a paragraph, and the text before it.
  struct Slot {
    std::string_view gap;
    bool begins_sentence = false;
  };
  struct Shape {
    std::vector<Slot> slots;
    std::string_view end;  // The text after the last word.
  };

  void CountWords(std::span<const std::string> paragraphs);
  void AppendWord(std::string& text);
  void AppendRareWord(std::string& text);

  RandomIntegers random_;
  std::vector<Shape> shapes_;
  std::vector<std::string_view> words_;    // Most frequent first.
  std::vector<std::uint32_t> cumulative_;  // Occurrences up to each word.
  std::uint32_t occurrences_ = 0;          // Of all words.
  std::uint32_t words_once_ = 0;           // Number of words that occur once.
};

}  // namespace answerbox::benchmarks
