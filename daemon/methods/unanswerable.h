// Errors for callers when the engine can't answer.
#pragma once

#include <span>
#include <string_view>

#include "daemon/collections/store.h"
#include "daemon/error.h"
#include "engine/result.h"

namespace answerbox::daemon {

// What was asked.
struct AskedCollection {
  const CollectionStore& store;
  std::string_view name;
  const Snapshot& snapshot;
  std::span<const std::string_view> documents;  // Names or patterns.
};

// Returns kLimit past the arena, kNotFound if a pattern matches no document,
// else kCorrupt.
[[nodiscard]] Error Unanswerable(const engine::Error& error,
                                 const AskedCollection& asked);

// Returns the same for a gathering.
[[nodiscard]] Error Ungathered(const engine::Error& error,
                               const AskedCollection& asked);
// Returns the error if dense vectors can't be made: kLimit past
// kMaxDenseMakingBytes, kShuttingDown if making them was stopped, else
// kCorrupt.
[[nodiscard]] Error WithoutDenseVectors(const engine::Error& error,
                                        const AskedCollection& asked);
// Returns kBusy: the vectors are being made for another request.
[[nodiscard]] Error DenseVectorsBeingMade(std::string_view collection);
// Returns kLimit: the texts in a request take more than the arena.
[[nodiscard]] Error TextsTooLarge();

}  // namespace answerbox::daemon
