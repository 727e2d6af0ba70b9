#include "client/exam/make/answer_check.h"

#include "client/rpc/json_fields.h"

namespace answerbox::client {
namespace {

// Another document answers as well if it is nearly as sure.
constexpr double kAsSure = 0.8;

bool Touches(const boost::json::object& offsets, SourceRange source) {
  return NumberAt(offsets, "begin") < source.end &&
         NumberAt(offsets, "end") > source.begin;
}

bool IsFrom(const boost::json::object& answer, SourceRange source) {
  if (Touches(ObjectAt(answer, "offsets"), source)) return true;
  for (const boost::json::value& part : ArrayAt(answer, "parts")) {
    if (Touches(ObjectAt(AsObject(part), "offsets"), source)) return true;
  }
  return false;
}

}  // namespace

AnswerVerdict JudgeAnswer(const boost::json::object& reply,
                          std::string_view document, SourceRange source) {
  if (!FlagAt(reply, "answered")) return AnswerVerdict::kNothing;
  const boost::json::object& answer = ObjectAt(reply, "answer");
  if (TextAt(answer, "document") != document) return AnswerVerdict::kAmbiguous;
  if (!IsFrom(answer, source)) return AnswerVerdict::kElsewhere;
  const double confidence = RealAt(answer, "confidence");
  for (const boost::json::value& value : ArrayAt(reply, "runners_up")) {
    const boost::json::object& other = AsObject(value);
    if (TextAt(other, "document") != document &&
        RealAt(other, "confidence") >= kAsSure * confidence) {
      return AnswerVerdict::kAmbiguous;
    }
  }
  return AnswerVerdict::kAnswered;
}

}  // namespace answerbox::client
