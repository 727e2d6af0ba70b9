#include "client/exam/make/model_report.h"

#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {

boost::json::object ModelMakingJson(const ModelMakingCounts& counts) {
  boost::json::object report{
      {"replies", counts.replies},
      {"without_questions", counts.replies_without_questions},
      {"cut", counts.cut_replies},
      {"candidates", counts.candidates},
      {"questions", counts.questions},
      {"left_out",
       {{"ill_formed", counts.ill_formed},
        {"twice", counts.twice},
        {"no_answer", counts.no_answer}}}};
  if (counts.model) report["model"] = ModelJson(*counts.model);
  return report;
}

std::string LeftOutText(const ModelMakingCounts& counts) {
  std::string text;
  const auto add = [&text](std::size_t count, const char* what,
                           const std::string& then) {
    if (count == 0) return;
    if (!text.empty()) text += ", ";
    text += Counted(count, what) + then;
  };
  add(counts.no_answer, "question", " that the collection does not answer");
  add(counts.twice, "question", " asked twice");
  add(counts.ill_formed, "text", " of another form");
  if (counts.replies_without_questions > 0) {
    if (!text.empty()) text += ", ";
    text += Grouped(counts.replies_without_questions) + " of " +
            Grouped(counts.replies) + " replies, which had no question";
  }
  return text;
}

std::string ModelMakingPage(const ModelMakingCounts& counts,
                            const Terminal& terminal) {
  std::string sentence = Counted(counts.questions, "question");
  if (counts.model) sentence += " by " + counts.model->Text();
  const std::string left_out = LeftOutText(counts);
  if (!left_out.empty()) sentence += "; left out: " + left_out;
  sentence += ". ";
  if (counts.cut_replies > 0) {
    sentence +=
        "The model was cut at the most tokens (model_max_tokens, at most "
        "1024), and might have written more: " +
        Grouped(counts.cut_replies) + " of " + Grouped(counts.replies) +
        " times. ";
  }
  sentence += "Read them before you rely on them.";
  return SentenceLines(terminal, sentence);
}

}  // namespace answerbox::client
