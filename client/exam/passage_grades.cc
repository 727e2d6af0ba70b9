#include "client/exam/passage_grades.h"

#include <algorithm>

namespace answerbox::client {
namespace {

bool IsUnsafe(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return byte <= 0x20 || byte == 0x7F;
}

}  // namespace

// A name that is safe already stays as it is, even with a '%': most names need
// no change, so people find them unchanged in both files.
std::string SafeName(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  if (!name.starts_with('#') && std::ranges::none_of(name, IsUnsafe)) {
    return std::string(name);
  }
  std::string safe;
  for (const char each : name) {
    const bool is_mark = each == '%' || (each == '#' && safe.empty());
    if (!is_mark && !IsUnsafe(each)) {
      safe += each;
      continue;
    }
    const auto byte = static_cast<unsigned char>(each);
    safe += '%';
    safe += kDigits[byte >> 4U];
    safe += kDigits[byte & 0xFU];
  }
  return safe;
}

std::string PassageName(const ResultPassage& passage, GradedUnit unit) {
  if (!passage.id.empty()) return passage.id;
  if (unit == GradedUnit::kDocument) return passage.document;
  return passage.document + "#" + std::to_string(passage.begin);
}

// "a b" becomes "a%20b", which may also be the name of another document. A
// table of grades would mix the passages of both.
Outcome<std::string> PassageGrades::MakeSafe(const std::string& name,
                                             Names& known) {
  std::string safe = SafeName(name);
  const auto [at, is_new] = known.emplace(safe, name);
  if (at->second != name) {
    return Rejected("two names, one of them \"" + name +
                    "\", are the same once white space is written as in URLs; "
                    "rename one of them");
  }
  if (is_new && safe != name) ++changed_names_;
  return safe;
}

Outcome<void> PassageGrades::Add(const ExamResults& results) {
  for (const ResultQuestion& question : results.questions) {
    const auto topic = MakeSafe(question.topic, topic_names_);
    if (!topic) return topic.error();
    for (const ResultPassage& passage : question.passages) {
      const auto name = MakeSafe(PassageName(passage, unit_), passage_names_);
      if (!name) return name.error();
      std::uint64_t& grade = topics_[*topic][*name];
      grade = std::max(grade, passage.grade);
    }
  }
  return {};
}

}  // namespace answerbox::client
