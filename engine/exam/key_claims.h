// Whether an answer that has a key's words also says what the key says: its
// numbers, units, times and dates, its codes, and what it denies. Texts that
// are alike in all else often differ in one of these alone.
#pragma once

#include <string_view>

#include "engine/grounding/contradictions/sentence_units.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

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

}  // namespace answerbox::engine
