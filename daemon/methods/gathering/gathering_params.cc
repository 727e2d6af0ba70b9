#include "daemon/methods/gathering/gathering_params.h"

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/numeric/fixed_point.h"
#include "engine/text/whole_number.h"
#include "protocol/calls/gathering.h"

namespace answerbox::daemon {
namespace {

using engine::GatheringQuery;
using engine::Q16;

constexpr std::string_view kByPlace = calls::select::kOrder.fallback;
constexpr std::string_view kByScore = "score";

static_assert(calls::kMostGathered == engine::kMaxGatheredTokens);
static_assert(calls::kMostUnits == engine::kMaxSelectionUnits);

// How the words of the question are read.
void ReadWordOptions(Params& params, GatheringQuery& query) {
  query.with_spelling = params.Flag(calls::kSpelling);
  query.with_abbreviations = params.Flag(calls::kAbbreviations);
}

// The budgets that a request does not name bound nothing, but for `main`, where
// it names no other one.
void ReadBudgets(Params& params, const IntegerParam& tokens,
                 const IntegerParam& words, const IntegerParam& main,
                 bool has_other, GatheringQuery& query) {
  const auto read = [&](const IntegerParam& budget) {
    return &budget == &main && !has_other ? params.Integer(budget)
                                          : params.Integer(budget, budget.most);
  };
  // The first error names the budget that the request is about.
  if (&main == &words) query.words = read(words);
  query.tokens = read(tokens);
  if (&main != &words) query.words = read(words);
  query.sentences =
      params.Integer<std::size_t>(calls::kSentences, calls::kSentences.most);
}

// The whole text has to be digits: "1x:2" is no order.
std::optional<std::uint32_t> StepOf(std::string_view digits) {
  const auto step = engine::WholeNumber<std::uint32_t>(digits);
  return step && *step <= calls::select::kMostOrderStep ? step : std::nullopt;
}

std::optional<engine::UnitOrder> OrderOf(std::string_view name) {
  if (name == kByPlace) return engine::UnitOrder();
  if (name == kByScore) return engine::UnitOrder{false, 1, 0};
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto first = StepOf(name.substr(0, colon));
  const auto last = StepOf(name.substr(colon + 1));
  // No best ones at the beginning would mean an order without one.
  if (!first || !last || *first == 0) return std::nullopt;
  return engine::UnitOrder{false, *first, *last};
}

std::string_view ReadOrder(Params& params, GatheringQuery& query) {
  const std::string_view name = params.Text(calls::select::kOrder);
  const auto order = OrderOf(name);
  if (order) {
    query.order = *order;
  } else {
    params.Fail(calls::select::kOrder,
                "must be \"document\", \"score\" or \"m:n\" with m from 1 and "
                "n from 0 to " +
                    std::to_string(calls::select::kMostOrderStep) +
                    ", such as \"1:1\".");
  }
  return name;
}

constexpr std::array kStrategies = {
    engine::SelectionStrategy::kRelevance, engine::SelectionStrategy::kMmr,
    engine::SelectionStrategy::kFps, engine::SelectionStrategy::kGated};
static_assert(kStrategies.size() == calls::select::kStrategyNames.size());

void ReadRetrieval(Params& params, GatheringQuery& query) {
  if (!params.Has(calls::select::kRetrieval)) return;
  const auto steps =
      engine::ParseRetrievalSteps(params.Text(calls::select::kRetrieval));
  if (!steps) {
    params.Fail(calls::select::kRetrieval,
                std::string(engine::kRetrievalStepsWanted));
  } else if (params.Has(calls::select::kShare)) {
    params.Fail(calls::select::kRetrieval,
                "can't be given with \"share\", which chooses from all "
                "sentences.");
  } else {
    query.retrieval = *steps;
  }
}

// Fails if the parameter is there without the strategy that it is for.
void RequireFor(Params& params, std::string_view name, bool is_used,
                const char* strategies) {
  if (params.Has(name) && !is_used) {
    params.Fail(name, std::string("needs a \"strategy\"") + strategies + ".");
  }
}

// The parameters of the published method.
void ReadStrategy(Params& params, bool has_texts, GatheringQuery& query) {
  using engine::SelectionStrategy;
  if (params.Has(calls::select::kStrategy)) {
    query.strategy = kStrategies[params.Choice(calls::select::kStrategy)];
  }
  RequireFor(params, calls::select::kAlpha.name,
             query.strategy == SelectionStrategy::kMmr ||
                 query.strategy == SelectionStrategy::kFps,
             " \"mmr\" or \"fps\"");
  RequireFor(params, calls::select::kWindow.name, query.strategy.has_value(),
             "");
  if (has_texts && params.Has(calls::select::kVectors)) {
    params.Fail(calls::select::kVectors, "can't be given with \"texts\".");
  }
  RequireFor(params, calls::select::kVectors.name, query.strategy.has_value(),
             "");
  // The default is no decimal fraction: what the engine has stays.
  if (params.Has(calls::select::kAlpha)) {
    query.alpha = Q16::FromDouble(params.Real(calls::select::kAlpha));
  }
  query.window = params.Integer<std::size_t>(calls::select::kWindow);
  if (params.Choice(calls::select::kVectors) == 1) {
    query.vectors = engine::UnitVectorKind::kLatent;
  }
}

std::string At(std::size_t index) {
  return "at index " + std::to_string(index);
}

// A text alone, or an object with a text and perhaps a score.
std::optional<engine::CallerText> ReadText(Params& params,
                                           const boost::json::value& value,
                                           std::size_t index) {
  const boost::json::value* text = &value;
  const boost::json::value* score = nullptr;
  if (const auto* object = value.if_object()) {
    text = object->if_contains("text");
    score = object->if_contains("score");
    // Another member may be a misspelt score.
    if (object->size() > (score == nullptr ? 1U : 2U)) text = nullptr;
  }
  if (text == nullptr || !text->is_string()) {
    params.Fail(calls::select::kTexts,
                "must hold strings, or objects with \"text\" and, if "
                "wanted, \"score\"; that " +
                    At(index) + " is neither.");
    return std::nullopt;
  }
  engine::CallerText read;
  read.text = text->get_string();
  if (IsBlank(read.text)) {
    params.Fail(calls::select::kTexts, "holds an empty text " + At(index) +
                                           "; leave empty texts out.");
    return std::nullopt;
  }
  if (score == nullptr || score->is_null()) return read;
  if (!score->is_number() || score->to_number<double>() < 0) {
    params.Fail(calls::select::kTexts, "holds a \"score\" " + At(index) +
                                           " that is no number of at least 0.");
    return std::nullopt;
  }
  read.score = score->to_number<double>();
  return read;
}

std::vector<engine::CallerText> ReadTexts(Params& params) {
  std::vector<engine::CallerText> texts;
  const boost::json::array* const values =
      params.Array(calls::select::kTexts.name);
  if (values == nullptr) return texts;
  if (values->empty() || values->size() > engine::kMaxSelectionUnits) {
    params.Fail(calls::select::kTexts,
                "must hold 1 to " + std::to_string(engine::kMaxSelectionUnits) +
                    " texts, not " + std::to_string(values->size()) + ".");
    return texts;
  }
  texts.reserve(values->size());
  for (const boost::json::value& value : *values) {
    const auto text = ReadText(params, value, texts.size());
    if (!text) return texts;
    // A text without a score could not be ranked among those that have one.
    if (!texts.empty() &&
        text->score.has_value() != texts.front().score.has_value()) {
      params.Fail(calls::select::kTexts,
                  "must have a \"score\" in each text or in none; "
                  "that " +
                      At(texts.size()) + " is unlike the others.");
      return texts;
    }
    texts.push_back(*text);
  }
  return texts;
}

}  // namespace

Result<SelectParams> DecodeSelect(const boost::json::object& object) {
  Params params(object, calls::kSelect);
  SelectParams select;
  GatheringQuery& query = select.query;
  query.purpose = engine::GatheringPurpose::kContext;
  select.has_texts = params.Has(calls::select::kTexts);
  if (select.has_texts) {
    select.texts = ReadTexts(params);
    // There are no documents to read words by.
    for (const std::string_view name :
         {calls::kCollection.name, calls::kDocuments.name,
          calls::kSpelling.name, calls::kAbbreviations.name,
          calls::select::kRetrieval.name}) {
      if (params.Has(name)) {
        params.Fail(name, "can't be given with \"texts\".");
      }
    }
  } else {
    select.collection = params.Text(calls::kCollection);
    select.documents = ReadAskedDocuments(params);
  }
  // Among a caller's own texts, those that say most can be chosen without a
  // question.
  if (!select.has_texts || params.Has(calls::kQuestion)) {
    query.text = ReadQuestion(params, calls::kQuestion);
  }
  ReadWordOptions(params, query);
  ReadBudgets(params, calls::select::kTokens, calls::select::kWords,
              calls::select::kTokens,
              params.Has(calls::select::kWords) ||
                  params.Has(calls::kSentences) ||
                  params.Has(calls::select::kShare),
              query);
  if (params.Has(calls::select::kShare)) {
    query.share = Q16::FromDouble(params.Real(calls::select::kShare));
  }
  if (params.Has(calls::select::kTokensPerWord)) {
    query.tokens_per_word =
        Q16::FromDouble(params.Real(calls::select::kTokensPerWord));
  }
  ReadRetrieval(params, query);
  select.order = ReadOrder(params, query);
  ReadStrategy(params, select.has_texts, query);
  if (params.error()) return *params.error();
  return select;
}

Result<SummarizeParams> DecodeSummarize(const boost::json::object& object) {
  namespace summary = calls::summarize;
  Params params(object, calls::kSummarize);
  SummarizeParams summarize;
  GatheringQuery& query = summarize.query;
  query.purpose = engine::GatheringPurpose::kSummary;
  summarize.collection = params.Text(calls::kCollection);
  summarize.documents = ReadAskedDocuments(params);
  if (params.Has(summary::kAbout)) {
    query.text = ReadQuestion(params, summary::kAbout);
  }
  ReadWordOptions(params, query);
  ReadBudgets(params, summary::kTokens, summary::kWords, summary::kWords,
              params.Has(summary::kTokens) || params.Has(calls::kSentences),
              query);
  if (params.error()) return *params.error();
  return summarize;
}

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
