// Makes a bank from a query and its subtopics: the daemon's language model
// writes questions, and those that the collection answers are kept.
// docs/exam-make.md, "Questions of a language model".
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/exam/exam_results.h"
#include "client/exam/exam_run.h"
#include "client/failure.h"
#include "client/rpc/connection.h"

namespace answerbox::client {

struct ModelMakingOptions {
  std::string collection;
  std::string query;  // The topic of all questions.
  // Empty: asks about the query as a whole.
  std::vector<std::string> subtopics;
  bool is_checked = true;  // Keeps only what the collection answers.
};

struct ModelMakingCounts {
  std::size_t replies = 0;  // One for each subtopic, or for the query.
  std::size_t replies_without_questions = 0;
  std::size_t cut_replies = 0;
  std::size_t candidates = 0;
  std::size_t questions = 0;
  // Questions left out: texts of the model that are no questions, questions of
  // an earlier reply, and those that the collection does not answer.
  std::size_t ill_formed = 0;
  std::size_t twice = 0;
  std::size_t no_answer = 0;
  // The model that wrote the questions.
  std::optional<GradingModel> model = {};
};

class ModelBankMaker {
 public:
  // Receives a line of the bank, with its line feed.
  using TakeLine = std::function<void(const std::string& line)>;
  using OnReply = std::function<void(std::size_t replies)>;

  ModelBankMaker(Connection& connection, ModelMakingOptions options,
                 BusyPatience patience)
      : connection_(connection),
        options_(std::move(options)),
        patience_(std::move(patience)) {}

  // Passes the questions to `take`, subtopic by subtopic. Errors: those of
  // Connection::Call; kRejected if the daemon's model was replaced meanwhile.
  [[nodiscard]] Outcome<ModelMakingCounts> Run(const TakeLine& take,
                                               const OnReply& on_reply = {});

 private:
  [[nodiscard]] Outcome<void> MakeOf(const std::string& subtopic,
                                     const TakeLine& take);
  // Calls the method again while the daemon or its model is busy.
  [[nodiscard]] Outcome<boost::json::value> Call(
      std::string_view method, const boost::json::object& params);
  [[nodiscard]] Outcome<boost::json::value> QuestionsOf(
      const std::string& subtopic);
  [[nodiscard]] Outcome<void> NoteModel(const boost::json::object& model);
  [[nodiscard]] Outcome<bool> IsAnswered(const std::string& question);
  [[nodiscard]] std::string LineOf(const std::string& question,
                                   const std::string& subtopic) const;

  Connection& connection_;
  ModelMakingOptions options_;
  BusyPatience patience_;
  ModelMakingCounts counts_;
  std::set<std::string> seen_;
};

}  // namespace answerbox::client
