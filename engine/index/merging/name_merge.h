// The order of names of a merged segment: a k-way merge of its inputs' orders.
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
  // Documents that stay are numbered through in the order of `inputs`, which
  // need not outlive the merge; what they point to does. Allocates
  // MemoryBytes().
  explicit NameMerge(std::span<const LiveSegment> inputs);

  // The new number of the next document by name; nothing past the last.
  // Errors: kTruncated; kCorrupt, also when an input's order does not ascend.
  [[nodiscard]] Result<std::optional<DocumentNumber>> Next();

  [[nodiscard]] static std::size_t MemoryBytes(const LiveSegment& input);

 private:
  // Stands on a document that stays, or at the end.
  struct Cursor {
    LiveSegment input;
    DocumentNumber first_number = 0;  // New, of the input's first that stays.
    // How many go before each group of DocumentSet; empty: none goes.
    std::vector<std::uint32_t> removed_before;
    std::uint32_t place = 0;  // Of the next document, in the order.
    DocumentNumber document = 0;
    std::string_view name;
  };

  [[nodiscard]] static DocumentNumber NewNumber(const Cursor& cursor);
  [[nodiscard]] static Result<bool> Advance(Cursor& cursor);
  // Of two cursors; of one name, the earlier input's goes first.
  [[nodiscard]] bool ComesAfter(std::size_t a, std::size_t b) const;
  [[nodiscard]] Result<void> PushNext(std::size_t input);

  std::vector<Cursor> cursors_;
  std::vector<std::size_t> heap_;  // Cursors that stand on a document.
  bool begun_ = false;
};

}  // namespace answerbox::engine
