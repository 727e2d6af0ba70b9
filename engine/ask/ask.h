// One question from its text to an answer or a refusal: the pipeline in order.
// The daemon asks a pinned snapshot; `answerbox evaluate` asks segments it
// holds in memory. Same snapshot, same question, same arithmetic: same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/ranking/learned_sentences.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/answer/spans/short_answer.h"
#include "engine/ask/refused_words.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/arithmetic.h"
#include "engine/profile.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxQuestionBytes = 4096;
inline constexpr std::size_t kMaxRunnersUp = 20;
inline constexpr std::size_t kDefaultArenaBytes = std::size_t{1} << 20;

struct Question {
  std::string_view text;       // Valid UTF-8, at most kMaxQuestionBytes.
  double theta = 0.0;          // In [0, 1]: below it the question is refused.
  std::size_t runners_up = 3;  // At most kMaxRunnersUp.
  Arithmetic arithmetic = Arithmetic::kFixed;
  // Whether to look up the paragraph around the answer, for people to read.
  bool with_context = true;
  // Whether to look for the part of the best sentence that answers by itself;
  // costs as much as asking a few pages. Profile default alone.
  bool with_short = false;
  PaperWeights paper_weights = {};  // Profile paper alone.
  // Profile default alone: weights instead of the program's own, and who is
  // told what was looked at; null: neither.
  const AnswerModel* model = nullptr;
  const SpanModel* span_model = nullptr;
  RankingObserver* observer = nullptr;
};

enum class RefusalReason : std::uint8_t {
  kEmptyQuestion,  // No word to search for.
  kNoDocuments,
  kNoEvidence,    // No word of the question is in the documents.
  kWeakEvidence,  // The best confidence is below theta.
};

// The protocol's name of a reason, e.g. "weak_evidence".
[[nodiscard]] std::string_view Name(RefusalReason reason) noexcept;
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

// What one question at a time needs: memory and a stemmer. Made once, used for
// many questions; asking allocates nothing from the heap.
class Workspace {
 public:
  explicit Workspace(std::size_t arena_bytes = kDefaultArenaBytes);

  [[nodiscard]] Arena& arena() noexcept { return arena_; }
  // The normalizer for a profile; both are held.
  [[nodiscard]] TermNormalizer& normalizer(Profile profile) noexcept;

 private:
  // Left uninitialised: pages that no question reaches stay untouched.
  std::unique_ptr<std::byte[]> storage_;
  Arena arena_;
  TermNormalizer paper_;
  TermNormalizer default_;
};

// Answers from `segments`, all of one profile. The result lives in the
// workspace until its next question and in the segments' mappings. Errors:
// kArenaExhausted, kCorrupt and kTruncated (a segment is damaged).
[[nodiscard]] Result<Answer> Ask(std::span<const LiveSegment> segments,
                                 const Question& question,
                                 Workspace& workspace) noexcept;

}  // namespace answerbox::engine
