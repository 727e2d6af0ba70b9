#include "daemon/exam/guard_examiner.h"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <new>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "daemon/error.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

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

}  // namespace

std::optional<Error> RefusalOf(std::string_view collection, const Guard& guard,
                               const ExamOutcome& before,
                               const ExamOutcome& after) {
  std::size_t lost = 0;
  std::size_t lost_must = 0;
  const BankQuestion* first = nullptr;
  for (std::size_t i = 0; i < guard.bank.size(); ++i) {
    if (!before.questions[i].covered || after.questions[i].covered) continue;
    ++lost;
    const bool must = guard.bank[i].must;
    if (first == nullptr || (must && !first->must)) first = &guard.bank[i];
    if (must) ++lost_must;
  }
  const std::size_t needed = guard.rule.must_pass.Of(guard.bank.size());
  const bool falls_short =
      after.covered < needed && after.covered < before.covered;
  if (lost_must == 0 && !falls_short) return std::nullopt;

  JsonWriter json;
  json.BeginObject().Key("collection").String(collection);
  json.Key("questions").Integer(guard.bank.size());
  json.Key("must_pass").String(guard.rule.must_pass.Text());
  json.Key("needed").Integer(needed);
  json.Key("covered_before").Integer(before.covered);
  json.Key("covered_after").Integer(after.covered);
  json.Key("lost_count").Integer(lost);
  json.Key("lost_must").Integer(lost_must);
  json.Key("lost").BeginArray();
  std::size_t listed = 0;
  // Questions that must be answered come first, because the list may be cut.
  for (const bool must : {true, false}) {
    for (std::size_t i = 0; i < guard.bank.size(); ++i) {
      const BankQuestion& question = guard.bank[i];
      if (question.must != must || !before.questions[i].covered ||
          after.questions[i].covered || listed >= kMaxListedLosses) {
        continue;
      }
      ++listed;
      json.BeginObject().Key("id").String(question.id);
      json.Key("topic").String(question.topic);
      json.Key("question").String(Shown(question.question));
      json.Key("must").Bool(must);
      WriteOutcome(json.Key("before"), before.questions[i]);
      WriteOutcome(json.Key("after"), after.questions[i]);
      json.EndObject();
    }
  }
  Error error{.kind = ErrorKind::kExamFailed};
  error.details = json.EndArray().EndObject().Take();
  error.message = "The change was not made: with it, " + Quoted(collection) +
                  " would answer " + std::to_string(after.covered) +
                  " of the " + Questions(guard.bank.size()) +
                  " of its exam, and not " + std::to_string(before.covered) +
                  " any more";
  if (falls_short) {
    error.message += " (it must answer " + std::to_string(needed) + ")";
  }
  error.message += "; " + Questions(lost) + " would be lost";
  if (lost_must > 0) {
    error.message +=
        ", " + std::to_string(lost_must) + " of which it must answer";
  }
  if (first != nullptr) {
    error.message += ", such as " + Quoted(first->id) + ": \"" +
                     Shown(first->question) + "\"";
  }
  error.message +=
      ". Add what answers them in the same change, set another exam, or force "
      "the change.";
  return error;
}

std::vector<std::string> LostIds(const Error& refusal) {
  std::vector<std::string> ids;
  if (refusal.details.empty()) return ids;
  // RefusalOf wrote the text.
  const boost::json::value details = boost::json::parse(refusal.details);
  for (const boost::json::value& lost : details.at("lost").as_array()) {
    ids.emplace_back(lost.at("id").as_string());
  }
  return ids;
}

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

std::optional<Error> GuardExaminer::Examine(
    std::string_view collection, const StoredGuard& stored,
    const Snapshot& before, const Snapshot& next,
    const std::function<void()>& on_step) try {
  const auto guard = ReadGuardText(stored.text);
  if (!guard) return guard.error();
  if (Content content = ContentOf(before); content != known_content_) {
    known_content_.clear();
    auto asked = Ask(*guard, before, on_step);
    if (!asked) return asked.error();
    known_ = std::move(*asked);
    known_content_ = std::move(content);
  }
  auto asked = Ask(*guard, next, on_step);
  if (!asked) return asked.error();
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
