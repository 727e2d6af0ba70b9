// Results of small exams, as tests need them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "client/exam/exam_results.h"

namespace answerbox::client {

inline ResultQuestion AskedQuestion(const std::string& id,
                                    const std::string& topic,
                                    std::vector<ResultPassage> passages) {
  ResultQuestion question{.id = id,
                          .topic = topic,
                          .question = "Question " + id + "?",
                          .verified = "",
                          .refusal = ""};
  for (const ResultPassage& passage : passages) {
    question.grade = std::max(question.grade, passage.grade);
  }
  question.covered = question.grade >= 4;
  question.passages = std::move(passages);
  return question;
}

inline ResultPassage GradedAs(const std::string& id, std::uint64_t grade) {
  return {.id = id, .document = "", .grade = grade};
}

inline ExamResults ExamOf(const std::string& run,
                          std::vector<ResultQuestion> questions) {
  ExamResults results;
  results.name = run + ".jsonl";
  results.header.run = run;
  results.header.questions = questions.size();
  results.questions = std::move(questions);
  results.is_complete = true;
  return results;
}

}  // namespace answerbox::client
