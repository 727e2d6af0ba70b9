// What comes of a question: an answer, or a refusal and its reason, with the
// sentences that were found and where they stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/spans/short_answer.h"
#include "engine/ask/refused_words.h"
#include "engine/index/format/segment_records.h"

namespace answerbox::engine {

enum class RefusalReason : std::uint8_t {
  kEmptyQuestion,  // No word to search for.
  kNoDocuments,
  kNoEvidence,    // No word of the question is in the documents.
  kWeakEvidence,  // The best confidence is below theta.
};

// The protocol's name of a reason, e.g. "weak_evidence".
[[nodiscard]] std::string_view ToString(RefusalReason reason) noexcept;
// A sentence for a person, which an answer's refused words say better.
[[nodiscard]] std::string_view Explain(RefusalReason reason) noexcept;

// Where a sentence stands. Views into the segment's mapping and the workspace's
// arena.
struct CitedPlace {
  std::string_view sentence;
  std::string_view document;
  std::optional<std::uint32_t> page;
  std::span<const std::string_view> section;  // Outermost heading first.
  ByteRange offsets;                          // In the document's text.
  ChunkId chunk{};
  std::size_t segment = 0;  // Index into the asked segments.
  DocumentNumber document_number = 0;
};

// A sentence that may answer.
struct Citation : CitedPlace {
  double score = 0.0;            // What the sentence was ranked by.
  double confidence = 0.0;       // In [0, 1].
  std::uint64_t score_bits = 0;  // The score in the arithmetic that made it.
  // Where sentences stand that say the same, best first.
  std::span<const CitedPlace> also_in;
};

// The paragraph around the best sentence; ranges are bytes in `text`.
struct Context {
  std::string_view text;
  ByteRange sentence;
  std::span<const ByteRange> matches;  // Words that the question shares.
};

// A chunk that was retrieved, for measures of retrieval.
struct RetrievedChunk {
  std::size_t segment = 0;
  DocumentNumber document = 0;
};

struct Answer {
  std::optional<RefusalReason> refusal;  // Nothing: answered.
  RefusedWords refused_words;  // Of kWeakEvidence, in profile default.
  // Best first. Answered: [0] is the answer, the rest are runners-up. Refused:
  // the best that was found, perhaps empty.
  std::span<const Citation> citations;
  // In citations[0].sentence; only where asked for and answered.
  std::optional<ShortAnswer> short_answer;
  Context context;          // Around citations[0]; empty without one.
  double confidence = 0.0;  // Of citations[0], or 0.
  std::span<const RetrievedChunk> retrieved;  // Best first, at most ten.
};

}  // namespace answerbox::engine
