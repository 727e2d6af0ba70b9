// Walks the documents of a merge that were not removed, in order.
#pragma once

#include <cstddef>
#include <span>

#include "engine/index/merging/segment_merger.h"

namespace answerbox::engine {

// The observer is called after so many documents, because the caller may write
// nothing meanwhile. A document takes 60 bytes and those of its name.
inline constexpr DocumentNumber kDocumentsAtOnce = 4096;

// Calls visit(input number, document number, record) for each document; stops
// at the first error.
//   observer  as in MergeSupport
template <typename Visit>
[[nodiscard]] Result<void> ForEachDocument(std::span<const MergeInput> inputs,
                                           ReadObserver* observer,
                                           const Visit& visit) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto& [segment, removed] = inputs[i];
    for (DocumentNumber d = 0; d < segment->counts().documents; ++d) {
      if (observer != nullptr && (d + 1) % kDocumentsAtOnce == 0) {
        observer->OnRead();
      }
      if (removed != nullptr && removed->Contains(d)) continue;
      const auto record = segment->Document(d);
      if (!record) return record.error();
      if (Result<void> visited = visit(i, d, *record); !visited) return visited;
    }
  }
  return {};
}

}  // namespace answerbox::engine
