// A set of document numbers of one segment, one bit each: the documents that
// were removed or replaced since the segment was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace answerbox::engine {

class DocumentSet {
 public:
  // An empty set over documents 0 to `document_count` - 1.
  explicit DocumentSet(std::uint32_t document_count = 0)
      : words_((document_count + 63u) / 64u) {}

  // Documents past the end are not contained.
  [[nodiscard]] bool Contains(std::uint32_t document) const noexcept {
    const std::size_t word = document / 64u;
    return word < words_.size() && (words_[word] >> (document % 64u) & 1u) != 0;
  }

  // Precondition: `document` < document_count.
  void Insert(std::uint32_t document) noexcept {
    std::uint64_t& word = words_[document / 64u];
    const std::uint64_t bit = std::uint64_t{1} << (document % 64u);
    size_ += (word & bit) == 0 ? 1 : 0;
    word |= bit;
  }

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

 private:
  std::vector<std::uint64_t> words_;
  std::uint32_t size_ = 0;
};

}  // namespace answerbox::engine
