// Names that tell one of a kind from the others: "room 12B", "type II",
// "version 2.1", "rooms 20 to 24", and "all rooms but 12".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {

// Longer names are none.
inline constexpr std::size_t kMostNameBytes = 32;

// A name for one of a kind at the beginning of `text`: digits with what is
// joined to them and a variant ("15 Plus"), a roman number, one letter, or two
// or three capitals ("CC") that are no stop word. Empty: there is none. "I" and
// "a" are none, but "I" may be one after its kind.
[[nodiscard]] std::string_view NumberOrLetter(std::string_view text) noexcept;

inline constexpr int kMostRoman = 39;
// The value of "II", "iv" or "XII", letters of one case, in the one way to
// write it. 0: it is no roman number, or above kMostRoman.
[[nodiscard]] int RomanValue(std::string_view text) noexcept;

// Whether two names are the same: "12B" and "12-B", "II" and "2".
//   kind  term of what they name: of versions "3" is "3.0"
[[nodiscard]] bool IsSameName(std::string_view a, std::string_view b,
                              std::string_view kind) noexcept;

// The first of two names: "12" of "12/14". "12/7" is one name.
[[nodiscard]] std::string_view FirstOfTwo(std::string_view name) noexcept;

// Whether a word with this stem is a plural: "rooms", but not "class".
[[nodiscard]] bool IsPlural(std::string_view word,
                            std::string_view stem) noexcept;

// Whether what follows a number makes it an amount: " beds", " pm".
[[nodiscard]] bool IsCounted(std::string_view after) noexcept;

// The text begins with a name after its kind. Returns the bytes of the list or
// range that it begins, up to where that has `name`: "12, 14 and 16", "10 to
// 14", "A to F". 0: it does not have the name. Linear in the list.
//   is_plural  the kind's word is: "Ward 2 - 12 beds" is no list
[[nodiscard]] std::size_t ListWith(std::string_view text, std::string_view name,
                                   std::string_view kind,
                                   bool is_plural) noexcept;

// Where "all of the" begins that ends before the word at byte `at`; `at` if all
// are not meant.
[[nodiscard]] std::size_t BeginOfAll(std::string_view text,
                                     std::size_t at) noexcept;

// Whether numbers or letters tell apart the things that a word names.
//   stem  of the word: "room"
[[nodiscard]] bool NamesThings(std::string_view stem) noexcept;

// Reads the names of a text in order. Linear in the text; allocates nothing.
class KindNameReader {
 public:
  // All outlive the object.
  //   also  term of one more kind: "lifepak" of "Lifepak 15"; may be empty
  KindNameReader(std::string_view text, TermNormalizer& normalizer,
                 std::string_view also = {})
      : text_(text),
        also_(also),
        tokenizer_(Profile::kDefault, text),
        normalizer_(normalizer) {}

  struct KindName {
    ByteRange range;        // Of the kind and the name.
    std::string_view kind;  // Its term. Valid until the next call.
    // Empty: all of the kind are meant, as in "every room".
    std::string_view name;
  };
  [[nodiscard]] std::optional<KindName> Next();

 private:
  [[nodiscard]] std::string_view NameAfter(std::size_t& begin,
                                           std::string_view kind) const;

  std::string_view text_;
  std::string_view also_;
  Tokenizer tokenizer_;
  TermNormalizer& normalizer_;
};

// Returns the part of `text` that leaves out one of a kind, "except room 15";
// empty if it doesn't, or if it says more of it: "except room 15, which ...".
// "No room but 12" leaves out the others. Linear in the text; allocates
// nothing.
//   name  of the one: "15"
//   kind  its term: "room"
[[nodiscard]] std::string_view FindException(std::string_view text,
                                             std::string_view name,
                                             std::string_view kind,
                                             TermNormalizer& normalizer);

// Returns "all other rooms" of a text; empty if it has none.
[[nodiscard]] std::string_view FindAllOther(std::string_view text,
                                            std::string_view kind,
                                            TermNormalizer& normalizer);

}  // namespace answerbox::engine
