#include "daemon/methods/gathering_params.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>

#include "daemon/error.h"
#include "daemon/methods/ask_params.h"
#include "engine/numeric/fixed_point.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

using engine::GatheringQuery;
using engine::Q16;

constexpr std::string_view kByPlace = "document";
constexpr std::string_view kByScore = "score";

// How the words of the question are read.
void ReadWordOptions(Params& params, GatheringQuery& query) {
  query.with_spelling = params.BoolOr("spelling", true);
  query.with_abbreviations = params.BoolOr("abbreviations", true);
}

std::uint64_t ReadBudget(Params& params, std::string_view name,
                         std::uint64_t fallback) {
  return params.IntegerOr(name, fallback, 1, engine::kMaxGatheredTokens);
}

std::size_t ReadSentences(Params& params) {
  return static_cast<std::size_t>(params.IntegerOr(
      "sentences", engine::kMaxSelectionUnits, 1, engine::kMaxSelectionUnits));
}

std::optional<std::uint32_t> StepOf(std::string_view digits) {
  std::uint32_t step = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, step);
  if (error != std::errc() || stopped != end || step > kMaxOrderStep) {
    return std::nullopt;
  }
  return step;
}

std::optional<engine::UnitOrder> OrderOf(std::string_view name) {
  if (name == kByPlace) return engine::UnitOrder();
  if (name == kByScore) return engine::UnitOrder{false, 1, 0};
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto first = StepOf(name.substr(0, colon));
  const auto last = StepOf(name.substr(colon + 1));
  if (!first || !last || *first == 0) return std::nullopt;
  return engine::UnitOrder{false, *first, *last};
}

std::string_view ReadOrder(Params& params, GatheringQuery& query) {
  const std::string_view name = params.TextOr("order", kByPlace);
  const auto order = OrderOf(name);
  if (order) {
    query.order = *order;
  } else {
    params.Fail("order",
                "must be \"document\", \"score\" or \"m:n\" with m from 1 and "
                "n from 0 to " +
                    std::to_string(kMaxOrderStep) + ", such as \"1:1\".");
  }
  return name;
}

std::optional<engine::SelectionStrategy> StrategyOf(std::string_view name) {
  using engine::SelectionStrategy;
  if (name == "relevance") return SelectionStrategy::kRelevance;
  if (name == "mmr") return SelectionStrategy::kMmr;
  if (name == "fps") return SelectionStrategy::kFps;
  if (name == "gated") return SelectionStrategy::kGated;
  return std::nullopt;
}

void ReadRetrieval(Params& params, GatheringQuery& query) {
  if (!params.Has("retrieval")) return;
  const auto steps = engine::ParseRetrievalSteps(params.Text("retrieval"));
  if (!steps) {
    params.Fail("retrieval", std::string(engine::kRetrievalStepsWanted));
  } else if (params.Has("share")) {
    params.Fail("retrieval",
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
  if (params.Has("strategy")) {
    query.strategy = StrategyOf(params.Text("strategy"));
    if (!query.strategy) {
      params.Fail("strategy",
                  "must be \"relevance\", \"mmr\", \"fps\" or \"gated\".");
    }
  }
  RequireFor(params, "alpha",
             query.strategy == SelectionStrategy::kMmr ||
                 query.strategy == SelectionStrategy::kFps,
             " \"mmr\" or \"fps\"");
  RequireFor(params, "window", query.strategy.has_value(), "");
  if (has_texts && params.Has("vectors")) {
    params.Fail("vectors", "can't be given with \"texts\".");
  }
  RequireFor(params, "vectors", query.strategy.has_value(), "");
  query.alpha =
      Q16::FromDouble(params.RealOr("alpha", query.alpha.ToDouble(), 0.0, 1.0));
  query.window = static_cast<std::size_t>(
      params.IntegerOr("window", 0, 0, engine::kMaxSelectionUnits));
  const std::string_view vectors = params.TextOr("vectors", "terms");
  if (vectors == "latent") {
    query.vectors = engine::UnitVectorKind::kLatent;
  } else if (vectors != "terms") {
    params.Fail("vectors", "must be \"terms\" or \"latent\".");
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
    if (object->size() > (score == nullptr ? 1U : 2U)) text = nullptr;
  }
  if (text == nullptr || !text->is_string()) {
    params.Fail("texts",
                "must hold strings, or objects with \"text\" and, if "
                "wanted, \"score\"; that " +
                    At(index) + " is neither.");
    return std::nullopt;
  }
  engine::CallerText read;
  read.text = text->get_string();
  if (IsBlank(read.text)) {
    params.Fail("texts", "holds an empty text " + At(index) +
                             "; leave empty texts out.");
    return std::nullopt;
  }
  if (score == nullptr || score->is_null()) return read;
  if (!score->is_number() || score->to_number<double>() < 0) {
    params.Fail("texts", "holds a \"score\" " + At(index) +
                             " that is no number of at least 0.");
    return std::nullopt;
  }
  read.score = score->to_number<double>();
  return read;
}

std::vector<engine::CallerText> ReadTexts(Params& params) {
  std::vector<engine::CallerText> texts;
  const boost::json::array* const values = params.Array("texts");
  if (values == nullptr) return texts;
  if (values->empty() || values->size() > engine::kMaxSelectionUnits) {
    params.Fail("texts",
                "must hold 1 to " + std::to_string(engine::kMaxSelectionUnits) +
                    " texts, not " + std::to_string(values->size()) + ".");
    return texts;
  }
  texts.reserve(values->size());
  for (const boost::json::value& value : *values) {
    const auto text = ReadText(params, value, texts.size());
    if (!text) return texts;
    if (!texts.empty() &&
        text->score.has_value() != texts.front().score.has_value()) {
      params.Fail("texts",
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
  Params params(
      object,
      {"collection", "question", "documents", "texts", "tokens", "words",
       "sentences", "share", "tokens_per_word", "order", "strategy", "alpha",
       "window", "vectors", "spelling", "abbreviations", "retrieval"});
  SelectParams select;
  GatheringQuery& query = select.query;
  query.purpose = engine::GatheringPurpose::kContext;
  select.has_texts = params.Has("texts");
  if (select.has_texts) {
    select.texts = ReadTexts(params);
    for (const std::string_view name : {"collection", "documents", "spelling",
                                        "abbreviations", "retrieval"}) {
      if (params.Has(name)) {
        params.Fail(name, "can't be given with \"texts\".");
      }
    }
  } else {
    select.collection = params.TextOr("collection", kDefaultCollection);
    select.documents = ReadAskedDocuments(params);
  }
  if (!select.has_texts || params.Has("question")) {
    query.text = ReadQuestion(params, "question");
  }
  ReadWordOptions(params, query);
  const bool has_budget =
      params.Has("words") || params.Has("sentences") || params.Has("share");
  query.tokens = ReadBudget(
      params, "tokens",
      has_budget ? engine::kMaxGatheredTokens : kDefaultSelectedTokens);
  query.words = ReadBudget(params, "words", engine::kMaxGatheredTokens);
  query.sentences = ReadSentences(params);
  query.share = Q16::FromDouble(params.RealOr("share", 1.0, kLeastShare, 1.0));
  if (params.Has("tokens_per_word")) {
    query.tokens_per_word = Q16::FromDouble(params.Real(
        "tokens_per_word", kLeastTokensPerWord, kMostTokensPerWord));
  }
  ReadRetrieval(params, query);
  select.order = ReadOrder(params, query);
  ReadStrategy(params, select.has_texts, query);
  if (params.error()) return *params.error();
  return select;
}

Result<SummarizeParams> DecodeSummarize(const boost::json::object& object) {
  Params params(object, {"collection", "documents", "about", "words", "tokens",
                         "sentences", "spelling", "abbreviations"});
  SummarizeParams summarize;
  GatheringQuery& query = summarize.query;
  query.purpose = engine::GatheringPurpose::kSummary;
  summarize.collection = params.TextOr("collection", kDefaultCollection);
  summarize.documents = ReadAskedDocuments(params);
  if (params.Has("about")) query.text = ReadQuestion(params, "about");
  ReadWordOptions(params, query);
  const bool has_budget = params.Has("tokens") || params.Has("sentences");
  query.words = ReadBudget(
      params, "words",
      has_budget ? engine::kMaxGatheredTokens : kDefaultSummaryWords);
  query.tokens = ReadBudget(params, "tokens", engine::kMaxGatheredTokens);
  query.sentences = ReadSentences(params);
  if (params.error()) return *params.error();
  return summarize;
}

}  // namespace answerbox::daemon
