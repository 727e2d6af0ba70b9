#include "daemon/methods/ask_params.h"

#include <string>

#include "daemon/json/params.h"
#include "engine/ask/ask.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";
constexpr std::size_t kDefaultRunnersUp = 3;

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) + 1 - begin);
}

}  // namespace

Result<AskParams> DecodeAsk(const boost::json::object& object) {
  Params params(object,
                {"collection", "question", "theta", "precision", "answer_rate",
                 "runners_up", "arithmetic", "context", "short"});
  AskParams ask;
  ask.collection = params.TextOr("collection", kDefaultCollection);
  ask.question = Trim(params.Text("question"));
  if (ask.question.empty()) {
    params.Fail("question", "holds no question.");
  } else if (ask.question.size() > engine::kMaxQuestionBytes) {
    params.Fail("question", "is longer than " +
                                std::to_string(engine::kMaxQuestionBytes) +
                                " bytes; ask something shorter.");
  }
  ask.threshold = ReadThreshold(params);
  ask.runners_up = static_cast<std::size_t>(params.IntegerOr(
      "runners_up", kDefaultRunnersUp, 0, engine::kMaxRunnersUp));
  const std::string_view arithmetic = params.TextOr("arithmetic", "");
  if (arithmetic == "fixed") {
    ask.arithmetic = engine::Arithmetic::kFixed;
  } else if (arithmetic == "float") {
    ask.arithmetic = engine::Arithmetic::kFloat;
  } else if (params.Has("arithmetic")) {
    params.Fail("arithmetic", "must be \"fixed\" or \"float\".");
  }
  ask.wants_context = params.BoolOr("context", true);
  ask.wants_short = params.BoolOr("short", false);
  if (params.error()) return *params.error();
  return ask;
}

}  // namespace answerbox::daemon
