#include "daemon/exam/guard_examiner.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <new>
#include <span>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

// A question without an answer gets null, which clients distinguish from an
// empty sentence.
void WriteOutcome(JsonWriter& json, const QuestionOutcome& outcome) {
  json.BeginObject().Key("grade").Integer(outcome.grade);
  json.Key("probability").Real(outcome.probability);
  json.Key("answer");
  if (outcome.answer.empty()) {
    json.Null().EndObject();
    return;
  }
  json.BeginObject().Key("text").String(outcome.answer);
  json.Key("document").String(outcome.document).EndObject().EndObject();
}

std::string Questions(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " question" : " questions");
}

// Compares the exam before and after a change.
struct Comparison {
  const Guard& guard;
  const ExamOutcome& before;
  const ExamOutcome& after;
  std::size_t needed = 0;           // Questions that the guard's rule demands.
  std::vector<std::size_t> lost{};  // Those marked `must` come first.
  std::size_t lost_must = 0;        // How many of them.

  // A collection below its mark may still change, if it does not get worse.
  // Otherwise nobody could improve it step by step.
  [[nodiscard]] bool FallsShort() const {
    return after.covered < needed && after.covered < before.covered;
  }
};

Comparison Compare(const Guard& guard, const ExamOutcome& before,
                   const ExamOutcome& after) {
  Comparison comparison{guard, before, after,
                        guard.rule.must_pass.Of(guard.bank.size())};
  // Questions marked `must` come first: a reader may see only the beginning.
  for (const bool must : {true, false}) {
    for (std::size_t i = 0; i < guard.bank.size(); ++i) {
      if (guard.bank[i].must != must || !before.questions[i].covered ||
          after.questions[i].covered) {
        continue;
      }
      comparison.lost.push_back(i);
      if (must) ++comparison.lost_must;
    }
  }
  return comparison;
}

// Returns the members of the error: docs/socket-protocol.md, "Guarded changes".
std::string DetailsOf(std::string_view collection,
                      const Comparison& comparison) {
  const Guard& guard = comparison.guard;
  JsonWriter json;
  json.BeginObject().Key("collection").String(collection);
  json.Key("questions").Integer(guard.bank.size());
  json.Key("must_pass").String(guard.rule.must_pass.Text());
  json.Key("needed").Integer(comparison.needed);
  json.Key("covered_before").Integer(comparison.before.covered);
  json.Key("covered_after").Integer(comparison.after.covered);
  json.Key("lost_count").Integer(comparison.lost.size());
  json.Key("lost_must").Integer(comparison.lost_must);
  json.Key("lost").BeginArray();
  // The list is cut: a reply has a bound, and a change can lose thousands of
  // questions.
  const std::size_t listed = std::min(comparison.lost.size(), kMaxListedLosses);
  for (const std::size_t i : std::span(comparison.lost).first(listed)) {
    const BankQuestion& question = guard.bank[i];
    json.BeginObject().Key("id").String(question.id);
    json.Key("topic").String(question.topic);
    json.Key("question").String(Shown(question.question));
    json.Key("must").Bool(question.must);
    WriteOutcome(json.Key("before"), comparison.before.questions[i]);
    WriteOutcome(json.Key("after"), comparison.after.questions[i]);
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

// Names no question: those who may not read the collection get it, too.
std::string MessageOf(std::string_view collection,
                      const Comparison& comparison) {
  const Guard& guard = comparison.guard;
  std::string message =
      "The change was not made: with it, " + Quoted(collection) +
      " would answer " + std::to_string(comparison.after.covered) + " of the " +
      Questions(guard.bank.size()) + " of its exam, and not " +
      std::to_string(comparison.before.covered) + " any more";
  if (comparison.FallsShort()) {
    message += " (it must answer " + std::to_string(comparison.needed) + ")";
  }
  message += "; " + Questions(comparison.lost.size()) + " would be lost";
  if (comparison.lost_must > 0) {
    message += ", " + std::to_string(comparison.lost_must) +
               " of which it must answer";
  }
  return message +
         ". Add what answers them in the same change, set another exam, or "
         "force the change.";
}

}  // namespace

std::optional<Error> RefusalOf(std::string_view collection, const Guard& guard,
                               const ExamOutcome& before,
                               const ExamOutcome& after) {
  const Comparison comparison = Compare(guard, before, after);
  if (comparison.lost_must == 0 && !comparison.FallsShort()) {
    return std::nullopt;
  }
  return Error{.kind = ErrorKind::kExamFailed,
               .message = MessageOf(collection, comparison),
               .details = DetailsOf(collection, comparison)};
}

std::vector<std::string> LostIds(const Error& refusal) {
  std::vector<std::string> ids;
  if (refusal.details.empty()) return ids;
  // The text is valid JSON, as RefusalOf wrote it.
  const boost::json::value details = boost::json::parse(refusal.details);
  for (const boost::json::value& lost : details.at("lost").as_array()) {
    ids.emplace_back(lost.at("id").as_string());
  }
  return ids;
}

Error CountsAlone(Error refusal) {
  if (refusal.details.empty()) return refusal;
  boost::json::value details = boost::json::parse(refusal.details);
  details.at("lost").as_array().clear();
  refusal.details = boost::json::serialize(details);
  return refusal;
}

// Segments never change. So the numbers of segments, how many documents of each
// are removed, and the files of synonyms and exam identify what a question
// meets. The snapshot's number would not do, as every change gets a new one.
GuardExaminer::Content GuardExaminer::ContentOf(const Snapshot& snapshot) {
  Content content;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    content.emplace_back(segment.stored->number, segment.removed.size());
  }
  const CollectionSettings& settings = snapshot.settings();
  content.emplace_back(settings.synonyms ? settings.synonyms->entry.number : 0,
                       settings.guard ? settings.guard->entry.number : 0);
  return content;
}

Result<ExamOutcome> GuardExaminer::Ask(const Guard& guard,
                                       const Snapshot& snapshot,
                                       const std::function<void()>& on_step) {
  engine::Workspace workspace(arena_bytes_);
  return AskBank(snapshot.live(), snapshot.settings(), guard.bank, rule_,
                 workspace, [&on_step] {
                   on_step();
                   return true;
                 });
}

std::optional<Error> GuardExaminer::SelfTest(
    const StoredGuard& stored, const Snapshot& next,
    const std::function<void()>& on_step) {
  const auto guard = ReadGuardText(stored.text);
  if (!guard) {
    return Error{.kind = ErrorKind::kRejected,
                 .message =
                     "The exam of the pack can't be read, so it is not "
                     "installed: update answerbox, or tell its maker.",
                 .subject = "unusable_pack"};
  }
  const auto asked = Ask(*guard, next, on_step);
  if (!asked) return asked.error();
  std::string missing;
  for (std::size_t i = 0; i < guard->bank.size(); ++i) {
    const BankQuestion& question = guard->bank[i];
    if (!question.must || asked->questions[i].covered) continue;
    missing = "; it does not answer " + Quoted(question.id) +
              ", which it must: \"" + Shown(question.question) + "\"";
    break;
  }
  const std::size_t needed = guard->rule.must_pass.Of(guard->bank.size());
  if (missing.empty() && asked->covered >= needed) return std::nullopt;
  return Error{.kind = ErrorKind::kExamFailed,
               .message =
                   "The pack does not pass its own exam, and is not installed: "
                   "here it answers " +
                   std::to_string(asked->covered) + " of " +
                   Questions(guard->bank.size()) + ", and needs " +
                   std::to_string(needed) + missing +
                   ". Tell its maker; this program may be older than his."};
}

std::optional<Error> GuardExaminer::Examine(
    std::string_view collection, const StoredGuard& stored,
    const Snapshot& before, const Snapshot& next,
    const std::function<void()>& on_step) try {
  const auto guard = ReadGuardText(stored.text);
  if (!guard) return guard.error();
  // The state that the last change was let through with is usually the one that
  // this change begins with. So most changes take one exam and not two.
  if (Content content = ContentOf(before); content != known_content_) {
    known_content_.clear();
    auto asked = Ask(*guard, before, on_step);
    if (!asked) return asked.error();
    known_ = std::move(*asked);
    known_content_ = std::move(content);
  }
  auto asked = Ask(*guard, next, on_step);
  if (!asked) return asked.error();
  // A refused state never becomes the collection's, so `known_` keeps the
  // result for `before`.
  auto refusal = RefusalOf(collection, *guard, known_, *asked);
  if (!refusal) {
    known_content_ = ContentOf(next);
    known_ = std::move(*asked);
  }
  return refusal;
} catch (const std::bad_alloc&) {
  known_content_.clear();
  return LimitError(
      "No memory is left to examine the change. Try again when less is under "
      "way.");
}

}  // namespace answerbox::daemon
