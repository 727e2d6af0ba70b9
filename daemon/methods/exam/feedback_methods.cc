// The methods `feedback.*`.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/snapshots/proposals.h"
#include "daemon/dispatch/fault_log.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/question_params.h"
#include "protocol/calls/feedback.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

static_assert(calls::feedback::kText.most_bytes == kMaxBankKeyBytes);
static_assert(calls::kQuestion.most_bytes == kMaxBankQuestionBytes);

std::uint64_t Now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, seconds));
}

// A bank has no control characters, and a sentence may hold line ends.
std::string OneLine(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](unsigned char byte) { return byte < 0x20 || byte == 0x7F; },
      ' ');
  return line;
}

std::string ReadBounded(Params& params, const TextParam& param) {
  const std::string_view text = params.Text(param);
  if (text.size() > param.most_bytes) {
    params.Fail(param, "is longer than " + std::to_string(param.most_bytes) +
                           " bytes.");
  }
  return OneLine(text);
}

std::filesystem::path FolderOf(const Services& services,
                               std::string_view collection) {
  return services.store.options().state_dir / "collections" / collection;
}

// What people say is for the exam of a collection that may have one.
Result<void> CheckHasExams(const Services& services,
                           std::string_view collection) {
  const auto snapshot = services.store.Pin(collection);
  if (!snapshot) return snapshot.error();
  const CollectionSettings& settings = (*snapshot)->settings();
  if (settings.profile == engine::Profile::kPaper) {
    return InvalidParameter("collection",
                            "A collection of profile paper has no exam.");
  }
  if (IsOfPack(settings)) return HoldsPack(collection, settings);
  return {};
}

// Sends the id, once the change is on record.
void RecordAndReply(const MadeChange& made, const std::string& id,
                    const AuditTrail& audit, const Reply& reply) {
  JsonWriter json;
  json.BeginObject().Key("id").String(id);
  audit.RecordChange(made, SendWith(std::move(json), reply));
}

// Who only asks learns no path: it stands in the journal.
Error WithoutPath(const Error& error) {
  if (error.kind != ErrorKind::kStorage && error.kind != ErrorKind::kCorrupt) {
    return error;
  }
  LogFault(calls::kFeedbackGive.name, error);
  return LimitError(
      "What people say of answers can't be kept here: tell somebody who may "
      "manage the collection.");
}

void RunGive(const Connection& connection, const object& object,
             const Reply& reply) {
  using namespace calls::feedback;
  Services& services = connection.services;
  Params params(object, calls::kFeedbackGive);
  std::string collection(params.Text(calls::kCollection));
  Proposal given;
  given.question = OneLine(ReadQuestion(params, calls::kQuestion));
  if (IsBlank(given.question)) {
    params.Fail(calls::kQuestion, "holds no question.");
  }
  given.judgement = static_cast<Judgement>(params.Choice(kJudgement));
  given.document = ReadBounded(params, kDocument);
  given.page = params.Integer<std::uint32_t>(kPage);
  given.text = ReadBounded(params, kText);
  given.by = connection.caller.name();
  given.given = Now();
  if (params.error()) return reply.Send(*params.error());
  if (const auto may = CheckHasExams(services, collection); !may) {
    return reply.Send(may.error());
  }
  CallerRates& rates = *services.feedback_rates;
  if (rates.IsOver(given.by)) {
    return reply.Send(Error{ErrorKind::kBusy,
                            "You have said as much of answers as one caller "
                            "may at once; try again in a minute or two."});
  }
  rates.Note(given.by, ProposalJson(given).size());
  std::string id = given.id();
  services.store.Write(
      collection,
      {.write = [&services, collection, given = std::move(given)](
                    const std::filesystem::path& folder) -> Result<void> {
         // On the thread that removes documents, so none is removed
         // between. Nobody is told what was left out: who may only ask
         // could read a document so.
         const auto now = services.store.Pin(collection);
         if (!now) return now.error();
         const auto kept = WithoutUncited(**now, given);
         return kept ? AddProposal(folder, *kept) : kept.error();
       },
       .completion =
           [collection, id = std::move(id), audit = connection.audit,
            reply](const Result<void>& kept) {
             if (!kept) return reply.Send(WithoutPath(kept.error()));
             RecordAndReply({"feedback", collection, {}, {}}, id, audit, reply);
           }});
}

void RunListing(const Connection& connection, const object& object,
                const Reply& reply) {
  Services& services = connection.services;
  Params params(object, calls::kFeedbackList);
  const std::string_view collection = params.Text(calls::kCollection);
  if (params.error()) return reply.Send(*params.error());
  const auto snapshot = services.store.Pin(collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const auto proposals = LoadProposals(FolderOf(services, collection));
  if (!proposals) return reply.Send(proposals.error());
  JsonWriter json;
  json.BeginObject().Key("proposals").BeginArray();
  const bool may_read = connection.access().Has(Right::kRead, collection);
  for (const Proposal& one : *proposals) {
    Proposal shown = one;
    if (!may_read) shown.document = shown.text = {};
    json.Raw(ProposalJson(shown, one.id()));
  }
  json.EndArray().Key("collection").String(collection);
  reply.Send(json.EndObject().Take());
}

void Remove(Services& services, const std::string& collection,
            const std::string& id, Completion<void> completion) {
  services.store.Write(collection,
                       {.write =
                            [id](const std::filesystem::path& folder) {
                              return RemoveProposal(folder, id);
                            },
                        .completion = std::move(completion)});
}

// Returns the proposal as a question of an exam.
//   key  that was given; empty: none
Result<BankQuestion> AsQuestion(const Proposal& proposal, std::string key) {
  if (proposal.judgement == Judgement::kUnanswerable) {
    return InvalidParameter(
        "id",
        "An exam asks what the documents answer, and this was rightly refused: "
        "throw it away.");
  }
  // The grade of a wrong answer may be as good as that of a right one.
  if (key.empty() && proposal.judgement == Judgement::kRight) {
    key = proposal.text;
  }
  if (IsBlank(key)) {
    return InvalidParameter(
        "key",
        "\"key\" is missing: an exam has to know a right answer to this.");
  }
  return BankQuestion{.id = std::string(kAcceptedPrefix) + proposal.id(),
                      .topic = "feedback",
                      .question = proposal.question,
                      .keys = {std::move(key)}};
}

SetCollection AddToExam(SelfCheck* check, const std::string& collection,
                        BankQuestion question) {
  SetCollection change;
  change.guard.emplace(GuardChange{
      .edit = [check, collection, question = std::move(question)](
                  const StoredGuard* present) -> Result<std::string> {
        if (present == nullptr) return GuardWith(question, {});
        auto text = GuardWith(question, present->text);
        if (text && check != nullptr && *text != present->text) {
          check->Extend(collection, *present, *text);
        }
        return text;
      }});
  return change;
}

// The exam has the question before the proposal is gone: what is cut short
// between them can be done again.
void RunAccept(const Connection& connection, const object& object,
               const Reply& reply) {
  Services& services = connection.services;
  Params params(object, calls::kFeedbackAccept);
  const std::string collection(params.Text(calls::kCollection));
  const std::string id(params.Text(calls::feedback::kId));
  std::string key = ReadBounded(params, calls::feedback::kKey);
  if (params.error()) return reply.Send(*params.error());
  // As `collections.set` does of an exam.
  if (!connection.access().Has(Right::kAdd, collection)) {
    return reply.Send(ForbiddenIn(collection, Right::kAdd, connection.caller,
                                  calls::kFeedbackAccept.name));
  }
  if (const auto may = CheckHasExams(services, collection); !may) {
    return reply.Send(may.error());
  }
  const auto proposals = LoadProposals(FolderOf(services, collection));
  if (!proposals) return reply.Send(proposals.error());
  const auto found = std::ranges::find(*proposals, id, &Proposal::id);
  if (found == proposals->end()) return reply.Send(NoSuchProposal(id));
  auto question = AsQuestion(*found, std::move(key));
  if (!question) return reply.Send(question.error());
  SetCollection change =
      AddToExam(services.self_check, collection, *std::move(question));
  change.completion = [&services, collection, id, audit = connection.audit,
                       reply](const Result<CollectionSummary>& changed) {
    if (!changed) return reply.Send(changed.error());
    Remove(
        services, collection, id,
        [collection, id, audit, reply,
         exam = changed->settings.guard->sha256](const Result<void>& removed) {
          // The exam was changed, so that is on record in any case.
          MadeChange made{"feedback_accept", collection, {}, {}};
          made.exam_sha256 = exam;
          if (removed) return RecordAndReply(made, id, audit, reply);
          audit.RecordChange(made, [reply, error = removed.error()](
                                       const auto&) { reply.Send(error); });
        });
  };
  services.store.Set(collection, std::move(change));
}

void RunDrop(const Connection& connection, const object& object,
             const Reply& reply) {
  Params params(object, calls::kFeedbackDrop);
  const std::string collection(params.Text(calls::kCollection));
  const std::string id(params.Text(calls::feedback::kId));
  if (params.error()) return reply.Send(*params.error());
  Remove(
      connection.services, collection, id,
      [collection, id, audit = connection.audit,
       reply](const Result<void>& removed) {
        if (!removed) return reply.Send(removed.error());
        RecordAndReply({"feedback_drop", collection, {}, {}}, id, audit, reply);
      });
}

}  // namespace

void AddFeedbackMethods(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kFeedbackGive, connection, IfThereIsRoom<RunGive>);
  AddMethod(table, calls::kFeedbackList, connection, RunListing);
  AddMethod(table, calls::kFeedbackAccept, connection,
            IfThereIsRoom<RunAccept>);
  AddMethod(table, calls::kFeedbackDrop, connection, IfThereIsRoom<RunDrop>);
}

}  // namespace answerbox::daemon
