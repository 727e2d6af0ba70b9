// The grades of passages by topic, under names that the files of TREC can hold:
// what `exam diff` compares, and what qrels are made of.
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

// A name as a field of TREC's files, which white space separates: the name
// itself, if it has no white space and no other control character and does not
// begin with '#'. Else these bytes, and '%', become '%' and two hexadecimal
// digits, as in a URL: "my file.md" is "my%20file.md".
[[nodiscard]] std::string SafeName(std::string_view name);

enum class GradedUnit : std::uint8_t {
  kPassage,
  kDocument,  // The document that holds the passage; of a run as kPassage.
};

// A passage's name before SafeName: its id; or its document and where it begins
// there, as "guide.md#412".
[[nodiscard]] std::string PassageName(const ResultPassage& passage,
                                      GradedUnit unit);

class PassageGrades {
 public:
  using OfTopic = std::map<std::string, std::uint64_t>;  // By passage.

  explicit PassageGrades(GradedUnit unit) : unit_(unit) {}

  // A passage has its greatest grade over the questions of a topic, in all
  // results that are added. Errors: kRejected where SafeName makes one name of
  // two.
  [[nodiscard]] Outcome<void> Add(const ExamResults& results);

  // By topic. A topic without a passage is left out.
  [[nodiscard]] const std::map<std::string, OfTopic>& topics() const {
    return topics_;
  }
  // How many names SafeName changed.
  [[nodiscard]] std::size_t changed_names() const { return changed_names_; }

 private:
  using Names = std::unordered_map<std::string, std::string>;  // As they were.

  [[nodiscard]] Outcome<std::string> MakeSafe(const std::string& name,
                                              Names& known);

  GradedUnit unit_;
  std::map<std::string, OfTopic> topics_;
  Names topic_names_;
  Names passage_names_;
  std::size_t changed_names_ = 0;
};

}  // namespace answerbox::client
