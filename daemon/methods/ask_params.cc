#include "daemon/methods/ask_params.h"

#include <string>

#include "daemon/error.h"
#include "daemon/methods/long_answer.h"
#include "engine/ask/ask.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";
constexpr std::size_t kDefaultRunnersUp = 3;
constexpr std::string_view kAutoForm = "auto";

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) + 1 - begin);
}

// A longer name is left out of the message.
constexpr std::size_t kMaxNamedBytes = 32;

// What is wrong with a form that does not exist.
std::string UnknownForm(std::string_view name) {
  std::string message = "must be \"auto\"";
  for (const engine::AnswerForm form : engine::kAnswerForms) {
    message += ", \"";
    message += ToString(form);
    message += '"';
  }
  message += " or \"long\"";
  if (name.size() <= kMaxNamedBytes) {
    message += ", not " + JsonWriter().String(name).Take();
  }
  return message + ".";
}

std::optional<engine::AnswerForm> ReadForm(Params& params) {
  const std::string_view name = params.TextOr("form", kAutoForm);
  if (name == kAutoForm || name == kLongForm) return std::nullopt;
  const auto form = engine::AnswerFormOf(name);
  if (!form) params.Fail("form", UnknownForm(name));
  return form;
}

// The form, and the words that go with it.
void ReadFormAndWords(Params& params, AskParams& ask) {
  const bool is_long = params.TextOr("form", kAutoForm) == kLongForm;
  ask.form = ReadForm(params);
  const auto words = static_cast<std::size_t>(params.IntegerOr(
      "words", is_long ? kDefaultLongWords : engine::kDefaultAnswerWords,
      engine::kMinAnswerWords, engine::kMaxAnswerWords));
  ask.answers = static_cast<std::size_t>(
      params.IntegerOr("answers", 1, 1, engine::kMaxAnswers));
  if (!is_long) {
    ask.words = words;
    return;
  }
  ask.long_words = words;
  if (ask.answers > 1) {
    params.Fail("answers", "must be 1 with \"form\":\"long\".");
  }
}

Generate ReadGenerate(Params& params) {
  const std::string_view name = params.TextOr("generate", kAutoForm);
  if (name == "never") return Generate::kNever;
  if (name == "always") return Generate::kAlways;
  if (name != kAutoForm) {
    params.Fail("generate", "must be \"auto\", \"never\" or \"always\".");
  }
  return Generate::kAuto;
}

}  // namespace

bool IsBlank(std::string_view text) noexcept {
  return text.find_first_not_of(kWhiteSpace) == std::string_view::npos;
}

std::string_view ReadQuestion(Params& params, std::string_view name) {
  const std::string_view question = Trim(params.Text(name));
  if (question.empty()) {
    params.Fail(name, "holds no question.");
  } else if (question.size() > engine::kMaxQuestionBytes) {
    params.Fail(name, "is longer than " +
                          std::to_string(engine::kMaxQuestionBytes) +
                          " bytes; ask something shorter.");
  }
  return question;
}

std::optional<engine::Arithmetic> ReadArithmetic(Params& params) {
  const std::string_view name = params.TextOr("arithmetic", "");
  if (name == "fixed") return engine::Arithmetic::kFixed;
  if (name == "float") return engine::Arithmetic::kFloat;
  if (params.Has("arithmetic")) {
    params.Fail("arithmetic", "must be \"fixed\" or \"float\".");
  }
  return std::nullopt;
}

std::string_view FormName(std::optional<engine::AnswerForm> form) noexcept {
  return form ? ToString(*form) : kAutoForm;
}

Result<AskParams> DecodeAsk(const boost::json::object& object) {
  Params params(
      object, {"collection", "question", "theta", "precision", "answer_rate",
               "runners_up", "arithmetic", "context", "short", "form", "words",
               "answers", "documents", "max_work", "spelling", "thesaurus",
               "abbreviations", "generate"});
  AskParams ask;
  ask.collection = params.TextOr("collection", kDefaultCollection);
  ask.question = ReadQuestion(params, "question");
  ask.documents = ReadAskedDocuments(params);
  ask.threshold = ReadThreshold(params);
  ask.runners_up = static_cast<std::size_t>(params.IntegerOr(
      "runners_up", kDefaultRunnersUp, 0, engine::kMaxRunnersUp));
  ask.arithmetic = ReadArithmetic(params);
  ask.wants_context = params.BoolOr("context", true);
  ask.wants_short = params.BoolOr("short", false);
  ask.wants_spelling = params.BoolOr("spelling", true);
  ask.wants_thesaurus = params.BoolOr("thesaurus", true);
  ask.wants_abbreviations = params.BoolOr("abbreviations", true);
  ask.generate = ReadGenerate(params);
  ReadFormAndWords(params, ask);
  if (params.Has("max_work")) {
    ask.max_work = params.Integer("max_work", 1, engine::kMaxWork);
  }
  if (params.error()) return *params.error();
  return ask;
}

}  // namespace answerbox::daemon
