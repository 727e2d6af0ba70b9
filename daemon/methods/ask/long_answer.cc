#include "daemon/methods/ask/long_answer.h"

#include "protocol/calls/ask.h"

namespace answerbox::daemon {

std::string_view FormName(const engine::Question& question,
                          const LongAnswer* long_answer) noexcept {
  // Long answers consist of several places, so no AnswerForm is this form.
  if (long_answer != nullptr) return protocol::calls::ask::kFormNames.back();
  return question.form ? ToString(*question.form)
                       : protocol::calls::ask::kFormNames.front();
}

engine::GatheringQuery GatheringAbout(const engine::Question& question,
                                      engine::GatheringPurpose purpose) {
  engine::GatheringQuery query;
  query.purpose = purpose;
  query.text = question.text;
  query.documents = question.documents;
  query.synonyms = question.synonyms;
  query.with_spelling = question.with_spelling;
  query.with_abbreviations = question.with_abbreviations;
  return query;
}

engine::Result<engine::Gathering> GatherLongAnswer(
    std::span<const engine::LiveSegment> segments,
    const engine::Question& question, std::uint64_t words,
    engine::Workspace& workspace) noexcept {
  engine::GatheringQuery query =
      GatheringAbout(question, engine::GatheringPurpose::kLongAnswer);
  query.words = words;
  query.sentences = kMaxLongSentences;
  return Gather(segments, query, workspace);
}

}  // namespace answerbox::daemon
