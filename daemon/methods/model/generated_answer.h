// A language model's answer, judged: whether it may be given, and with which
// citations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "engine/ask/workspace.h"
#include "engine/gathering/gathering.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/grounding/grounding.h"
#include "engine/result.h"
#include "engine/text/text_block.h"
#include "protocol/generation/cited_answer.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// --- Whether the passages that a sentence cites say what it says, and which
// passage does. docs/cascade.md, "Citations".

// A sentence that cites more passages cites none in particular.
inline constexpr std::size_t kMaxCitedPassages = 8;

// Passages by their index in CheckedAnswer::context.
using CitedPassages = std::vector<std::uint32_t>;

// How the context as a whole supports a sentence of the answer.
struct SentenceSupport {
  std::optional<std::uint32_t> best;  // The passage that supports it best.
  // Nearly all of its words come from the context. True without a word that
  // counts.
  bool is_covered = true;
};

// For each sentence. Unlike the check of an answer, this counts words of the
// question as well: a reader of the passage wants to find them there.
// Uses the workspace as CheckGrounding; keeps nothing there.
[[nodiscard]] engine::Result<std::vector<SentenceSupport>> FindSupport(
    const engine::CheckedAnswer& checked,
    const std::vector<engine::ByteRange>& sentences,
    engine::Workspace& workspace);

// The passages that stand for what a sentence says:
// - those of `cited` that say it, if together they say it about as well as the
//   passage that supports it best, which comes first;
// - else that passage, if it says the sentence;
// - else none.
// A sentence without a word that counts, such as "Yes.", keeps what it cites.
// Uses the workspace as FindSupport. Checks at most 2 + 2 * kMaxCitedPassages
// times.
//   cited  ascending, each once; not empty
[[nodiscard]] engine::Result<CitedPassages> CheckCitations(
    const engine::CheckedAnswer& checked, engine::ByteRange sentence,
    const CitedPassages& cited, const SentenceSupport& support,
    engine::Workspace& workspace);

// --- The answer

// A passage of the context that the model was given; it outlives the snapshot
// that it comes from.
struct GeneratedPassage {
  std::string text;
  std::string place;     // A JSON object: the members of WritePlaceMembers.
  std::string document;  // Name.
  engine::ByteRange offsets;
};

// The most bytes of all passages and the names of their documents together. So
// a prompt with question and instructions stays below kMaxPromptBytes, and its
// audit record fits into a line.
inline constexpr std::size_t kMaxPassageBytes = std::size_t{192} << 10;

// The units as passages, in their order, as far as they fit.
[[nodiscard]] std::vector<GeneratedPassage> PassagesOf(
    const engine::Gathering& gathering);
// Views into `passages`.
[[nodiscard]] std::vector<std::string_view> TextsOf(
    std::span<const GeneratedPassage> passages);

enum class GeneratedFate : std::uint8_t {
  kGiven,
  kNoAnswer,  // The model says that the passages do not answer.
  kWeak,      // As the verdicts of grounding.h.
  kUngrounded,
  kContradicted,
  // The model cites a passage that does not exist, or a sentence cites passages
  // and no passage says it.
  kInventedCitation,
};
// The protocol's name, such as "no_answer".
[[nodiscard]] std::string_view ToString(GeneratedFate fate) noexcept;

struct GeneratedSentence {
  engine::ByteRange range;  // In GeneratedAnswer::text.
  // From 0; the first supports it best of those that it cites. Empty only if
  // the answer is not given.
  std::vector<std::uint32_t> passages;
  // The model cites the passages. Else the check found one, because the model
  // cites none, or some that do not say it.
  bool is_cited_by_model = false;
};

struct GeneratedAnswer {
  GeneratedFate fate = GeneratedFate::kNoAnswer;
  std::string message;  // Why it is not given: a sentence. Empty if it is.
  std::string text;     // Without marks of citations.
  std::vector<GeneratedSentence> sentences;
  engine::Grounding grounding;  // In the workspace's arena.
};

// Judges what a model generated. Checks the whole answer against all passages,
// and each sentence against those that it cites. A sentence without a citation
// gets the passage that supports it best.
// Errors: kLimit past the arena.
[[nodiscard]] Result<GeneratedAnswer> Judge(
    std::string_view generated, std::string_view question,
    std::span<const GeneratedPassage> passages, engine::Workspace& workspace);

// Writes `sentences` and `check` of a judged answer; the writer is within an
// object.
void WriteGenerated(JsonWriter& json, const GeneratedAnswer& answer,
                    std::string_view question,
                    std::span<const GeneratedPassage> passages);

}  // namespace answerbox::daemon
