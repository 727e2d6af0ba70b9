// Reads a text for a question, and gives its leaves and what their features
// need.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "engine/answer/units/leaf_features.h"
#include "tests/engine/answer/asked_question.h"

namespace answerbox::engine {

class PlacedLeaves {
 public:
  PlacedLeaves(std::string_view question, std::string_view text,
               const Thesaurus* thesaurus = nullptr)
      : PlacedLeaves(question, IndexInMemory({text}), thesaurus) {}
  PlacedLeaves(std::string_view question, IndexInMemory index,
               const Thesaurus* thesaurus = nullptr)
      : index_(std::move(index)),
        asked_(question, {index_.live()}),
        evidence_(asked_.Gather(AllChunks(), RelatedWords(), thesaurus)),
        weights_(asked_.lookup(), asked_.words().lexicon, asked_.arena()),
        cues_(ReadQuestionCues(question, asked_.arena())),
        sections_(asked_.terms(), weights_, cues_, normalizer_, asked_.arena()),
        subject_(
            QuestionWeights::OfSubject(weights_, evidence_, asked_.arena())),
        leaves_(PlaceLeaves(asked_.segments(), evidence_, sections_, weights_,
                            CuesFor(cues_.asked), asked_.arena())
                    .value()) {}

  [[nodiscard]] LeafInputs inputs() const {
    return {.evidence = evidence_,
            .words = asked_.words(),
            .weights = weights_,
            .subject = subject_,
            .cues = cues_,
            .leaves = leaves_,
            .ranked = {},
            .chunks = chunks_};
  }
  // What retrieval knows of the chunks, by number.
  void SetChunks(std::vector<AnsweringChunk> chunks) {
    chunks_ = std::move(chunks);
  }

  [[nodiscard]] std::span<const LeafRow> Rows() {
    return LeafRows(inputs(), arena());
  }
  [[nodiscard]] Arena& arena() { return asked_.arena(); }

 private:
  [[nodiscard]] std::vector<AnsweringChunk> AllChunks() const {
    std::vector<AnsweringChunk> chunks;
    for (ChunkNumber c = 0; c < index_.reader().counts().chunks; ++c) {
      chunks.push_back({0, c, 0});
    }
    return chunks;
  }

  IndexInMemory index_;
  AskedQuestion asked_;
  CandidateEvidence evidence_;
  QuestionWeights weights_;
  QuestionCues cues_;
  TermNormalizer normalizer_{Profile::kDefault};
  SectionReader sections_;
  QuestionWeights subject_;
  Leaves leaves_;
  std::vector<AnsweringChunk> chunks_;
};

}  // namespace answerbox::engine
