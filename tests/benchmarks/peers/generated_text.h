// Makes more text like that of given paragraphs: any number of documents, the
// same for a seed on every machine (integers only).
//
// A document takes its shape from one of the paragraphs, drawn at random: the
// number of words and sentences, punctuation and capitals, so the lengths of
// documents keep their distribution. Each of its words is drawn anew:
//   - as often as the paragraphs' words that occur once are among all their
//     words (Good 1953: the chance that the next word is an unseen one), a word
//     of a made-up tail: rank r beyond the vocabulary with a chance
//     proportional to r^-2. That is the exponent of large corpora beyond some
//     thousand words (Ferrer i Cancho and Solé 2001), and makes the vocabulary
//     grow as the square root of the text (Heaps' law);
//   - otherwise one of the paragraphs' words, as often as it occurs there,
//     which is Zipf's law as they have it.
// What this is not: words are independent, so a rare word does not come twice
// in a document more often than chance has it, nor with its topic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/benchmarks/peers/random_integers.h"

namespace answerbox::benchmarks {

// Paragraphs with more white-space separated words lend no shape: they would be
// more than one chunk.
inline constexpr std::size_t kMaxShapeWords = 200;

class TextGenerator {
 public:
  // `paragraphs` outlive the generator; one at least is short enough.
  TextGenerator(std::span<const std::string> paragraphs, std::uint64_t seed);

  // The next document into `text`.
  void Next(std::string& text);

 private:
  // A word's place in a paragraph, with what stands before it.
  struct Slot {
    std::string_view gap;
    bool begins_sentence = false;
  };
  struct Shape {
    std::vector<Slot> slots;
    std::string_view end;  // What follows the last word.
  };

  void CountWords(std::span<const std::string> paragraphs);
  void AppendWord(std::string& text);
  void AppendRareWord(std::string& text);

  RandomIntegers random_;
  std::vector<Shape> shapes_;
  std::vector<std::string_view> words_;    // Most frequent first.
  std::vector<std::uint32_t> cumulative_;  // Occurrences up to each word.
  std::uint32_t occurrences_ = 0;          // Of all words.
  std::uint32_t words_once_ = 0;           // That occur once.
};

}  // namespace answerbox::benchmarks
