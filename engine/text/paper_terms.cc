#include "engine/text/paper_terms.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "engine/text/eight_bytes.h"

namespace answerbox::engine {
namespace {

// Writes eight bytes in lower case to `to`, and returns which of them `\w`
// matches. Both results are meaningless for bytes that are not ASCII.
std::uint64_t Lower(std::uint64_t bytes, char* to) {
  const std::uint64_t capitals = MarkAsciiRange(bytes, 'A', 'Z') & kHighBits;
  const std::uint64_t lower = bytes | capitals >> 2;
  std::memcpy(to, &lower, sizeof lower);
  return GatherMarks((MarkAsciiRange(lower, 'a', 'z') |
                      MarkAsciiRange(lower, '0', '9') |
                      MarkAsciiRange(lower, '_', '_')) &
                     kHighBits);
}

}  // namespace

bool PaperTerms::Read(std::string_view sentence) noexcept {
  assert(sentence.size() <= kMaxSentenceBytes);
  left_ = 0;
  block_ = last_block_ = 0;
  std::uint64_t seen = 0;
  std::uint64_t last_is_term = 0;  // The previous block ends within a term.
  const std::size_t blocks = sentence.size() / kBlockBytes + 1;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t begin = block * kBlockBytes;
    const std::size_t size = std::min(sentence.size() - begin, kBlockBytes);
    std::uint64_t is_term = 0;
    std::size_t i = 0;
    for (; i + 8 <= size; i += 8) {
      const std::uint64_t bytes = LoadEightBytes(sentence.data() + begin + i);
      seen |= bytes;
      is_term |= Lower(bytes, lower_.data() + begin + i) << i;
    }
    if (i < size) {
      const std::uint64_t bytes =
          LoadUpToEightBytes(sentence.data() + begin + i, size - i);
      seen |= bytes;
      is_term |= Lower(bytes, lower_.data() + begin + i) << i;
    }
    // A bit differs from the one before it where a term begins, and after its
    // last byte.
    edges_[block] = is_term ^ (is_term << 1 | last_is_term);
    last_is_term = is_term >> 63;
  }
  // Looked at once at the end, since most sentences are ASCII: a test for each
  // block would cost them all.
  if ((seen & kHighBits) != 0) return false;
  last_block_ = blocks - 1;
  left_ = edges_[0];
  return true;
}

}  // namespace answerbox::engine
