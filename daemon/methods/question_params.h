// Parameters that several methods about a question have, and those of `ask` and
// `search`. Views point into the request.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "daemon/error.h"
#include "engine/ask/question.h"
#include "engine/ask/search.h"
#include "engine/numeric/arithmetic.h"
#include "engine/profile.h"
#include "protocol/calls/question.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {

// Returns whether the text has nothing but white space.
[[nodiscard]] bool IsBlank(std::string_view text) noexcept;

// Reads a question and removes white space at its ends. Fails if it is missing,
// empty or longer than kMaxQuestionBytes.
[[nodiscard]] std::string_view ReadQuestion(Params& params,
                                            const TextParam& param);

// Reads the parameter `arithmetic`.
[[nodiscard]] engine::Arithmetic ReadArithmetic(Params& params,
                                                engine::Arithmetic fallback);

// Names or patterns of the documents that are asked. Empty: all are.
class AskedDocuments {
 public:
  [[nodiscard]] std::span<const std::string_view> patterns() const noexcept {
    return std::span(patterns_).first(count_);
  }

 private:
  friend AskedDocuments ReadAskedDocuments(Params& params);

  std::array<std::string_view, calls::kDocuments.most> patterns_;
  std::size_t count_ = 0;
};

// Reads the parameter `documents`. Fails unless it is missing, or holds as many
// strings, of as many bytes each and in all, as calls::kDocuments allows, none
// of them empty.
[[nodiscard]] AskedDocuments ReadAskedDocuments(Params& params);

// The threshold of a question or a collection as people state it: as a
// confidence, or as the precision or answer rate that it should give.
struct ThresholdTarget {
  enum class Kind : std::uint8_t {
    kTheta,
    kPrecision,   // This share of the given answers is right.
    kAnswerRate,  // This share of the questions is answered.
  };

  Kind kind = Kind::kTheta;
  double value = 0.0;  // In [0, 1]; 0 only for kTheta.
};

// Reads the parameters `theta`, `precision` and `answer_rate`, of which a
// request may have one. Returns nothing when none is given, and after an error,
// which `params` keeps.
[[nodiscard]] std::optional<ThresholdTarget> ReadThreshold(Params& params);

// Returns "default" or "paper".
[[nodiscard]] std::string_view ToString(engine::Profile profile) noexcept;

// Returns the theta for the target, from the measured operating points of the
// program's weights (docs/lab/model-format.md, "Operating points"). Allocates
// only errors. Errors: kInvalidParams when no threshold reaches the target, and
// in profile paper for all targets but kTheta, because its confidence is no
// probability.
[[nodiscard]] Result<double> ThetaOf(const ThresholdTarget& target,
                                     engine::Profile profile);

// Whether the daemon's language model, if it has one, is asked too.
enum class Generate : std::uint8_t {
  kAuto,  // When the documents' own sentences may not suffice.
  kNever,
  kAlways,
};

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
