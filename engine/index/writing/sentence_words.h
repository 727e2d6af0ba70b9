// Reads the terms and the marks of the words of a sentence, for the builder.
// Profile default.
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
  SentenceEntry entry;  // In the buffer; terms by the vocabulary's numbers.
  std::size_t term_count = 0;
  SentenceSigns signs = 0;
};

// Terms and words past kMaxSentenceTerms are left out. Those terms are not
// added to the vocabulary, since every term of a segment must have a chunk.
[[nodiscard]] SentenceWords ReadSentenceWords(std::string_view sentence,
                                              Vocabulary& vocabulary,
                                              SentenceBuffer& buffer);

}  // namespace answerbox::engine
