// The keys of a made question: of the phrases that a template took out of a
// passage, those texts that an exam finds again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// Whether a bank takes the text as a key.
[[nodiscard]] bool FitsBank(std::string_view key);

// The texts to try as keys, each once: a phrase, and the phrase without the
// words before it that a short answer leaves out ("within 30 days" is "30
// days", "at least every day" is "day"). Phrases that no bank takes are left
// out.
[[nodiscard]] std::vector<std::string> KeyVariants(
    const std::vector<std::string>& phrases);

// Whether the answer is a part of a phrase, from a word's begin to a word's
// end. An empty answer is none.
[[nodiscard]] bool LiesWithin(std::string_view answer,
                              const std::vector<std::string>& phrases);

}  // namespace answerbox::client
