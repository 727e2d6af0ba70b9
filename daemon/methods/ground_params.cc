#include "daemon/methods/ground_params.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>

#include "daemon/error.h"
#include "daemon/methods/ask_params.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

std::vector<std::string_view> ReadContext(Params& params) {
  std::vector<std::string_view> context;
  const boost::json::array* const values = params.Array("context");
  if (values == nullptr || values->empty() ||
      values->size() > engine::kMaxCheckedPassages) {
    params.Fail("context", "must hold 1 to " +
                               std::to_string(engine::kMaxCheckedPassages) +
                               " texts.");
    return context;
  }
  context.reserve(values->size());
  std::size_t bytes = 0;
  for (const boost::json::value& value : *values) {
    if (!value.is_string() || IsBlank(value.get_string())) {
      params.Fail("context",
                  "must hold texts that are not empty; that at "
                  "index " +
                      std::to_string(context.size()) + " is none.");
      return context;
    }
    context.emplace_back(value.get_string());
    bytes += context.back().size();
  }
  if (bytes > engine::kMaxCheckedContextBytes) {
    params.Fail("context",
                "holds " + std::to_string(bytes) + " bytes, and may hold " +
                    std::to_string(engine::kMaxCheckedContextBytes) + ".");
  }
  return context;
}

std::string_view ReadAnswer(Params& params) {
  const std::string_view answer = params.Text("answer");
  if (IsBlank(answer)) {
    params.Fail("answer", "holds no text.");
  } else if (answer.size() > engine::kMaxCheckedAnswerBytes) {
    params.Fail("answer", "is longer than " +
                              std::to_string(engine::kMaxCheckedAnswerBytes) +
                              " bytes; check it in parts.");
  }
  return answer;
}

}  // namespace

Result<GroundParams> DecodeGround(const boost::json::object& object) {
  Params params(object, {"collection", "context", "question", "answer", "words",
                         "leave_one_out", "evaluator"});
  GroundParams ground;
  ground.collection = params.TextOr("collection", "");
  ground.context = ReadContext(params);
  ground.checked.answer = ReadAnswer(params);
  if (params.Has("question")) {
    ground.checked.question = ReadQuestion(params, "question");
  }
  ground.detail.words = params.BoolOr("words", false);
  ground.detail.leave_one_out = params.BoolOr("leave_one_out", false);
  const std::string_view evaluator = params.TextOr("evaluator", "counts");
  if (evaluator != "counts" && evaluator != "model") {
    params.Fail("evaluator", "must be \"counts\" or \"model\".");
  }
  ground.by_model = evaluator == "model";
  if (params.error()) return *params.error();
  return ground;
}

}  // namespace answerbox::daemon
