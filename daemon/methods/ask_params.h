// Parameters of `ask`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "daemon/error.h"
#include "daemon/methods/asked_documents.h"
#include "daemon/methods/threshold_target.h"
#include "engine/answer/units/answer_form.h"
#include "engine/ask/question.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

inline constexpr std::string_view kDefaultCollection = "default";

// Whether the daemon's language model, if it has one, is asked too.
enum class Generate : std::uint8_t {
  kAuto,  // When the documents' own sentences may not suffice.
  kNever,
  kAlways,
};

struct AskParams {
  std::string_view collection;
  std::string_view question;  // Trimmed; 1 to kMaxQuestionBytes bytes.
  AskedDocuments documents;
  std::optional<ThresholdTarget> threshold;
  std::size_t runners_up = 0;
  std::optional<engine::AnswerForm> form;  // Nothing: the one that fits best.
  std::size_t words = engine::kDefaultAnswerWords;
  // Set for form `long`: its budget of words. Then `form` and `words` are the
  // defaults, and decide whether there is an answer.
  std::optional<std::size_t> long_words;
  std::size_t answers = 1;
  std::optional<std::uint64_t> max_work;
  std::optional<engine::Arithmetic> arithmetic;
  bool wants_context = true;
  bool wants_short = false;
  bool wants_spelling = true;
  bool wants_thesaurus = true;
  bool wants_abbreviations = true;
  Generate generate = Generate::kAuto;
};

// Whether the text has nothing but white space.
[[nodiscard]] bool IsBlank(std::string_view text) noexcept;

// Reads the parameter that holds a question, without white space at its ends.
// Fails if it is missing, empty or longer than kMaxQuestionBytes.
[[nodiscard]] std::string_view ReadQuestion(Params& params,
                                            std::string_view name);

// Reads the parameter `arithmetic`. Nothing if it is missing.
[[nodiscard]] std::optional<engine::Arithmetic> ReadArithmetic(Params& params);

// Long answers consist of several places, so no AnswerForm is this form.
inline constexpr std::string_view kLongForm = "long";

// The protocol's name of a form that was asked for; "auto" for none.
[[nodiscard]] std::string_view FormName(
    std::optional<engine::AnswerForm> form) noexcept;

// Errors: kInvalidParams.
[[nodiscard]] Result<AskParams> DecodeAsk(const boost::json::object& params);

}  // namespace answerbox::daemon
