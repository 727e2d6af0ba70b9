// Chooses whole chunks by the score of retrieval, as a program does that
// searches and takes what it finds.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/text/content_id.h"
#include "lab/evaluate/gathering/chosen_parts.h"

namespace answerbox::lab {

// More chunks than this are not looked at.
inline constexpr std::size_t kSearchedChunks = 200;

class ChunkChooser final : public BaselineChooser {
 public:
  // Errors: kRejected.
  [[nodiscard]] static Outcome<ChunkChooser> Make(
      const EvaluatedCollection& collection);

  // The chunks of the passages that Search lists, best first, as long as any
  // fits. Each costs all of its tokens, also those that another chunk has, too.
  [[nodiscard]] Outcome<std::vector<ChosenParts>> Choose(
      std::string_view question, std::span<const AskedBudget> budgets,
      engine::Workspace& workspace) const override;

 private:
  struct Chunk {
    DocumentPart part;
    std::uint32_t tokens = 0;
  };
  // Copies of a document have chunks with the same ids.
  using Key = std::pair<engine::DocumentNumber, engine::ChunkId>;

  explicit ChunkChooser(const EvaluatedCollection& collection)
      : collection_(&collection) {}

  const EvaluatedCollection* collection_;
  std::map<Key, Chunk> chunks_;
};

}  // namespace answerbox::lab
