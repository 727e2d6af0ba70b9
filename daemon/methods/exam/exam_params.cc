#include "daemon/methods/exam/exam_params.h"

#include <boost/json/array.hpp>
#include <set>
#include <utility>

#include "daemon/methods/ask/answer_json.h"
#include "daemon/methods/question_params.h"
#include "protocol/calls/exam.h"

namespace answerbox::daemon {
namespace {

// The protocol and the engine each state these numbers; they must agree.
static_assert(calls::exam::kPassagesGraded.fallback ==
              engine::kDefaultExaminedPassages);
static_assert(calls::exam::kTau.fallback == engine::kDefaultTau);
static_assert(calls::exam::kTau.most == engine::kMaxGrade);

// Every question needs an id, by which the reply names it.
constexpr TextParam kId{.name = "id", .is_required = true};

// Reads a key that is a text, or several in an array. Fails if there is none of
// 1 to kMaxBankKeyBytes bytes.
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
  // A single text is the usual case, and banks of other programs have only
  // that.
  if (keys == nullptr) return add(*key);
  if (keys->empty() || keys->size() > kMaxBankKeys) {
    params.Fail("key", "must be an array of 1 to " +
                           std::to_string(kMaxBankKeys) + " texts.");
    return;
  }
  for (const boost::json::value& value : *keys) add(value);
}

Result<BankQuestion> ReadQuestionOf(const boost::json::object& object) {
  // `must`, `weight` and `source` are accepted and not used: a caller may send
  // a line of a bank as it is.
  Params params(object,
                {"id", "topic", "question", "key", "must", "weight", "source"});
  BankQuestion question;
  question.id = params.Text(kId);
  if (question.id.empty() || question.id.size() > kMaxBankNameBytes) {
    params.Fail(
        kId, "must have 1 to " + std::to_string(kMaxBankNameBytes) + " bytes.");
  }
  question.question = ReadQuestion(params, calls::kQuestion);
  ReadKeys(params, object, question);
  if (params.error()) return *params.error();
  return question;
}

// Reads an array of questions with different ids.
Result<void> ReadQuestionsOf(const boost::json::array& questions,
                             Params& params, Bank& bank) {
  std::set<std::string> ids;
  for (const boost::json::value& value : questions) {
    const std::string place = "questions[" + std::to_string(bank.size()) + "]";
    const boost::json::object* const one = value.if_object();
    if (one == nullptr) {
      params.Fail(calls::exam::kQuestions,
                  "holds something other than an object at " + place + ".");
      return *params.error();
    }
    auto question = ReadQuestionOf(*one);
    if (!question) {
      Error error = question.error();
      error.message = place + ": " + error.message;
      return error;
    }
    // The reply names questions by their ids.
    if (!ids.insert(question->id).second) {
      params.Fail(calls::exam::kQuestions,
                  "gives an id twice, at " + place + ".");
      return *params.error();
    }
    bank.push_back(std::move(*question));
  }
  return {};
}

}  // namespace

Result<ExamGradeParams> DecodeExamGrade(const boost::json::object& object,
                                        engine::Arithmetic arithmetic) {
  Params params(object, calls::kExamGrade);
  ExamGradeParams grade;
  grade.collection = params.Text(calls::kCollection);
  grade.rule.passages =
      params.Integer<std::size_t>(calls::exam::kPassagesGraded);
  grade.rule.tau = params.Integer<std::uint8_t>(calls::exam::kTau);
  grade.rule.arithmetic = ReadArithmetic(params, arithmetic);
  grade.rule.with_spelling = params.Flag(calls::kSpelling);
  grade.rule.with_abbreviations = params.Flag(calls::kAbbreviations);
  grade.wants_passages = params.Flag(calls::exam::kPassages);
  grade.by_model = params.Choice(calls::exam::kGrader) == 1;
  // A model takes seconds a passage, so no client would wait for a batch.
  const std::uint64_t most = grade.by_model ? calls::exam::kMostQuestionsByModel
                                            : calls::exam::kMostQuestions;
  const boost::json::array* const questions =
      params.Array(calls::exam::kQuestions.name);
  if (questions == nullptr || questions->empty() || questions->size() > most) {
    params.Fail(calls::exam::kQuestions,
                grade.by_model
                    ? "must be an array of one question, as a language model "
                      "grades it."
                    : "must be an array of 1 to " + std::to_string(most) +
                          " questions.");
  }
  if (params.error()) return *params.error();
  if (auto read = ReadQuestionsOf(*questions, params, grade.questions); !read) {
    return read.error();
  }
  return grade;
}

void WriteVerified(JsonWriter& json,
                   const std::optional<engine::Verification>& verified) {
  if (verified) json.Key("verified").String(ToString(*verified));
}

void WriteExtraction(JsonWriter& json, const engine::GradedPassage& passage) {
  if (!passage.verified) return;
  WriteVerified(json, passage.verified);
  json.Key("extracted").String(ToString(passage.extracted));
}

void WriteWhere(JsonWriter& json, const engine::GradedPassage& passage) {
  json.Key("document").String(passage.document);
  json.Key("chunk").Hexadecimal(passage.chunk);
  WriteRange(json.Key("offsets"), passage.offsets);
}

void WriteRefusal(JsonWriter& json, engine::RefusalReason reason) {
  json.Key("refusal").BeginObject();
  json.Key("reason").String(ToString(reason));
  json.Key("message").String(Explain(reason)).EndObject();
}

void WriteBestAnswer(JsonWriter& json, const engine::GradedPassage* best) {
  if (best == nullptr || best->answer.sentence.empty()) {
    json.Null();
    return;
  }
  json.BeginObject().Key("text").String(best->answer.sentence);
  if (best->short_answer) {
    json.Key("short").String(best->short_answer->In(best->answer.sentence));
  }
  WritePlaceMembers(json, best->answer, best->answer.offsets);
  json.EndObject();
}

}  // namespace answerbox::daemon
