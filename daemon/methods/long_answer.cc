#include "daemon/methods/long_answer.h"

namespace answerbox::daemon {

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
