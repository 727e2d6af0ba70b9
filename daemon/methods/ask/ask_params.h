// Parameters of `ask` and `search`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

#include "daemon/error.h"
#include "daemon/methods/model/generator.h"
#include "daemon/methods/question_params.h"
#include "engine/ask/question.h"
#include "engine/ask/search.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

struct AskParams {
  std::string_view collection;
  AskedDocuments documents;
  std::optional<ThresholdTarget> threshold;
  // Set for form `long`: its budget of words. Then the form and the words of
  // the question are the defaults, and decide whether there is an answer.
  std::optional<std::size_t> long_words;
  Generate generate = Generate::kAuto;
  // Without `documents`, as that would point into this object, and without what
  // the collection decides: theta and synonyms.
  engine::Question question;
};

// Errors: kInvalidParams.
//   arithmetic  if the request names none
[[nodiscard]] Result<AskParams> DecodeAsk(const boost::json::object& params,
                                          engine::Arithmetic arithmetic);

struct SearchParams {
  std::string_view collection;
  std::string_view words;  // Trimmed; 1 to kMaxQuestionBytes bytes.
  AskedDocuments documents;
  std::size_t from = 1;
  // from + count - 1 is at most kMaxPassages.
  std::size_t count = 1;
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  bool wants_abbreviations = true;
  bool wants_thesaurus = true;
};

// Errors: kInvalidParams.
//   arithmetic  if the request names none
[[nodiscard]] Result<SearchParams> DecodeSearch(
    const boost::json::object& params, engine::Arithmetic arithmetic);

}  // namespace answerbox::daemon
