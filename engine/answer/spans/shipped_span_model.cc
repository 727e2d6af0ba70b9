#include <cassert>
#include <cstddef>

#include "engine/answer/model/shipped_weights.h"
#include "engine/answer/spans/span_model.h"

// As in shipped_model.cc: the file's bytes in the program's read-only data.
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    ".globl answerbox_span_model, answerbox_span_model_end\n"
    ".hidden answerbox_span_model, answerbox_span_model_end\n"
    "answerbox_span_model:\n"
    ".incbin \"" ANSWERBOX_SPAN_MODEL_FILE
    "\"\n"
    "answerbox_span_model_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const std::byte answerbox_span_model[];
extern const std::byte answerbox_span_model_end[];
}

namespace answerbox::engine {

std::span<const std::byte> ShippedSpanModelBytes() noexcept {
  return {answerbox_span_model,
          static_cast<std::size_t>(answerbox_span_model_end -
                                   answerbox_span_model)};
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
