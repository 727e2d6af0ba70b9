#include <cassert>

#include "engine/answer/model/embedded_file.h"
#include "engine/answer/model/shipped_weights.h"
#include "engine/answer/spans/span_model.h"

ANSWERBOX_EMBED_FILE(answerbox_span_model, ANSWERBOX_SPAN_MODEL_FILE);

namespace answerbox::engine {

std::span<const std::byte> ShippedSpanModelBytes() noexcept {
  return EmbeddedBytes(answerbox_span_model, answerbox_span_model_end);
}

const SpanModel& ShippedSpanModel() noexcept {
  static const SpanModel model = [] {
    const auto opened = SpanModel::Open(ShippedSpanModelBytes());
    assert(opened);  // A test opens it too.
    return *opened;
  }();
  return model;
}

}  // namespace answerbox::engine
