#include "engine/grounding/consens/background_counts.h"

#include "engine/language_model/live_occurrences.h"

namespace answerbox::engine {

Result<void> CollectionCounts::Count(std::span<const std::string_view> terms,
                                     std::span<WordInCollection> counts,
                                     Arena& arena) const {
  return CountLiveOccurrences(segments_, terms, counts, arena);
}

}  // namespace answerbox::engine
