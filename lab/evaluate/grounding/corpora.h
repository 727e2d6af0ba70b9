// The three corpora that grounding is evaluated on. docs/grounding.md,
// "Figures", describes them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/evaluate/corpus/corpus.h"
#include "lab/evaluate/corpus/evidence_file.h"
#include "lab/evaluate/corpus/story_file.h"
#include "lab/evaluate/grounding/grounding_corpus.h"

namespace answerbox::lab {

// Answers of people to questions about stories, the questions about the plot
// aside. The context is the five passages of the story that BM25 ranks first
// for the question; the other one is that of the next story. Every second story
// is reported.
[[nodiscard]] GroundingCorpus GroundingOfStories(
    const std::vector<Story>& stories);

// Questions of SQuAD turned into statements by their first answer. The context
// is their paragraph; the gutted one lacks the sentences with the first answer;
// the other ones are paragraphs of the same article that BM25 ranks first for
// the statement. Articles that `chosen_on` names are not reported.
[[nodiscard]] GroundingCorpus GroundingOfSquad(
    const std::vector<CorpusArticle>& articles,
    std::span<const std::string> chosen_on);

// Questions of people turned into statements by their answer, or that answer
// alone, with the evidence of a page. The other contexts are evidence of other
// pages that BM25 ranks first for the question. Every second page is reported.
enum class EvidenceAnswer : bool { kStatement, kAlone };
[[nodiscard]] GroundingCorpus GroundingOfEvidence(
    const std::vector<EvidenceQuestion>& questions, EvidenceAnswer answer);

}  // namespace answerbox::lab
