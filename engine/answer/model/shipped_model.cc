#include <cassert>
#include <cstddef>

#include "engine/answer/model/answer_model.h"
#include "engine/answer/model/shipped_weights.h"

// The file's bytes, in the program's read-only data. Their symbols are global
// but hidden: with link-time optimisation, the code that uses them may be in
// another object file.
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    ".globl answerbox_shipped_model, answerbox_shipped_model_end\n"
    ".hidden answerbox_shipped_model, answerbox_shipped_model_end\n"
    "answerbox_shipped_model:\n"
    ".incbin \"" ANSWERBOX_MODEL_FILE
    "\"\n"
    "answerbox_shipped_model_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const std::byte answerbox_shipped_model[];
extern const std::byte answerbox_shipped_model_end[];
}

namespace answerbox::engine {

std::span<const std::byte> ShippedModelBytes() noexcept {
  return {answerbox_shipped_model,
          static_cast<std::size_t>(answerbox_shipped_model_end -
                                   answerbox_shipped_model)};
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
