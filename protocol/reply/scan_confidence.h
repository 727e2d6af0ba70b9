// How sure text recognition has to be of a page.
#pragma once

namespace answerbox::protocol {

// In percent. Below this confidence a page may differ from its picture: at 95
// one word in a hundred is wrong, at 78 one in three, and handwriting has less
// than 40.
inline constexpr int kLeastSureConfidence = 85;

}  // namespace answerbox::protocol
