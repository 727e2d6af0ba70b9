#include "daemon/methods/exam_params.h"

#include <boost/json/array.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "daemon/error.h"
#include "daemon/methods/ask_params.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

// A key as a text, or several in an array. Fails if there is none of 1 to
// kMaxBankKeyBytes bytes.
void ReadKeys(Params& params, const boost::json::object& question,
              BankQuestion& read) {
  const boost::json::value* const key = question.if_contains("key");
  if (key == nullptr || key->is_null()) return;
  const auto add = [&](const boost::json::value& value) {
    const boost::json::string* const text = value.if_string();
    if (text == nullptr || text->empty() || text->size() > kMaxBankKeyBytes) {
      return params.Fail("key", "must be a text of 1 to " +
                                    std::to_string(kMaxBankKeyBytes) +
                                    " bytes, or an array of 1 to " +
                                    std::to_string(kMaxBankKeys) + " of them.");
    }
    read.keys.emplace_back(*text);
  };
  const boost::json::array* const keys = key->if_array();
  if (keys == nullptr) return add(*key);
  if (keys->empty() || keys->size() > kMaxBankKeys) {
    params.Fail("key", "must be an array of 1 to " +
                           std::to_string(kMaxBankKeys) + " texts.");
    return;
  }
  for (const boost::json::value& value : *keys) add(value);
}

Result<BankQuestion> ReadQuestionOf(const boost::json::object& object) {
  // `must`, `weight` and `source` are for the caller, who may send a line of a
  // bank.
  Params params(object,
                {"id", "topic", "question", "key", "must", "weight", "source"});
  BankQuestion question;
  question.id = params.Text("id");
  if (question.id.empty() || question.id.size() > kMaxBankNameBytes) {
    params.Fail("id", "must have 1 to " + std::to_string(kMaxBankNameBytes) +
                          " bytes.");
  }
  question.question = ReadQuestion(params, "question");
  ReadKeys(params, object, question);
  if (params.error()) return *params.error();
  return question;
}

}  // namespace

Result<ExamGradeParams> DecodeExamGrade(const boost::json::object& object,
                                        engine::Arithmetic arithmetic) {
  Params params(object, {"collection", "questions", "k", "tau", "passages",
                         "spelling", "abbreviations", "arithmetic", "grader"});
  ExamGradeParams grade;
  grade.collection = params.TextOr("collection", kDefaultCollection);
  grade.rule.passages = static_cast<std::size_t>(params.IntegerOr(
      "k", engine::kDefaultExaminedPassages, 1, kMaxGradedPassages));
  grade.rule.tau = static_cast<std::uint8_t>(
      params.IntegerOr("tau", engine::kDefaultTau, 0, engine::kMaxGrade));
  grade.rule.arithmetic = ReadArithmetic(params).value_or(arithmetic);
  grade.rule.with_spelling = params.BoolOr("spelling", true);
  grade.rule.with_abbreviations = params.BoolOr("abbreviations", true);
  grade.wants_passages = params.BoolOr("passages", true);
  const std::string_view grader = params.TextOr("grader", "self");
  if (grader != "self" && grader != "model") {
    params.Fail("grader", "must be \"self\" or \"model\".");
  }
  grade.by_model = grader == "model";
  const std::size_t most =
      grade.by_model ? kMaxQuestionsByModel : kMaxGradedQuestions;
  const boost::json::array* const questions = params.Array("questions");
  if (questions == nullptr || questions->empty() || questions->size() > most) {
    params.Fail("questions",
                grade.by_model
                    ? "must be an array of one question, as a language model "
                      "grades it."
                    : "must be an array of 1 to " + std::to_string(most) +
                          " questions.");
  }
  if (params.error()) return *params.error();
  std::set<std::string> ids;
  for (const boost::json::value& value : *questions) {
    const std::string place =
        "questions[" + std::to_string(grade.questions.size()) + "]";
    const boost::json::object* const one = value.if_object();
    if (one == nullptr) {
      params.Fail("questions",
                  "holds something other than an object at " + place + ".");
      return *params.error();
    }
    auto question = ReadQuestionOf(*one);
    if (!question) {
      Error error = question.error();
      error.message = place + ": " + error.message;
      return error;
    }
    if (!ids.insert(question->id).second) {
      params.Fail("questions", "gives an id twice, at " + place + ".");
      return *params.error();
    }
    grade.questions.push_back(std::move(*question));
  }
  return grade;
}

}  // namespace answerbox::daemon
