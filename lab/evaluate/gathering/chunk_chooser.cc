#include "lab/evaluate/gathering/chunk_chooser.h"

#include "engine/ask/search.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::lab {

Outcome<ChunkChooser> ChunkChooser::Make(
    const EvaluatedCollection& collection) {
  ChunkChooser chooser(collection);
  const engine::LiveSegment segment = collection.live();
  const engine::SegmentReader& reader = *segment.reader;
  for (engine::ChunkNumber c = 0; c < reader.counts().chunks; ++c) {
    const auto chunk = reader.Chunk(c);
    if (!chunk) return EngineFailure("reading", chunk.error());
    const std::size_t document = collection.DocumentOf(chunk->document);
    const auto text = collection.TextOf(document);
    if (!text) return text.error();
    const engine::ByteRange range = chunk->range;
    chooser.chunks_[{chunk->document, chunk->id}] = {
        {document, range},
        CountTokens(text->substr(range.begin, range.end - range.begin))};
  }
  return chooser;
}

Outcome<std::vector<ChosenParts>> ChunkChooser::Choose(
    std::string_view question, std::span<const AskedBudget> budgets,
    engine::Workspace& workspace) const {
  const engine::LiveSegment segment = collection_->live();
  const auto found = engine::Search(
      {&segment, 1},
      {.words = question, .with_thesaurus = false, .count = kSearchedChunks},
      workspace);
  if (!found) return EngineFailure("searching", found.error());
  std::vector<ChosenParts> all(budgets.size());
  for (const engine::Passage& passage : found->passages) {
    const auto chunk =
        chunks_.find({passage.best.document_number, passage.best.chunk});
    if (chunk == chunks_.end()) continue;
    for (std::size_t b = 0; b < budgets.size(); ++b) {
      if (all[b].tokens + chunk->second.tokens > budgets[b].tokens) continue;
      all[b].tokens += chunk->second.tokens;
      all[b].parts.push_back(chunk->second.part);
    }
  }
  return all;
}

}  // namespace answerbox::lab
