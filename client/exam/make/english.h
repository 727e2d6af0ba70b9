// The little English that templates need: words of a sentence, their classes,
// and small letters at the beginning of what is no longer a sentence.
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

// The text on one line: white space is one space; what stands in brackets, and
// marks of emphasis, are left out. Not trimmed are sentence ends.
[[nodiscard]] std::string PlainSentence(std::string_view text);

[[nodiscard]] EnglishWords WordsOf(std::string_view sentence);
// The word in small letters; empty past the last one.
[[nodiscard]] std::string_view WordAt(const EnglishWords& words, std::size_t i);
// The words with a space between, and punctuation within. Not that after the
// last one.
[[nodiscard]] std::string TextOf(std::span<const EnglishWord> words);

[[nodiscard]] std::string SmallLetters(std::string_view text);

[[nodiscard]] bool IsOneOf(std::string_view word,
                           std::initializer_list<std::string_view> words);

// These take a word in small letters.
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
// A noun that names nothing without the text around it: disease, test, person.
[[nodiscard]] bool IsGenericNoun(std::string_view word);
// The verb without -s where it is one that documents often have in the third
// person ("records" is "record"); else empty.
[[nodiscard]] std::string BaseOfVerb(std::string_view word);
// A noun that asks for "of": symptoms, causes, types.
[[nodiscard]] bool IsRelationalPlural(std::string_view word);

// Words that a document has in small letters. They keep names apart from words
// that have a capital because a sentence or a title begins there.
class SmallWords {
 public:
  // Addresses of pages are no words.
  void Learn(std::string_view text);
  // The words with capitals only where they are names'.
  [[nodiscard]] std::string WithoutCapitals(std::string_view phrase) const;
  // The same for the first word of a sentence. It is no name if no other
  // sentence has it with a capital within. A word with a stop is as it is.
  [[nodiscard]] std::string FirstWithoutCapital(std::string_view word) const;
  [[nodiscard]] bool Has(std::string_view lower) const {
    return words_.contains(std::string(lower));
  }

 private:
  void LearnToken(std::string_view token, bool is_within);

  std::set<std::string> words_;
  std::set<std::string> names_;  // With a capital within a sentence.
};

}  // namespace answerbox::client
