// `answerbox audit replay`: asks recorded questions again and compares each
// answer with its record.
#include <boost/json/parse.hpp>
#include <iostream>
#include <map>
#include <string>

#include "client/commands/audit/audit_command.h"
#include "client/commands/audit/recorded_answer.h"
#include "client/rpc/message.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct ReplayOptions {
  CommonOptions common;
  std::string file;
};

struct Replayed {
  std::uint64_t same = 0;       // The same snapshot gave the same bytes.
  std::uint64_t different = 0;  // The same snapshot gave something else.
  // The collection was changed, dropped or created anew after the record.
  std::uint64_t changed_same = 0;
  std::uint64_t changed_different = 0;
  // The collection, or all of the documents asked, no longer exist.
  std::uint64_t gone = 0;
  // Another model answers now.
  std::uint64_t model_same = 0;
  std::uint64_t model_different = 0;
  std::uint64_t without_question = 0;
  std::uint64_t queries = 0;  // Not asked again: they decide nothing.
  // A language model had generated a text for some of the answers that came
  // again. These count whether its text came again, too. A difference is no
  // fault: not every model repeats itself.
  std::uint64_t generated_same = 0;
  std::uint64_t generated_different = 0;
  std::uint64_t generated_other_model = 0;
  std::uint64_t generated_failed = 0;
};

class Replay {
 public:
  //   model  the one that answers now, as `status` names it
  Replay(Connection& connection, std::string model, bool is_json)
      : connection_(connection), model_(std::move(model)), is_json_(is_json) {}

  // Notes that this record dropped a collection.
  void NoteDrop(const json::object& record) {
    dropped_at_[TextAt(record, "collection")] = NumberAt(record, "seq");
  }

  // Notes what a language model generated for the answer of another record.
  void NoteGeneration(const json::object& record) {
    generations_[TextAt(record, "of")] = ReadGeneration(record);
  }

  Outcome<void> AskAgain(const json::object& record) {
    if (!record.contains("question")) {
      ++counts_.without_question;
      return {};
    }
    const auto result = connection_.Call("ask", QuestionOf(record));
    if (!result) {
      return NoteNoAnswer(record, result.error());
    }
    const json::object& reply = AsObject(*result);
    bool is_same = IsSameAnswer(record, reply);
    if (IsSameSnapshot(record, reply)) {
      const auto quotes = QuotesText(TextAt(record, "collection"), reply);
      if (!quotes) return quotes.error();
      is_same = is_same && *quotes;
      if (HasOtherModel(record)) {
        ++(is_same ? counts_.model_same : counts_.model_different);
        return {};
      }
      ++(is_same ? counts_.same : counts_.different);
      if (!is_same) Tell(record, "gives another answer on the same snapshot");
      return GenerateAgain(record);
    } else {
      ++(is_same ? counts_.changed_same : counts_.changed_different);
    }
    return {};
  }

  void NoteQuery() { ++counts_.queries; }

  [[nodiscard]] const Replayed& counts() const noexcept { return counts_; }

 private:
  // Errors: what does not come from the record itself.
  Outcome<void> NoteNoAnswer(const json::object& record,
                             const Failure& failure) {
    if (failure.kind == "not_found") {
      ++counts_.gone;
    } else if (failure.kind == "invalid_params") {
      // Another version wrote the record, or nobody did.
      ++counts_.different;
      Tell(record, "can't be asked again: " + Escaped(failure.message));
    } else {
      return failure;
    }
    return {};
  }

  Outcome<void> GenerateAgain(const json::object& record) {
    const auto recorded = generations_.find(TextAt(record, "run"));
    if (recorded == generations_.end()) return {};
    json::object question = QuestionOf(record);
    question["generate"] = "always";
    const auto result = connection_.Call("ask", question);
    if (!result) return NoteNoAnswer(record, result.error());
    switch (CompareGeneration(recorded->second,
                              ObjectAt(AsObject(*result), "generated"))) {
      case Regeneration::kSame:
        ++counts_.generated_same;
        break;
      case Regeneration::kDifferent:
        ++counts_.generated_different;
        Tell(record, "has another generated answer");
        break;
      case Regeneration::kOtherModel:
        ++counts_.generated_other_model;
        break;
      case Regeneration::kFailed:
        ++counts_.generated_failed;
        break;
    }
    return {};
  }

  // Merging segments changes no answer and no number, so it is no difference.
  [[nodiscard]] bool IsSameSnapshot(const json::object& record,
                                    const json::object& reply) const {
    const auto dropped = dropped_at_.find(TextAt(record, "collection"));
    return NumberAt(record, "snapshot") == NumberAt(reply, "snapshot") &&
           (dropped == dropped_at_.end() ||
            dropped->second < NumberAt(record, "seq"));
  }

  // Profile paper has no weights, so its records name no model.
  [[nodiscard]] bool HasOtherModel(const json::object& record) const {
    const std::string model = TextAt(record, "model");
    return !model.empty() && !model_.empty() && model != model_;
  }

  // Whether the sentence and the parts that were shown are the text at their
  // offsets. The record's offsets and document then determine their bytes.
  Outcome<bool> QuotesText(const std::string& collection,
                           const json::object& reply) {
    for (const Quote& quote : QuotesOf(reply)) {
      const auto stored =
          connection_.Call("documents.text", {{"collection", collection},
                                              {"name", quote.document},
                                              {"begin", quote.begin},
                                              {"end", quote.end}});
      if (!stored) return stored.error();
      if (TextAt(AsObject(*stored), "text") != quote.text) return false;
    }
    return true;
  }

  void Tell(const json::object& record, std::string_view what) const {
    (is_json_ ? std::cerr : std::cout)
        << "record " << NumberAt(record, "seq") << " " << what << "\n";
  }

  Connection& connection_;
  std::string model_;
  bool is_json_;
  std::map<std::string, std::uint64_t> dropped_at_;
  std::map<std::string, RecordedGeneration> generations_;  // By `of`.
  Replayed counts_;
};

std::optional<json::object> ParseRecord(std::string_view line) {
  boost::system::error_code error;
  json::value value = json::parse({line.data(), line.size()}, error);
  if (error || !value.is_object()) return std::nullopt;
  return std::move(value.get_object());
}

void Print(const Replayed& counts, bool is_json) {
  if (is_json) {
    return PrintJson(json::object{
        {"same", counts.same},
        {"different", counts.different},
        {"changed_since", json::object{{"same", counts.changed_same},
                                       {"different", counts.changed_different},
                                       {"gone", counts.gone}}},
        {"other_model", json::object{{"same", counts.model_same},
                                     {"different", counts.model_different}}},
        {"without_question", counts.without_question},
        {"queries", counts.queries},
        {"generated",
         json::object{{"same", counts.generated_same},
                      {"different", counts.generated_different},
                      {"other_model", counts.generated_other_model},
                      {"failed", counts.generated_failed}}}});
  }
  std::cout << counts.same << " answers on the same snapshot: the same bytes\n"
            << counts.different << " on the same snapshot: different\n"
            << counts.changed_same + counts.changed_different + counts.gone
            << " on documents that changed since: " << counts.changed_same
            << " the same, " << counts.changed_different << " different, "
            << counts.gone << " of collections or documents that are gone\n"
            << counts.model_same + counts.model_different
            << " of another model: " << counts.model_same << " the same, "
            << counts.model_different << " different\n"
            << counts.without_question
            << " whose question was hashed or left out: not asked\n";
  if (counts.queries != 0) {
    std::cout << counts.queries
              << " searches, selections, summaries or checks: not asked\n";
  }
  const std::uint64_t generated =
      counts.generated_same + counts.generated_different +
      counts.generated_other_model + counts.generated_failed;
  if (generated == 0) return;
  std::cout << generated << " generated too: " << counts.generated_same
            << " the same, " << counts.generated_different << " different, "
            << counts.generated_other_model << " of another model, "
            << counts.generated_failed << " not generated again\n";
}

Outcome<ExitCode> RunReplay(const ReplayOptions& options) {
  const auto files = OpenAuditFiles({options.file}, {});
  if (!files) return files.error();
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const auto status = connection->Call("status", {});
  if (!status) return status.error();
  Replay replay(*connection, TextAt(AsObject(*status), "model"),
                options.common.json);
  EachLine(*files, [&](std::string_view line) {
    const auto prefix = protocol::ReadPrefix(line);
    if (!prefix || (prefix->kind != "change" && prefix->kind != "generated")) {
      return true;
    }
    const auto record = ParseRecord(line);
    if (!record) return true;
    if (prefix->kind == "generated") {
      replay.NoteGeneration(*record);
    } else if (TextAt(*record, "action") == "drop") {
      replay.NoteDrop(*record);
    }
    return true;
  });
  Outcome<void> asked;
  EachLine(*files, [&](std::string_view line) {
    const auto prefix = protocol::ReadPrefix(line);
    if (prefix && prefix->kind == "query") replay.NoteQuery();
    if (!prefix || (prefix->kind != "answer" && prefix->kind != "refusal")) {
      return true;
    }
    const auto record = ParseRecord(line);
    if (record) asked = replay.AskAgain(*record);
    return asked.has_value();
  });
  if (!asked) return asked.error();
  Print(replay.counts(), options.common.json);
  return replay.counts().different == 0 ? ExitCode::kDone : ExitCode::kRefused;
}

}  // namespace

void AddAuditReplayCommand(CLI::App& audit, int& exit_code) {
  CLI::App* command = audit.add_subcommand(
      "replay", "Ask recorded questions again and compare the answers");
  const auto options = std::make_shared<ReplayOptions>();
  command->add_option("file", options->file, "A file of the log")
      ->required()
      ->type_name("FILE");
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox audit replay "
                  "/var/lib/answerbox/audit/000000000000.jsonl\n"
                  "Exit codes: 0 the same bytes wherever the documents are the "
                  "same, 1 not. What a language model generated is compared "
                  "too, but does not decide the exit code.",
                  RunReplay, exit_code);
}

}  // namespace answerbox::client
