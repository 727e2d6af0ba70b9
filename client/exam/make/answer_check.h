// Whether a made question is answered, and by the passage that it was made of.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "client/exam/make/candidate.h"

namespace answerbox::client {

enum class AnswerVerdict : std::uint8_t {
  kAnswered,   // By the passage.
  kNothing,    // No answer at all.
  kElsewhere,  // By another place of the document.
  kAmbiguous,  // By another document as well, with something else.
};
inline constexpr std::size_t kAnswerVerdicts = 4;

//   reply     that of `ask` for the question
//   document  name of the document that `source` is a stretch of
[[nodiscard]] AnswerVerdict JudgeAnswer(const boost::json::object& reply,
                                        std::string_view document,
                                        SourceRange source);

}  // namespace answerbox::client
