// What a caller is told when the engine can't answer.
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

// kLimit past the arena, kNotFound if a pattern matches no document, else
// kCorrupt.
[[nodiscard]] Error Unanswerable(const engine::Error& error,
                                 const AskedCollection& asked);

// The same if it can't gather.
[[nodiscard]] Error Ungathered(const engine::Error& error,
                               const AskedCollection& asked);
// The same if dense vectors can't be made: kLimit past kMaxDenseMakingBytes,
// kShuttingDown if making them was stopped, else kCorrupt.
[[nodiscard]] Error WithoutDenseVectors(const engine::Error& error,
                                        const AskedCollection& asked);
// kBusy: another request has them made.
[[nodiscard]] Error DenseVectorsBeingMade(std::string_view collection);
// The texts of a caller take more than the arena.
[[nodiscard]] Error TextsTooLarge();

}  // namespace answerbox::daemon
