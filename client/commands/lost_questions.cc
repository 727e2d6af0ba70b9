#include "client/commands/lost_questions.h"

#include <algorithm>
#include <boost/json/array.hpp>

#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"

namespace answerbox::client {

std::string LostQuestions(const boost::json::object& details) {
  const boost::json::object& exam = ObjectAt(details, "exam");
  const boost::json::array& lost = ArrayAt(exam, "lost");
  std::string text;
  for (const boost::json::value& value : lost) {
    const boost::json::object& question = AsObject(value);
    text += FlagAt(question, "must") ? "  must  " : "        ";
    text += Escaped(TextAt(question, "id")) + ": " +
            Escaped(TextAt(question, "question")) + "\n";
    const boost::json::object& answer =
        ObjectAt(ObjectAt(question, "before"), "answer");
    if (answer.empty()) continue;
    text += "          now: " + Escaped(TextAt(answer, "text")) + " (" +
            Escaped(TextAt(answer, "document")) + ")\n";
  }
  const std::uint64_t count = NumberAt(exam, "lost_count");
  // The daemon lists a limited number of them, but counts all. Who may not read
  // gets none, and the message tells how many.
  if (!lost.empty() && count > lost.size()) {
    text += "  and " + Counted(count - lost.size(), "question") + " more\n";
  }
  return text;
}

boost::json::object LostQuestionsBound::Kept(boost::json::object exam) {
  boost::json::value* const member = exam.if_contains("lost");
  if (member == nullptr || !member->is_array()) return exam;
  boost::json::array& lost = member->get_array();
  const std::size_t kept = std::min(lost.size(), left_);
  left_ -= kept;
  lost.erase(lost.begin() + static_cast<std::ptrdiff_t>(kept), lost.end());
  return exam;
}

}  // namespace answerbox::client
