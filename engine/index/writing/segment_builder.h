// Builds one segment in memory from documents, and writes it out. The bytes are
// docs/segment-format.md.
//
// Document text goes to the sink as documents arrive and is not kept. Memory
// grows with the number of terms, sentences and chunks: about as much as the
// text for English, several times as much for text of only distinct words or of
// one-letter sentences. The caller watches memory_bytes() and finishes the
// segment when its budget is spent; segment_merger.h joins segments afterwards.
// `max_memory_bytes` bounds what a single document may add.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>

#include "engine/index/format/segment_writer.h"
#include "engine/profile.h"
#include "engine/result.h"
#include "engine/text/content_id.h"
#include "engine/text/document_text.h"

namespace answerbox::engine {

// The error's field when a document would exceed `max_memory_bytes`.
inline constexpr const char* kBuilderMemoryField = "segment.memory";

class SegmentBuilder {
 public:
  // `sink` outlives the builder. Precondition: IsValid(chunking).
  //   max_memory_bytes  no document is added that takes memory_bytes() past it.
  //                     A table that grows is there twice for a moment, which
  //                     may add as much again
  SegmentBuilder(
      Profile profile, Chunking chunking, ByteSink& sink,
      std::size_t max_memory_bytes = std::numeric_limits<std::size_t>::max());
  ~SegmentBuilder();
  SegmentBuilder(const SegmentBuilder&) = delete;
  SegmentBuilder& operator=(const SegmentBuilder&) = delete;

  // Adds a document, numbered by order of adding from 0. Names need not be
  // unique here; the collection ensures it.
  //   name    1 to kMaxDocumentNameBytes bytes of valid UTF-8
  //   sha256  of `document.text`
  // Errors: kLimitExceeded  the segment would outgrow a field of the format, or
  //                         the builder its memory (kBuilderMemoryField): the
  //                         segment is as it was, memory_bytes() may be more
  //         kSinkFailed     the builder can only be destroyed
  [[nodiscard]] Result<void> Add(std::string_view name, const Sha256& sha256,
                                 const DocumentText& document);

  // Writes everything except the text, then the footer. Call once, last.
  // Errors: kSinkFailed.
  [[nodiscard]] Result<void> Finish();

  // Makes the builder as new for another segment into the same sink, keeping
  // its memory: evaluation builds one small segment per paragraph.
  void Reset();

  // Heap held at present, and what Finish() will need in addition.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  [[nodiscard]] std::uint32_t document_count() const noexcept;
  [[nodiscard]] std::uint32_t chunk_count() const noexcept;

 private:
  class Contents;
  std::unique_ptr<Contents> contents_;
};

}  // namespace answerbox::engine
