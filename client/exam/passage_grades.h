// The grades of passages by topic, under names that files of TREC can hold.
// `exam diff` compares them, and qrels are made of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "client/exam/exam_results.h"
#include "client/failure.h"

namespace answerbox::client {

// Returns a name as a field of TREC's files, which are separated by white
// space. A name without white space and control characters that does not begin
// with '#' stays the same. Otherwise these bytes, and '%', become '%' and two
// hexadecimal digits, as in a URL: "my file.md" is "my%20file.md".
[[nodiscard]] std::string SafeName(std::string_view name);

enum class GradedUnit : std::uint8_t {
  kPassage,
  kDocument,  // The document of the passage; for a run as kPassage.
};

// Returns a passage's name before SafeName: its id, or its document and the
// offset of its beginning, as "guide.md#412".
[[nodiscard]] std::string PassageName(const ResultPassage& passage,
                                      GradedUnit unit);

class PassageGrades {
 public:
  using OfTopic = std::map<std::string, std::uint64_t>;  // Grades by passage.

  explicit PassageGrades(GradedUnit unit) : unit_(unit) {}

  // Adds the passages. A passage gets its highest grade over all questions of a
  // topic in all added results. Errors: kRejected if SafeName gives two names
  // the same form.
  [[nodiscard]] Outcome<void> Add(const ExamResults& results);

  // Grades by topic. Topics without a passage are left out.
  [[nodiscard]] const std::map<std::string, OfTopic>& topics() const {
    return topics_;
  }
  // Returns how many names SafeName changed.
  [[nodiscard]] std::size_t changed_names() const { return changed_names_; }

 private:
  // From safe name to original name.
  using Names = std::unordered_map<std::string, std::string>;

  [[nodiscard]] Outcome<std::string> MakeSafe(const std::string& name,
                                              Names& known);

  GradedUnit unit_;
  std::map<std::string, OfTopic> topics_;
  Names topic_names_;
  Names passage_names_;
  std::size_t changed_names_ = 0;
};

}  // namespace answerbox::client
