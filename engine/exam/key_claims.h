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

// Each quantity and code of the key is in the answer, those of one dimension in
// the key's order; in which unit or form does not matter. What both speak of is
// denied in both or in neither, and no word of one has its opposite in the
// other. The answer may say more. Time is linear in the product of the texts'
// sizes. Allocates nothing.
[[nodiscard]] bool ClaimsWhatKeyClaims(const ClaimingText& answer,
                                       const ClaimingText& key,
                                       TermNormalizer& normalizer);

}  // namespace answerbox::engine
