// A set of document numbers of one segment: the documents that were removed or
// replaced since the segment was written. One bit per document; an empty set
// holds no memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace answerbox::engine {

class DocumentSet {
 public:
  static constexpr std::uint32_t kGroup = 64;

  // An empty set over documents 0 to `document_count` - 1.
  explicit DocumentSet(std::uint32_t document_count = 0)
      : groups_(document_count / kGroup +
                (document_count % kGroup != 0 ? 1 : 0)) {}

  // False for numbers at or past document_count.
  [[nodiscard]] bool Contains(std::uint32_t document) const noexcept {
    const std::size_t word = document / kGroup;
    return word < words_.size() &&
           (words_[word] >> (document % kGroup) & 1u) != 0;
  }

  // Number of members below `document` in its group of 64. Preconditions:
  // `document` < document_count; the set is not empty.
  [[nodiscard]] std::uint32_t CountInGroupBefore(
      std::uint32_t document) const noexcept {
    const std::uint64_t before = (std::uint64_t{1} << (document % kGroup)) - 1;
    return static_cast<std::uint32_t>(
        std::popcount(words_[document / kGroup] & before));
  }

  // Precondition: `document` < document_count.
  void Insert(std::uint32_t document) {
    if (words_.empty()) words_.resize(groups_);
    std::uint64_t& word = words_[document / kGroup];
    const std::uint64_t bit = std::uint64_t{1} << (document % kGroup);
    size_ += (word & bit) == 0 ? 1 : 0;
    word |= bit;
  }

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

 private:
  std::uint32_t groups_ = 0;
  std::vector<std::uint64_t> words_;  // By group.
  std::uint32_t size_ = 0;
};

}  // namespace answerbox::engine
