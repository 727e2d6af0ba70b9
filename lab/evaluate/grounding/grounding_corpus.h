// Answers that people wrote, each with a context that supports it and one that
// does not: what grounding is evaluated on. docs/grounding.md, "Figures", says
// how each is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::lab {

// One answer and one context.
struct GroundingCase {
  std::size_t document = 0;  // Number in the corpus.
  std::string question;      // Its words are not scored; may be empty.
  std::string answer;
  std::vector<std::string> context;
  bool is_grounded = false;
};

// What the context of the cases that are not grounded is.
enum class GroundingTask : std::uint8_t {
  kOther,   // That of another document.
  kGutted,  // The right one, without the sentences that support the answer.
  kThree,   // One passage each: the right one, and two of other documents.
};
inline constexpr std::size_t kGroundingTasks = 3;
[[nodiscard]] std::string_view ToString(GroundingTask task);

struct GroundingSet {
  GroundingTask task = GroundingTask::kOther;
  std::vector<GroundingCase> cases;
};

struct GroundingCorpus {
  std::vector<std::string> texts;  // The collection that words are counted in.
  // [documents] true: in the half that is reported; false: in the half on which
  // thresholds are chosen.
  std::vector<bool> is_reported;
  std::vector<GroundingSet> sets;  // By task.
};

}  // namespace answerbox::lab
