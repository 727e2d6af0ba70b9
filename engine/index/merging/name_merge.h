// The documents of a merged segment in the order of their names: a k-way merge
// of the inputs' orders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

class NameMerge {
 public:
  // The result's documents are numbered in the order of `inputs`. `inputs` need
  // not outlive the merge; what they point to must. Allocates MemoryBytes() per
  // input.
  explicit NameMerge(std::span<const LiveSegment> inputs);

  // The new number of the next document by name; nothing past the last. Errors:
  // kTruncated; kCorrupt, also if an input's names do not ascend.
  [[nodiscard]] Result<std::optional<DocumentNumber>> Next();

  [[nodiscard]] static std::size_t MemoryBytes(const LiveSegment& input);

 private:
  // Stands on a document that was not removed, or at the end.
  struct Cursor {
    LiveSegment input;
    DocumentNumber first_number =
        0;  // New number of the input's first document.
    // Removed documents before each group of DocumentSet; empty: none.
    std::vector<std::uint32_t> removed_before;
    std::uint32_t place = 0;  // Of the next document, in the order of names.
    DocumentNumber document = 0;
    std::string_view name;
  };

  [[nodiscard]] static DocumentNumber NewNumber(const Cursor& cursor);
  [[nodiscard]] static Result<bool> Advance(Cursor& cursor);
  // Orders cursors by name; with equal names, the earlier input comes first.
  [[nodiscard]] bool ComesAfter(std::size_t a, std::size_t b) const;
  [[nodiscard]] Result<void> PushNext(std::size_t input);

  std::vector<Cursor> cursors_;
  std::vector<std::size_t> heap_;  // Cursors that stand on a document.
  bool begun_ = false;
};

}  // namespace answerbox::engine
