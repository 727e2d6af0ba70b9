#include "client/exam/exam_run.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <utility>

#include "client/rpc/message.h"

namespace answerbox::client {
namespace {

// A daemon is busy when it has its most requests, or its model its most texts.
// The number of connections is limited as well, but a closed connection does
// not come back.
bool IsOfBusyDaemon(const Failure& failure) {
  if (failure.ends_connection) return false;
  return failure.kind == "busy" ||
         (failure.kind == "model_failed" &&
          TextAt(failure.details, "reason") == "busy");
}

namespace json = boost::json;

json::object RequestOf(const protocol::BankQuestion& question) {
  json::object request{{"id", question.id}, {"question", question.question}};
  if (question.keys.size() == 1) {
    request["key"] = question.keys.front();
  } else if (!question.keys.empty()) {
    json::array keys;
    for (const std::string& key : question.keys) keys.emplace_back(key);
    request["key"] = std::move(keys);
  }
  return request;
}

// Returns the numbers of a batch's questions in the bank, from 1, for messages.
std::string Numbers(std::size_t first, std::size_t count) {
  if (count == 1) return "question " + std::to_string(first + 1);
  return "questions " + std::to_string(first + 1) + " to " +
         std::to_string(first + count);
}

Failure OtherReply() {
  return {ExitCode::kDaemonFailed, "invalid_reply",
          "the daemon's reply does not fit the questions that it was asked; "
          "do the client and the daemon have the same version?"};
}

// Moves the questions out of the reply, which may have megabytes. Their ids are
// checked to be those that were asked, in the same order.
Outcome<GradedBatch> TakeReply(const protocol::Bank& bank, std::size_t first,
                               std::size_t count, json::value&& reply) {
  if (!reply.is_object()) return OtherReply();
  json::object& members = reply.get_object();
  GradedBatch batch;
  if (members.contains("snapshot")) {
    batch.snapshot = NumberAt(members, "snapshot");
  }
  const json::object& model = ObjectAt(ObjectAt(members, "grader"), "model");
  if (!model.empty()) batch.model = ToGradingModel(model);
  json::value* const questions = members.if_contains("questions");
  if (questions == nullptr || !questions->is_array() ||
      questions->get_array().size() != count) {
    return OtherReply();
  }
  for (json::value& value : questions->get_array()) {
    const std::size_t q = first + batch.questions.size();
    if (!value.is_object() || TextAt(value.get_object(), "id") != bank[q].id) {
      return OtherReply();
    }
    batch.questions.push_back(std::move(value.get_object()));
  }
  return batch;
}

}  // namespace

// Pauses double: a daemon that is busy for a moment costs a moment, and one
// that is busy for minutes is not asked a thousand times.
bool BusyPatience::WaitsAfter(const Failure& failure) {
  if (!pause_ || !IsOfBusyDaemon(failure)) return false;
  const std::chrono::milliseconds pause = std::min(next_, left_);
  if (pause.count() == 0) return false;
  pause_(pause);
  left_ -= pause;
  next_ = std::min(2 * next_, kLongestBusyPause);
  return true;
}

void BusyPatience::Rest() {
  next_ = kFirstBusyPause;
  left_ = kBusyTotal;
}

// Keys are sent with each question, though not every grader reads them: with
// them, the reply also says whether the extracted answer is right.
GradeBatch ByDaemon(const protocol::Bank& bank, const DaemonExam& exam,
                    Connection& connection) {
  return [&bank, &exam, &connection](
             std::size_t first, std::size_t count) -> Outcome<GradedBatch> {
    json::array questions;
    for (std::size_t q = first; q < first + count; ++q) {
      questions.emplace_back(RequestOf(bank[q]));
    }
    json::object params{{"collection", exam.collection},
                        {"questions", std::move(questions)},
                        {"k", exam.k},
                        {"tau", exam.tau}};
    for (const auto& [name, value] : exam.further) params[name] = value;
    auto reply = connection.Call("exam.grade", params);
    if (!reply) {
      Failure failure = reply.error();
      failure.message = Numbers(first, count) + ": " + failure.message;
      return failure;
    }
    return TakeReply(bank, first, count, *std::move(reply));
  };
}

namespace {

Outcome<void> AddBatch(const protocol::Bank& bank, std::size_t first,
                       const GradedBatch& batch, ResultsFile& file) {
  if (batch.snapshot) {
    const auto noted = file.NoteSnapshot(*batch.snapshot);
    if (!noted) return noted;
  }
  if (batch.model) {
    const auto noted = file.NoteModel(*batch.model);
    if (!noted) return noted;
  }
  for (std::size_t q = 0; q < batch.questions.size(); ++q) {
    const auto added = file.Add(
        ResultLine(file.header(), bank[first + q], batch.questions[q]));
    if (!added) return added;
  }
  return file.Flush();
}

}  // namespace

Outcome<ExamEnd> RunExam(const protocol::Bank& bank, const GradeBatch& grade,
                         ResultsFile& file, const ExamProgress& progress,
                         double& seconds, BusyPatience patience) {
  using Clock = std::chrono::steady_clock;
  Clock::duration spent{};
  std::size_t done = file.resumed();
  const std::size_t most = file.header().grader == ExamGrader::kModel
                               ? kExamBatchByModel
                               : kExamBatch;
  while (done < bank.size()) {
    if (!progress(done)) return ExamEnd::kStopped;
    const std::size_t count = std::min(most, bank.size() - done);
    const auto begin = Clock::now();
    auto batch = grade(done, count);
    spent += Clock::now() - begin;
    seconds = std::chrono::duration<double>(spent).count();
    // The same batch is asked again, because nothing of it was graded.
    if (!batch) {
      if (patience.WaitsAfter(batch.error())) continue;
      return batch.error();
    }
    patience.Rest();
    const auto added = AddBatch(bank, done, *batch, file);
    if (!added) return added.error();
    done += count;
  }
  static_cast<void>(progress(done));
  const auto finished = file.Finish(seconds);
  if (!finished) return finished.error();
  return ExamEnd::kComplete;
}

// Keys are checked before anything is asked: an exam by keys would end at the
// first question without one, perhaps after hours.
Outcome<void> CheckKeys(const std::string& name, const protocol::Bank& bank) {
  const auto lacking = std::ranges::find_if(
      bank, [](const protocol::BankQuestion& q) { return q.keys.empty(); });
  if (lacking == bank.end()) return {};
  return Rejected("the question \"" + lacking->id + "\" in " + name +
                  " has no key; --grader key needs one for every question");
}

}  // namespace answerbox::client
