// Reads a sentence for the builder, profile default: terms and marks of words.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "engine/index/reading/sentence_entry.h"
#include "engine/index/terms/vocabulary.h"
#include "engine/text/sentence_signs.h"

namespace answerbox::engine {

// Memory for one sentence.
struct SentenceBuffer {
  std::array<std::byte, kMaxSentenceTermBytes> terms;
  std::array<std::byte, kMaxSentenceTerms> marks;
};

struct SentenceWords {
  SentenceEntry entry;  // In the buffer; numbers are the vocabulary's.
  std::size_t term_count = 0;
  SentenceSigns signs = 0;
};

// Terms and words past kMaxSentenceTerms are left out, and those terms are not
// numbered: a term needs a chunk.
[[nodiscard]] SentenceWords ReadSentenceWords(std::string_view sentence,
                                              Vocabulary& vocabulary,
                                              SentenceBuffer& buffer);

}  // namespace answerbox::engine
