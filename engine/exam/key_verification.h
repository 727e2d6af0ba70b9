// Compares an answer with the right ones, its keys, as published (Farzi and
// Dietz, "EXAM++"): both are lower-cased, their stop words dropped, their words
// stemmed; they match if their edit distance is less than 20 % of the longer
// one. An answer that refuses, or that is ill-formed, matches nothing.
//
// Beyond the publication, an answer that says something else than the key
// matches nothing (ClaimsWhatKeyClaims()), because "8 grams" and "4 grams" are
// all but the same letters. And a number may have any form: "two weeks", "14
// days".
//
// What the publication leaves open: texts are compared as their words, with a
// space between two; punctuation is dropped; characters are Unicode's after
// NFKC and case folding. A text of which nothing is left, as one of stop words
// only, matches nothing, because no distance is less than 20 % of 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/sentence_units.h"
#include "engine/numeric/arena.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// Whether an answer that has a key's words also says what the key says: its
// numbers, units, times and dates, its codes, and what it denies. Texts that
// are alike in all else often differ in one of these alone.
struct ClaimingText {
  std::string_view text;
  const SentenceUnits& read;  // The units of the whole text.
};

// Reads a whole text. "The 30th of April" is one date.
[[nodiscard]] ClaimingText ReadClaims(std::string_view text,
                                      TermNormalizer& normalizer,
                                      SentenceUnits& units);

// How much is compared. A part of a sentence may have left its bound ("more
// than") or part of its date behind; the whole may deny what no key speaks of.
struct ClaimRules {
  bool bounds = true;  // And whole dates.
  bool denials = true;
  bool own_denials = true;  // Of words that the other text lacks, or no word.
};

// Each quantity and code of the key is in the answer, those of one dimension in
// the key's order; in which unit or form does not matter. What both speak of is
// denied in both or in neither, and no word of one has its opposite in the
// other. The answer may say more. Time is linear in the product of the texts'
// sizes. Allocates nothing.
[[nodiscard]] bool ClaimsWhatKeyClaims(const ClaimingText& answer,
                                       const ClaimingText& key,
                                       const ClaimRules& rules,
                                       TermNormalizer& normalizer);

// Returns the edit distance of two texts if it is at most `most`: how many
// characters must be inserted, deleted or replaced to turn one into the other.
// Looks only at the band of the matrix that such distances can pass through,
// and stops as soon as a whole row is above `most`: at most (2 * most + 1) *
// a.size() steps.
//   row  [at least b.size() + 1] scratch space
[[nodiscard]] std::optional<std::uint32_t> EditDistanceWithin(
    std::span<const char32_t> a, std::span<const char32_t> b,
    std::uint32_t most, std::span<std::uint32_t> row) noexcept;

enum class Verification : std::uint8_t {
  kMatches,
  kDiffers,
  kRefuses,    // IsRefusal()
  kIllFormed,  // IsIllFormed()
};

// "matches", "differs", "refuses", "ill_formed".
[[nodiscard]] std::string_view ToString(Verification verification) noexcept;

// Whether the whole answer is one of the published phrases, such as
// "unanswerable" or "it does not say". Case, white space around it, quotation
// marks and punctuation at its end do not count.
[[nodiscard]] bool IsRefusal(std::string_view answer) noexcept;

// Whether the answer is empty, has no letter or digit, or is the label of an
// item and nothing else: one letter, or a Roman numeral up to 39, between
// brackets or with a point or bracket after it ("a.", "(iii)", "B)").
[[nodiscard]] bool IsIllFormed(std::string_view answer) noexcept;

// Longer texts (after stop words are dropped) are not compared and match
// nothing. This limits the work for a key to some 400,000 steps.
inline constexpr std::size_t kMaxVerifiedCharacters = 1024;

class KeyVerifier {
 public:
  // Takes its buffers, some 44 KiB, from the arena; later calls take nothing.
  // Throws std::bad_alloc past the arena. The arguments outlive this object.
  //   normalizer  of profile default
  KeyVerifier(TermNormalizer& normalizer, Arena& arena);

  // kMatches if the answer matches one of the keys. Linear in the texts, but
  // quadratic in those parts that are compared.
  //   answer, keys  any bytes
  //   sentence      the answer is a part of it. It must say what the key says,
  //                 too; nothing: the answer is no part
  //   may_deny      whether it may deny what the key says
  [[nodiscard]] Verification Verify(std::string_view answer,
                                    std::span<const std::string_view> keys,
                                    std::string_view sentence = {},
                                    bool may_deny = false);

 private:
  // Returns the compared characters of a text, or nothing if it is too long.
  //   without  leaves out quantities, if set
  [[nodiscard]] std::span<const char32_t> Read(std::string_view text,
                                               std::span<char32_t> buffer,
                                               bool without);
  [[nodiscard]] bool AreNear(std::span<const char32_t> answer,
                             std::span<const char32_t> key);
  [[nodiscard]] bool HasWords(std::string_view answer, std::string_view key);
  [[nodiscard]] bool Claims(std::string_view answer, std::string_view key,
                            const ClaimRules& rules);

  TermNormalizer& normalizer_;
  SentenceUnits& answer_units_;
  SentenceUnits& key_units_;
  std::span<char32_t> answer_;
  std::span<char32_t> key_;
  std::span<std::uint32_t> row_;
};

}  // namespace answerbox::engine
