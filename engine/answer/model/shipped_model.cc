#include <cassert>

#include "engine/answer/model/answer_model.h"
#include "engine/answer/model/embedded_file.h"
#include "engine/answer/model/shipped_weights.h"

ANSWERBOX_EMBED_FILE(answerbox_shipped_model, ANSWERBOX_MODEL_FILE);

namespace answerbox::engine {

std::span<const std::byte> ShippedModelBytes() noexcept {
  return EmbeddedBytes(answerbox_shipped_model, answerbox_shipped_model_end);
}

const AnswerModel& ShippedModel() noexcept {
  static const AnswerModel model = [] {
    const auto opened = AnswerModel::Open(ShippedModelBytes());
    assert(opened);  // A test opens it too.
    return *opened;
  }();
  return model;
}

}  // namespace answerbox::engine
