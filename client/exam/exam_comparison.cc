#include "client/exam/exam_comparison.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <map>
#include <unordered_map>
#include <utility>

#include "client/exam/exam_page.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"

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

namespace {

namespace json = boost::json;

constexpr std::size_t kGap = 3;         // " | "
constexpr std::size_t kLeastHalf = 30;  // Columns of an answer beside another.

// Whether a question is covered counts most, as readers of the documents notice
// it. Then comes the grade, then whether another passage gives the answer.
ExamChange ChangeOf(const ResultQuestion& before, const ResultQuestion& after) {
  if (before.covered != after.covered) {
    return after.covered ? ExamChange::kWon : ExamChange::kLost;
  }
  if (before.grade != after.grade) {
    return after.grade > before.grade ? ExamChange::kBetter
                                      : ExamChange::kWorse;
  }
  const bool has_same_answer =
      before.answer.has_value() == after.answer.has_value() &&
      (!before.answer || (before.answer->text == after.answer->text &&
                          before.answer->document == after.answer->document));
  return has_same_answer ? ExamChange::kSame : ExamChange::kOtherAnswer;
}

// Headings of the page. ToString gives the names that programs read.
std::string Titled(ExamChange change) {
  switch (change) {
    case ExamChange::kLost:
      return "No longer answered";
    case ExamChange::kWon:
      return "Answered now";
    case ExamChange::kWorse:
      return "Worse grade";
    case ExamChange::kBetter:
      return "Better grade";
    case ExamChange::kOtherAnswer:
      return "Another answer";
    case ExamChange::kSame:
      break;
  }
  return "Unchanged";
}

// Returns one line without control characters, because the answer comes from a
// document.
std::string GradeAndAnswer(const ResultQuestion& question) {
  std::string line =
      "grade " + std::to_string(question.grade) + ", " + AnswerLine(question);
  std::ranges::replace_if(
      line, [](char each) { return each == '\n' || each == '\t'; }, ' ');
  return BlankedOut(line);
}

// Puts two texts into columns of equal width. Widths are counted as a terminal
// shows them: a Chinese letter takes two columns, a combining accent none.
std::string SideBySide(const std::string& left, const std::string& right,
                       std::size_t columns, std::size_t indent) {
  const std::size_t half = (columns - indent - kGap) / 2;
  const auto lefts = WrapLines(left, half, LineEnds::kJoin);
  const auto rights = WrapLines(right, half, LineEnds::kJoin);
  std::string out;
  for (std::size_t i = 0; i < std::max(lefts.size(), rights.size()); ++i) {
    const std::string l =
        i < lefts.size()
            ? left.substr(lefts[i].begin, lefts[i].end - lefts[i].begin)
            : std::string();
    const std::string r =
        i < rights.size()
            ? right.substr(rights[i].begin, rights[i].end - rights[i].begin)
            : std::string();
    std::string line = std::string(indent, ' ') + l;
    if (!r.empty()) {
      line +=
          std::string(half - std::min(half, DisplayWidth(l)), ' ') + " | " + r;
    }
    out += line + "\n";
  }
  return out;
}

// Programs such as grep get one line for each answer; people get columns.
std::string QuestionLines(const ComparedQuestion& compared,
                          const Terminal& terminal) {
  constexpr std::size_t kIndent = 4;
  const std::string question =
      BlankedOut(compared.after->question + (compared.must() ? " (must)" : ""));
  const std::string before = GradeAndAnswer(*compared.before);
  const std::string after = GradeAndAnswer(*compared.after);
  if (!terminal.is_terminal) {
    return "  " + question + "\n    before: " + before +
           "\n    after:  " + after + "\n";
  }
  std::string lines = Indented(question, terminal.columns, 2, 4);
  if (terminal.columns >= kIndent + kGap + 2 * kLeastHalf) {
    return lines + SideBySide(before, after, terminal.columns, kIndent);
  }
  return lines + Indented("before: " + before, terminal.columns, kIndent, 6) +
         Indented("after: " + after, terminal.columns, kIndent, 6);
}

std::size_t Count(const ExamComparison& comparison, ExamChange change) {
  return comparison.counts[static_cast<std::size_t>(change)];
}

// Returns the first rule that differs between two exams, or nothing. Under
// other rules a question is covered for reasons other than the documents.
const char* OtherRule(const ExamHeader& before, const ExamHeader& after) {
  if (before.tau != after.tau) return "tau";
  if (before.k != after.k) return "k";
  if (before.grader != after.grader) return "grader";
  return HaveOneGrader(before, after) ? nullptr : "model";
}

// Leaves out the short answer and the passages, which the results contain.
json::value AnswerJson(const ResultQuestion& question) {
  json::object members{{"grade", question.grade},
                       {"covered", question.covered},
                       {"answer", nullptr}};
  if (question.answer) {
    json::object answer{{"text", question.answer->text},
                        {"document", question.answer->document}};
    if (question.answer->page > 0) answer["page"] = question.answer->page;
    members["answer"] = std::move(answer);
  }
  return members;
}

}  // namespace

const char* ToString(ExamChange change) noexcept {
  switch (change) {
    case ExamChange::kLost:
      return "lost";
    case ExamChange::kWon:
      return "won";
    case ExamChange::kWorse:
      return "worse";
    case ExamChange::kBetter:
      return "better";
    case ExamChange::kOtherAnswer:
      return "other_answer";
    case ExamChange::kSame:
      break;
  }
  return "same";
}

namespace {

// Compares all but the order of the questions.
ExamComparison CompareQuestions(const ExamResults& before,
                                const ExamResults& after) {
  std::unordered_map<std::string_view, const ResultQuestion*> known;
  for (const ResultQuestion& question : after.questions) {
    known.emplace(question.id, &question);
  }
  ExamComparison comparison;
  // Cover is computed over the questions that both exams have, so that a longer
  // bank is no worse exam.
  ExamTally tally_before;
  ExamTally tally_after;
  for (const ResultQuestion& question : before.questions) {
    const auto found = known.find(question.id);
    if (found == known.end()) {
      ++comparison.only_before;
      continue;
    }
    const ResultQuestion& now = *found->second;
    ComparedQuestion compared{&question, &now, ChangeOf(question, now)};
    tally_before.Add(question);
    tally_after.Add(now);
    ++comparison.counts[static_cast<std::size_t>(compared.change)];
    if (compared.change == ExamChange::kLost && compared.must()) {
      ++comparison.must_lost;
    }
    comparison.questions.push_back(compared);
  }
  // Ids are unique in each file, so a question that was not matched is in one
  // exam alone.
  comparison.only_after = after.questions.size() - comparison.questions.size();
  comparison.cover_before = tally_before.cover();
  comparison.cover_after = tally_after.cover();
  return comparison;
}

}  // namespace

Outcome<ExamComparison> CompareExams(const ExamResults& before,
                                     const ExamResults& after) {
  if (const char* const different = OtherRule(before.header, after.header)) {
    return Rejected(before.name + " and " + after.name + " have another " +
                    different +
                    "; run one of the exams again with that of the other");
  }
  ExamComparison comparison = CompareQuestions(before, after);
  if (comparison.questions.empty()) {
    return Rejected(before.name + " and " + after.name +
                    " have no question in common");
  }
  // Lost questions come first, and among them those that must be answered.
  std::ranges::stable_sort(
      comparison.questions, {}, [](const ComparedQuestion& each) {
        return 2 * static_cast<int>(each.change) + (each.must() ? 0 : 1);
      });
  return comparison;
}

// Pages of the later exam mark these questions.
std::set<std::string> LostIds(const ExamComparison& comparison) {
  std::set<std::string> ids;
  for (const ComparedQuestion& each : comparison.questions) {
    if (each.change == ExamChange::kLost) ids.insert(each.after->id);
  }
  return ids;
}

std::string ComparisonPage(const ExamComparison& comparison,
                           const Terminal& terminal) {
  std::string sentence =
      Counted(comparison.questions.size(), "question") +
      " in both: " + Grouped(Count(comparison, ExamChange::kLost)) + " lost, " +
      Grouped(Count(comparison, ExamChange::kWon)) + " won; EXAM-Cover was " +
      ThreeDecimals(comparison.cover_before) + " and is " +
      ThreeDecimals(comparison.cover_after) + ".";
  if (comparison.must_lost > 0) {
    sentence += " Of the questions that must be answered, " +
                Grouped(comparison.must_lost) +
                (comparison.must_lost == 1 ? " is" : " are") + " lost.";
  }
  if (comparison.only_before + comparison.only_after > 0) {
    sentence += " Only before: " + Grouped(comparison.only_before) +
                "; only after: " + Grouped(comparison.only_after) + ".";
  }
  std::string page = SentenceLines(terminal, sentence);
  ExamChange part = ExamChange::kSame;
  for (const ComparedQuestion& each : comparison.questions) {
    if (each.change == ExamChange::kSame) break;
    if (std::exchange(part, each.change) != each.change) {
      page += "\n" + Styled(terminal, Style::kBold, Titled(each.change)) + "\n";
    }
    page += QuestionLines(each, terminal);
  }
  return page;
}

json::object ComparisonJson(const ExamComparison& comparison) {
  json::array questions;
  for (const ComparedQuestion& each : comparison.questions) {
    if (each.change == ExamChange::kSame) break;
    questions.push_back(json::object{{"id", each.after->id},
                                     {"topic", each.after->topic},
                                     {"question", each.after->question},
                                     {"must", each.must()},
                                     {"change", ToString(each.change)},
                                     {"before", AnswerJson(*each.before)},
                                     {"after", AnswerJson(*each.after)}});
  }
  json::object members{{"questions", comparison.questions.size()},
                       {"cover_before", comparison.cover_before},
                       {"cover_after", comparison.cover_after},
                       {"must_lost", comparison.must_lost},
                       {"only_before", comparison.only_before},
                       {"only_after", comparison.only_after}};
  for (std::size_t c = 0; c < kExamChanges; ++c) {
    members[ToString(static_cast<ExamChange>(c))] = comparison.counts[c];
  }
  members["changed"] = std::move(questions);
  return members;
}

// One map holds both, so that passages that only one exam found are listed too,
// all in one order.
std::vector<ChangedPassage> DiffGrades(const PassageGrades& before,
                                       const PassageGrades& after) {
  std::map<std::pair<std::string, std::string>, ChangedPassage> all;
  const auto take = [&all](const PassageGrades& grades,
                           std::optional<std::uint64_t> ChangedPassage::*side) {
    for (const auto& [topic, of_topic] : grades.topics()) {
      for (const auto& [passage, grade] : of_topic) {
        const auto at =
            all.try_emplace({topic, passage}, ChangedPassage{topic, passage});
        at.first->second.*side = grade;
      }
    }
  };
  take(before, &ChangedPassage::before);
  take(after, &ChangedPassage::after);
  std::vector<ChangedPassage> changed;
  for (auto& [name, passage] : all) {
    if (passage.before != passage.after) changed.push_back(std::move(passage));
  }
  return changed;
}

}  // namespace answerbox::client
