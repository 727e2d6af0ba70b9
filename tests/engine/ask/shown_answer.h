// What a caller sees of an answer in its form, as text that tests compare.
#pragma once

#include <ios>
#include <sstream>
#include <string>

#include "engine/ask/answer.h"

namespace answerbox::engine {

inline std::string Show(const FormedAnswer& formed) {
  std::ostringstream out;
  out << std::hexfloat << ToString(formed.form) << " "
      << formed.decided.confidence << " " << formed.decided.document << " "
      << formed.decided.offsets.begin << "-" << formed.decided.offsets.end
      << "\n"
      << formed.text << "\n";
  for (const AnswerPart& part : formed.parts) {
    out << ToString(part.role) << static_cast<int>(part.level) << " "
        << part.offsets.begin << "-" << part.offsets.end << " page "
        << part.page.value_or(0) << " " << part.text << "\n";
  }
  if (formed.cut) out << "cut " << formed.cut->begin << "-" << formed.cut->end;
  return out.str();
}

}  // namespace answerbox::engine
