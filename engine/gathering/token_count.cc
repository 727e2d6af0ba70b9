#include "engine/gathering/token_count.h"

#include "engine/text/tokenizer.h"

namespace answerbox::engine {

std::uint64_t CountTokens(std::string_view text) noexcept {
  Tokenizer tokenizer(Profile::kDefault, text);
  std::uint64_t count = 0;
  while (tokenizer.Next()) ++count;
  return count;
}

}  // namespace answerbox::engine
