// The little English that templates need: the words of a sentence, their
// classes, and small letters for words that no longer begin a sentence.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// A word between white space.
struct EnglishWord {
  std::string text;   // As written, without punctuation around it.
  std::string lower;  // In small letters (ASCII).
  std::string after;  // Punctuation after it: "," or "".
};
using EnglishWords = std::vector<EnglishWord>;

// Returns the text on one line: runs of white space become one space, and
// brackets with their content and marks of emphasis are removed. Full stops at
// the end stay.
[[nodiscard]] std::string PlainSentence(std::string_view text);

[[nodiscard]] EnglishWords WordsOf(std::string_view sentence);
// Returns the word in small letters, or an empty text past the last word.
[[nodiscard]] std::string_view WordAt(const EnglishWords& words, std::size_t i);
// Joins the words with spaces and their punctuation, but without that after the
// last word.
[[nodiscard]] std::string TextOf(std::span<const EnglishWord> words);

[[nodiscard]] std::string SmallLetters(std::string_view text);

[[nodiscard]] bool IsOneOf(std::string_view word,
                           std::initializer_list<std::string_view> words);

// The functions below take a word in small letters.
[[nodiscard]] bool IsPronoun(std::string_view word);      // it, their, this, we
[[nodiscard]] bool IsVague(std::string_view word);        // some, other, such
[[nodiscard]] bool IsAuxiliary(std::string_view word);    // is, can, should
[[nodiscard]] bool IsPreposition(std::string_view word);  // of, in, with
[[nodiscard]] bool IsNegation(std::string_view word);     // not, never, no
[[nodiscard]] bool IsNumber(std::string_view word);       // 5, 2.5, 1-2, three
[[nodiscard]] bool IsClock(std::string_view word);        // 8:00
[[nodiscard]] bool IsTimeUnit(std::string_view word);     // hour, days
[[nodiscard]] bool IsDoseUnit(std::string_view word);     // mg, ml, units
[[nodiscard]] bool IsAdverb(std::string_view word);       // often, usually
// Whether the noun means nothing without the text around it: disease, test,
// person.
[[nodiscard]] bool IsGenericNoun(std::string_view word);
// Returns the verb without its "-s" if it is common in documents in the third
// person ("records" is "record"), else an empty text.
[[nodiscard]] std::string BaseOfVerb(std::string_view word);
// Whether the noun asks for "of": symptoms, causes, types.
[[nodiscard]] bool IsRelationalPlural(std::string_view word);

// Collects the words that a document writes in small letters. With them, names
// are told apart from words that have a capital because they begin a sentence
// or a title.
class SmallWords {
 public:
  // Learns the words of a text. Skips web addresses.
  void Learn(std::string_view text);
  // Returns the words with capitals only in names.
  [[nodiscard]] std::string WithoutCapitals(std::string_view phrase) const;
  // Does the same for the first word of a sentence. The word is no name if no
  // sentence has it with a capital in its middle. A word with a full stop stays
  // as it is.
  [[nodiscard]] std::string FirstWithoutCapital(std::string_view word) const;
  [[nodiscard]] bool Has(std::string_view lower) const {
    return words_.contains(std::string(lower));
  }

 private:
  void LearnToken(std::string_view token, bool is_within);

  std::set<std::string> words_;
  std::set<std::string> names_;  // Seen with a capital inside a sentence.
};

}  // namespace answerbox::client
