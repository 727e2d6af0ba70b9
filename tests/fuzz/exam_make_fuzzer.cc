// Makes questions of any text: as a document without blocks, as a heading, a
// lead-in and a cell. Sources must lie in the text, and a question has no line
// break and can be written into a bank.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "client/exam/make/bank_maker.h"
#include "client/exam/make/document_questions.h"
#include "client/exam/make/made_bank.h"
#include "client/exam/make/structure_questions.h"
#include "protocol/exam/bank.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace answerbox::client;
  SourceDocument document;
  document.name = "d";
  document.text.assign(reinterpret_cast<const char*>(data), size);
  const auto made = AskOfDocument(document);
  for (const Candidate& candidate : made.candidates.questions) {
    if (candidate.source.begin > candidate.source.end ||
        candidate.source.end > size || candidate.question.size() < 4) {
      std::abort();
    }
    if (candidate.question.find('\n') != std::string::npos) std::abort();
    MadeQuestion question;
    question.id = "d#1";
    question.topic = "d";
    question.question = QuestionOnTopic(made.topic, candidate.question);
    question.keys = candidate.keys;
    if (BankLineOf(question).empty()) std::abort();
  }
  SmallWords small_words;
  small_words.Learn(document.text);
  const std::string_view text = document.text;
  const std::string_view first = text.substr(0, size / 2);
  const std::string_view second = text.substr(size / 2);
  const std::string topic = TopicOf(first, small_words);
  static_cast<void>(AskOfHeading(first, topic, second, small_words));
  static_cast<void>(AskOfLeadIn(second, topic, small_words));
  static_cast<void>(AskOfCell(first, second, first, small_words));
  static_cast<void>(AskOfCell(first, first, second, small_words));
  return 0;
}
