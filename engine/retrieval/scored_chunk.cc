#include "engine/retrieval/scored_chunk.h"

namespace answerbox::engine {

DocumentNumber DocumentOrder::DocumentOf(const ChunkPlace& place) noexcept {
  const auto document =
      segments_[place.segment].reader->DocumentOfChunk(place.chunk);
  if (document) return *document;
  // A comparison cannot fail, so the error is kept. The order is then any, and
  // the caller refuses the result.
  error_ = document.error();
  return 0;
}

std::string_view DocumentOrder::NameOf(std::uint32_t segment,
                                       DocumentNumber document) noexcept {
  const auto name = segments_[segment].reader->DocumentName(document);
  if (name) return *name;
  error_ = name.error();
  return {};
}

bool DocumentOrder::IsBefore(const ChunkPlace& a,
                             const ChunkPlace& b) noexcept {
  const DocumentNumber of_a = DocumentOf(a);
  const DocumentNumber of_b = DocumentOf(b);
  if (a.segment != b.segment || of_a != of_b) {
    const int compared =
        NameOf(a.segment, of_a).compare(NameOf(b.segment, of_b));
    if (compared != 0) return compared < 0;
  }
  // Chunks of one document are numbered in the order of its text.
  return a.segment != b.segment ? a.segment < b.segment : a.chunk < b.chunk;
}

}  // namespace answerbox::engine
