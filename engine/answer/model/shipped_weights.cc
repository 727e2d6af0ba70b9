#include "engine/answer/model/shipped_weights.h"

#include <cassert>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/answer/model/answer_model.h"
#include "engine/embedded_file.h"

ANSWERBOX_EMBED_FILE(answerbox_shipped_model,
                     ANSWERBOX_ANSWER_FOLDER "/model/answer_model.bin");
ANSWERBOX_EMBED_FILE(answerbox_span_model,
                     ANSWERBOX_ANSWER_FOLDER "/model/span_model.bin");
ANSWERBOX_EMBED_FILE(answerbox_unit_trees,
                     ANSWERBOX_ANSWER_FOLDER "/units/unit_trees.bin");
ANSWERBOX_EMBED_FILE(answerbox_thesaurus,
                     ANSWERBOX_ANSWER_FOLDER "/model/thesaurus.bin");

namespace answerbox::engine {

std::span<const std::byte> ShippedModelBytes() noexcept {
  return {answerbox_shipped_model, answerbox_shipped_model_end};
}

std::span<const std::byte> ShippedSpanModelBytes() noexcept {
  return {answerbox_span_model, answerbox_span_model_end};
}

std::span<const std::byte> ShippedUnitTreesBytes() noexcept {
  return {answerbox_unit_trees, answerbox_unit_trees_end};
}

std::span<const std::byte> ShippedThesaurusBytes() noexcept {
  return {answerbox_thesaurus, answerbox_thesaurus_end};
}

// Opened at the first call, so that a program which asks nothing reads none of
// it.
const AnswerModel& ShippedModel() noexcept {
  static const AnswerModel model = [] {
    const auto opened = AnswerModel::Open(ShippedModelBytes());
    assert(opened);  // A test opens it too.
    return *opened;
  }();
  return model;
}

const Thesaurus& ShippedThesaurus() {
  static const auto bytes = UnpackThesaurus(ShippedThesaurusBytes());
  static const Thesaurus thesaurus = [] {
    assert(bytes);  // A test opens it too.
    const auto opened = Thesaurus::Open(*bytes);
    assert(opened);
    return *opened;
  }();
  return thesaurus;
}

}  // namespace answerbox::engine
