// Which English words name medicines, and which names mean the same one.
#pragma once

#include <string_view>

namespace answerbox::engine {

// Whether a word is a common generic name ("paracetamol"), or ends as
// international names of medicines do ("amoxicillin").
//   word  in lower case
[[nodiscard]] bool IsMedicineName(std::string_view word) noexcept;

// The international name of a medicine that another name is usual for:
// "paracetamol" for "acetaminophen". Of other words the word itself.
//   word  in lower case
[[nodiscard]] std::string_view InternationalName(
    std::string_view word) noexcept;

// Whether a word beside a dose may name what is dosed: neither "give 5 mg" nor
// "tablets 5 mg".
//   stem  of the word
[[nodiscard]] bool MayBeDosed(std::string_view stem) noexcept;

}  // namespace answerbox::engine
