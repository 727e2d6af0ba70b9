#include "daemon/exam/snapshot_exam.h"

#include "engine/text/utf8.h"

namespace answerbox::daemon {

bool IsCovered(const engine::ExaminedQuestion& examined, bool has_keys,
               std::uint8_t tau) noexcept {
  // EXAM++ (Farzi and Dietz) counts a question as covered if some passage has
  // at least grade tau. Where the bank has keys, the answer is compared with
  // them instead of using the grade.
  if (examined.passages.empty()) return false;
  if (has_keys) return examined.verified == engine::Verification::kMatches;
  return examined.grade >= tau;
}

engine::ExamQuestion QuestionOf(const BankQuestion& question,
                                const ExamRule& rule,
                                const CollectionSettings& settings,
                                std::vector<std::string_view>& keys) {
  // The engine takes views. The caller owns `keys`, so that its memory serves
  // all questions of a bank.
  keys.assign(question.keys.begin(), question.keys.end());
  engine::ExamQuestion asked;
  asked.text = question.question;
  asked.keys = keys;
  asked.passages = rule.passages;
  asked.arithmetic = rule.arithmetic;
  asked.with_spelling = rule.with_spelling;
  asked.with_abbreviations = rule.with_abbreviations;
  if (settings.synonyms) asked.synonyms = &settings.synonyms->synonyms;
  return asked;
}

std::string Shown(std::string_view text) {
  if (text.size() <= kMaxShownBytes) return std::string(text);
  return std::string(
             text.substr(0, engine::FloorToCharacter(text, kMaxShownBytes))) +
         "...";
}

Result<ExamOutcome> AskBank(std::span<const engine::LiveSegment> segments,
                            const CollectionSettings& settings,
                            std::span<const BankQuestion> bank,
                            const ExamRule& rule, engine::Workspace& workspace,
                            const std::function<bool()>& on_step) {
  ExamOutcome outcome;
  outcome.questions.reserve(bank.size());
  std::vector<std::string_view> keys;
  for (const BankQuestion& question : bank) {
    if (!on_step()) {
      return Error{ErrorKind::kInterrupted, "The exam was given up."};
    }
    QuestionOutcome& one = outcome.questions.emplace_back();
    const auto examined = engine::ExamineQuestion(
        segments, QuestionOf(question, rule, settings, keys), workspace);
    if (!examined) {
      // If the arena does not suffice, `ask` could not answer the question
      // either. It counts as not covered, and the exam goes on.
      if (examined.error().code == engine::ErrorCode::kArenaExhausted) continue;
      return Error{ErrorKind::kCorrupt,
                   "Question \"" + question.id +
                       "\" of the exam met a damaged file; `answerbox "
                       "collections verify` names it."};
    }
    one.covered = IsCovered(*examined, !question.keys.empty(), rule.tau);
    one.grade = examined->grade;
    if (one.covered) ++outcome.covered;
    if (!examined->best) continue;
    const engine::GradedPassage& best = examined->passages[*examined->best];
    one.probability = best.probability;
    // These are copies: the next question overwrites the workspace that the
    // views point into.
    one.answer = Shown(best.answer.sentence);
    one.document = Shown(best.document);
  }
  return outcome;
}

}  // namespace answerbox::daemon
