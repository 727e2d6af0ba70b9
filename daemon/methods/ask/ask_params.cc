#include "daemon/methods/ask/ask_params.h"

#include <algorithm>
#include <array>
#include <string>

#include "protocol/calls/ask.h"

namespace answerbox::daemon {
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
