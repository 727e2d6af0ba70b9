#include <cassert>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/answer/model/embedded_file.h"
#include "engine/answer/model/shipped_weights.h"

ANSWERBOX_EMBED_FILE(answerbox_thesaurus, ANSWERBOX_THESAURUS_FILE);

namespace answerbox::engine {

std::span<const std::byte> ShippedThesaurusBytes() noexcept {
  return EmbeddedBytes(answerbox_thesaurus, answerbox_thesaurus_end);
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
