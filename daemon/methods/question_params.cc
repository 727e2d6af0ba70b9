#include "daemon/methods/question_params.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cassert>
#include <cmath>
#include <string>

#include "engine/answer/model/answer_model.h"
#include "protocol/calls/ask.h"

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

namespace {

static_assert(calls::ask::kRunnersUp.most == engine::kMaxRunnersUp);
static_assert(calls::ask::kWords.least == engine::kMinAnswerWords);
static_assert(calls::ask::kWords.most == engine::kMaxAnswerWords);
static_assert(calls::ask::kWords.fallback == engine::kDefaultAnswerWords);
static_assert(calls::ask::kAnswers.most == engine::kMaxAnswers);
static_assert(calls::ask::kMaxWork.most == engine::kMaxWork);

// The first name is that of no form, and the last one that of long answers.
constexpr std::size_t kLong = calls::ask::kFormNames.size() - 1;
static_assert(kLong == engine::kAnswerForms.size() + 1);

constexpr std::array kGenerate = {Generate::kAuto, Generate::kNever,
                                  Generate::kAlways};
static_assert(kGenerate.size() == calls::ask::kGenerateNames.size());

// The form, and the words that go with it.
void ReadFormAndWords(Params& params, AskParams& ask) {
  const std::size_t form = params.Choice(calls::ask::kForm);
  // The engine answers with a sentence unless it is told otherwise, the
  // protocol with the form that fits best.
  ask.question.form = std::nullopt;
  if (form != 0 && form != kLong) {
    ask.question.form = engine::kAnswerForms[form - 1];
  }
  if (form == kLong) {
    ask.long_words =
        params.Integer<std::size_t>(calls::ask::kWords, calls::ask::kLongWords);
  } else {
    ask.question.words = params.Integer<std::size_t>(calls::ask::kWords);
  }
  ask.question.answers =
      params.IntegerOrWord<std::size_t>(calls::ask::kAnswers);
  if (form != kLong) return;
  if (ask.question.answers.value_or(1) > 1) {
    params.Fail(calls::ask::kAnswers, "must be 1 with \"form\":\"long\".");
  }
  ask.question.answers = 1;
}

}  // namespace

Result<AskParams> DecodeAsk(const boost::json::object& object,
                            engine::Arithmetic arithmetic) {
  Params params(object, calls::kAsk);
  AskParams ask;
  engine::Question& question = ask.question;
  ask.collection = params.Text(calls::kCollection);
  question.text = ReadQuestion(params, calls::kQuestion);
  ask.documents = ReadAskedDocuments(params);
  ask.threshold = ReadThreshold(params);
  question.runners_up = params.Integer<std::size_t>(calls::ask::kRunnersUp);
  question.arithmetic = ReadArithmetic(params, arithmetic);
  question.with_context = params.Flag(calls::ask::kContext);
  question.with_short = params.Flag(calls::ask::kShort);
  question.with_spelling = params.Flag(calls::kSpelling);
  question.with_thesaurus = params.Flag(calls::ask::kThesaurus);
  question.with_abbreviations = params.Flag(calls::kAbbreviations);
  ask.generate = kGenerate[params.Choice(calls::ask::kGenerate)];
  ReadFormAndWords(params, ask);
  // Without a bound the work is not counted, and the reply does not tell it.
  if (params.Has(calls::ask::kMaxWork)) {
    question.max_work = params.Integer(calls::ask::kMaxWork);
  }
  if (params.error()) return *params.error();
  return ask;
}

static_assert(calls::search::kFrom.most == engine::kMaxPassages);

Result<SearchParams> DecodeSearch(const boost::json::object& object,
                                  engine::Arithmetic arithmetic) {
  Params params(object, calls::kSearch);
  SearchParams search;
  search.collection = params.Text(calls::kCollection);
  search.words = ReadQuestion(params, calls::search::kWords);
  search.documents = ReadAskedDocuments(params);
  search.from = params.Integer<std::size_t>(calls::search::kFrom);
  search.count = params.Integer<std::size_t>(calls::search::kCount);
  // The last page may be shorter; a request for it is no mistake.
  search.count = std::min(search.count, engine::kMaxPassages + 1 - search.from);
  search.arithmetic = ReadArithmetic(params, arithmetic);
  search.wants_abbreviations = params.Flag(calls::kAbbreviations);
  search.wants_thesaurus = params.Flag(calls::ask::kThesaurus);
  if (params.error()) return *params.error();
  return search;
}

}  // namespace answerbox::daemon
