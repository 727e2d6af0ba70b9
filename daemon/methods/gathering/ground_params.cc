#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>

#include "daemon/methods/gathering/gathering_params.h"
#include "daemon/methods/question_params.h"
#include "protocol/calls/gathering.h"

namespace answerbox::daemon {
namespace {

// The table of calls does not know the engine, so it states its bounds again.
static_assert(calls::ground::kContext.most == engine::kMaxCheckedPassages);
static_assert(calls::ground::kMostContextBytes ==
              engine::kMaxCheckedContextBytes);
static_assert(calls::ground::kAnswer.most_bytes ==
              engine::kMaxCheckedAnswerBytes);

std::vector<std::string_view> ReadContext(Params& params) {
  std::vector<std::string_view> context;
  const boost::json::array* const values =
      params.Array(calls::ground::kContext.name);
  if (values == nullptr || values->empty() ||
      values->size() > engine::kMaxCheckedPassages) {
    params.Fail(calls::ground::kContext,
                "must hold 1 to " +
                    std::to_string(engine::kMaxCheckedPassages) + " texts.");
    return context;
  }
  // Bounded above: a request can't make it reserve more than
  // kMaxCheckedPassages views.
  context.reserve(values->size());
  std::size_t bytes = 0;
  for (const boost::json::value& value : *values) {
    if (!value.is_string() || IsBlank(value.get_string())) {
      params.Fail(calls::ground::kContext,
                  "must hold texts that are not empty; that at "
                  "index " +
                      std::to_string(context.size()) + " is none.");
      return context;
    }
    context.emplace_back(value.get_string());
    bytes += context.back().size();
  }
  if (bytes > engine::kMaxCheckedContextBytes) {
    params.Fail(calls::ground::kContext,
                "holds " + std::to_string(bytes) + " bytes, and may hold " +
                    std::to_string(engine::kMaxCheckedContextBytes) + ".");
  }
  return context;
}

std::string_view ReadAnswer(Params& params) {
  const std::string_view answer = params.Text(calls::ground::kAnswer);
  if (IsBlank(answer)) {
    params.Fail(calls::ground::kAnswer, "holds no text.");
  } else if (answer.size() > engine::kMaxCheckedAnswerBytes) {
    params.Fail(calls::ground::kAnswer,
                "is longer than " +
                    std::to_string(engine::kMaxCheckedAnswerBytes) +
                    " bytes; check it in parts.");
  }
  return answer;
}

}  // namespace

Result<GroundParams> DecodeGround(const boost::json::object& object) {
  Params params(object, calls::kGround);
  GroundParams ground;
  ground.collection = params.Text(calls::ground::kCollection);
  ground.context = ReadContext(params);
  ground.checked.answer = ReadAnswer(params);
  if (params.Has(calls::ground::kQuestion)) {
    ground.checked.question = ReadQuestion(params, calls::ground::kQuestion);
  }
  ground.detail.words = params.Flag(calls::ground::kWords);
  ground.detail.leave_one_out = params.Flag(calls::ground::kLeaveOneOut);
  ground.by_model = params.Choice(calls::ground::kEvaluator) == 1;
  if (params.error()) return *params.error();
  return ground;
}

}  // namespace answerbox::daemon
