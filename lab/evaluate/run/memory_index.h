// A segment in memory, with the same builder and reader that the daemon uses.
// Built anew for every paragraph, or once for all of them.
#pragma once

#include <optional>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/index/writing/segment_builder.h"
#include "engine/profile.h"
#include "engine/text/document_text.h"

namespace answerbox::lab {

class MemoryIndex {
 public:
  MemoryIndex(engine::Profile profile, const engine::Chunking& chunking)
      : builder_(profile, chunking, sink_) {}

  // Adds a document. Errors: those of SegmentBuilder::Add.
  engine::Result<void> Add(std::string_view name, std::string_view text) {
    return Add(name, engine::DocumentText{text, {}, {}});
  }
  engine::Result<void> Add(std::string_view name,
                           const engine::DocumentText& document) {
    // No digest: a store compares documents by it, and here is no store.
    return builder_.Add(name, {}, document);
  }

  // Completes the segment. Errors: those of SegmentBuilder::Finish and of
  // SegmentReader::Open.
  engine::Result<void> Open();

  // Empties it, to be filled again.
  void Clear();

  // Valid until Clear. Precondition: Open succeeded.
  [[nodiscard]] engine::LiveSegment live() const {
    return {&*reader_, &removed_};
  }

 private:
  engine::MemorySink sink_;
  engine::SegmentBuilder builder_;
  std::optional<engine::SegmentReader> reader_;
  engine::DocumentSet removed_;
};

}  // namespace answerbox::lab
