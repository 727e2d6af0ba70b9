#include <cassert>
#include <cstddef>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/answer/model/shipped_weights.h"

// The file's bytes, as those of the model in shipped_model.cc.
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    ".globl answerbox_thesaurus, answerbox_thesaurus_end\n"
    ".hidden answerbox_thesaurus, answerbox_thesaurus_end\n"
    "answerbox_thesaurus:\n"
    ".incbin \"" ANSWERBOX_THESAURUS_FILE
    "\"\n"
    "answerbox_thesaurus_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const std::byte answerbox_thesaurus[];
extern const std::byte answerbox_thesaurus_end[];
}

namespace answerbox::engine {

std::span<const std::byte> ShippedThesaurusBytes() noexcept {
  return {
      answerbox_thesaurus,
      static_cast<std::size_t>(answerbox_thesaurus_end - answerbox_thesaurus)};
}

const Thesaurus& ShippedThesaurus() noexcept {
  static const Thesaurus thesaurus = [] {
    const auto opened = Thesaurus::Open(ShippedThesaurusBytes());
    assert(opened);  // A test opens it too.
    return *opened;
  }();
  return thesaurus;
}

}  // namespace answerbox::engine
