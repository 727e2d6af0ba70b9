#include "daemon/methods/question_params.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cassert>
#include <cmath>
#include <string>

#include "engine/answer/model/answer_model.h"
#include "engine/ask/question.h"

namespace answerbox::daemon {
namespace {

using engine::BasisPoints;
using engine::kWholeBasisPoints;
using Kind = ThresholdTarget::Kind;

static_assert(calls::kQuestion.most_bytes == engine::kMaxQuestionBytes);

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

// Ordered as ThresholdTarget::Kind. `ask` has a description of theta of its
// own, with the same name and range.
constexpr std::array kTargets = {&calls::kTheta, &calls::kPrecision,
                                 &calls::kAnswerRate};

std::string_view NameOf(Kind kind) {
  return kTargets[static_cast<std::size_t>(kind)]->name;
}

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) + 1 - begin);
}

// Returns four decimals, such as 0.0750.
std::string DecimalText(BasisPoints points) {
  // Adding the whole gives five digits, so that leading zeros stay.
  const std::string digits = std::to_string(kWholeBasisPoints + points);
  const char whole = points == kWholeBasisPoints ? '1' : '0';
  return std::string{whole, '.'} + digits.substr(1);
}

Error Unmet(Kind kind, const std::string& why) {
  const std::string name(NameOf(kind));
  return {ErrorKind::kInvalidParams, '"' + name + "\" " + why, name};
}

Error TooMuch(Kind kind, const engine::OperatingPoints& points) {
  const bool is_precision = kind == Kind::kPrecision;
  const BasisPoints most =
      is_precision ? points.highest_precision() : points.highest_answer_rate();
  return Unmet(kind, "is " + DecimalText(most) +
                         " at most, the share that the " +
                         (is_precision ? "highest" : "lowest") +
                         " threshold gave where it was measured. Ask for that "
                         "or less, or give \"theta\".");
}

}  // namespace

bool IsBlank(std::string_view text) noexcept {
  return text.find_first_not_of(kWhiteSpace) == std::string_view::npos;
}

std::string_view ReadQuestion(Params& params, const TextParam& param) {
  const std::string_view question = Trim(params.Text(param));
  if (question.empty()) {
    params.Fail(param, "holds no question.");
  } else if (question.size() > engine::kMaxQuestionBytes) {
    params.Fail(param, "is longer than " +
                           std::to_string(engine::kMaxQuestionBytes) +
                           " bytes; ask something shorter.");
  }
  return question;
}

engine::Arithmetic ReadArithmetic(Params& params, engine::Arithmetic fallback) {
  using engine::Arithmetic;
  constexpr std::array kByName = {Arithmetic::kFixed, Arithmetic::kFloat};
  static_assert(kByName.size() == calls::kArithmeticNames.size());
  if (!params.Has(calls::kArithmetic)) return fallback;
  return kByName[params.Choice(calls::kArithmetic)];
}

AskedDocuments ReadAskedDocuments(Params& params) {
  constexpr const TextsParam& kParam = calls::kDocuments;
  AskedDocuments asked;
  const boost::json::array* const values = params.Array(kParam.name);
  if (values == nullptr) return asked;
  if (values->empty() || values->size() > kParam.most) {
    params.Fail(kParam, "must hold 1 to " + std::to_string(kParam.most) +
                            " names or patterns of documents.");
    return asked;
  }
  std::size_t bytes = 0;
  for (const boost::json::value& value : *values) {
    const auto* const pattern = value.if_string();
    if (pattern == nullptr || pattern->empty() ||
        pattern->size() > kParam.most_bytes) {
      params.Fail(kParam, "must hold strings of 1 to " +
                              std::to_string(kParam.most_bytes) + " bytes.");
      return asked;
    }
    bytes += pattern->size();
    if (bytes > kParam.most_bytes_in_all) {
      params.Fail(kParam, "must hold at most " +
                              std::to_string(kParam.most_bytes_in_all) +
                              " bytes in all; a pattern may stand for several "
                              "names.");
      return asked;
    }
    // The array has room: its size is the bound that was checked above.
    asked.patterns_[asked.count_++] = {pattern->data(), pattern->size()};
  }
  return asked;
}

std::optional<ThresholdTarget> ReadThreshold(Params& params) {
  std::optional<Kind> given;
  for (const Kind kind : {Kind::kTheta, Kind::kPrecision, Kind::kAnswerRate}) {
    if (!params.Has(NameOf(kind))) continue;
    // All three set the same threshold, so a request may give only one.
    if (given) {
      params.Fail(NameOf(kind), "and \"" + std::string(NameOf(*given)) +
                                    "\" exclude each other; give one of them.");
      return std::nullopt;
    }
    given = kind;
  }
  if (!given) return std::nullopt;
  const double value = params.Real(*kTargets[static_cast<std::size_t>(*given)]);
  if (*given != Kind::kTheta && value == 0.0) {
    // Every threshold gives a share of 0 or more, so 0 would choose none.
    params.Fail(NameOf(*given), "must be above 0.");
  }
  if (params.error()) return std::nullopt;
  return ThresholdTarget{*given, value};
}

std::string_view ToString(engine::Profile profile) noexcept {
  return profile == engine::Profile::kPaper ? "paper" : "default";
}

Result<double> ThetaOf(const ThresholdTarget& target, engine::Profile profile) {
  assert(target.value >= 0.0 && target.value <= 1.0);
  if (target.kind == Kind::kTheta) return double{target.value};
  if (profile == engine::Profile::kPaper) {
    return Unmet(target.kind,
                 "is not known in profile paper, whose confidence is no "
                 "probability. Give \"theta\", or ask a collection of profile "
                 "default.");
  }
  const engine::OperatingPoints& points = engine::ShippedModel().points();
  // The points are stored in basis points. Rounding to the nearest one keeps .7
  // from being read as .6999.
  const auto share =
      static_cast<BasisPoints>(std::lround(target.value * kWholeBasisPoints));
  const auto threshold = target.kind == Kind::kPrecision
                             ? points.ThresholdForPrecision(share)
                             : points.ThresholdForAnswerRate(share);
  if (!threshold) return TooMuch(target.kind, points);
  return static_cast<double>(*threshold) / kWholeBasisPoints;
}

}  // namespace answerbox::daemon
