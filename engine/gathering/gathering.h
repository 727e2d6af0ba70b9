// Gathers sentences of documents as context for a language model, as a long
// answer, or as a summary. Chooses them across documents within a budget of
// tokens or words, and cites each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/ask/answer.h"
#include "engine/ask/workspace.h"
#include "engine/gathering/retrieval_steps.h"
#include "engine/index/reading/live_segment.h"
#include "engine/latent/dense_vectors.h"
#include "engine/numeric/fixed_point.h"
#include "engine/result.h"
#include "engine/selection/selection.h"
#include "engine/words/synonyms.h"

namespace answerbox::engine {

// An arena of this size is enough for any gathering.
inline constexpr std::size_t kGatheringArenaBytes = std::size_t{12} << 20;

// Bounds both budgets of a gathering.
inline constexpr std::uint64_t kMaxGatheredTokens = 100'000;

enum class GatheringPurpose : std::uint8_t {
  kContext = 1,  // For programs: whole runs of sentences about a question.
  kLongAnswer,   // For people: sentences that answer a question together.
  kSummary,      // What documents say, with or without a question.
};

// The vectors with which units are compared.
enum class UnitVectorKind : std::uint8_t {
  kTerms = 1,  // unit_similarities.h
  kLatent,     // range_finder.h: LSI. Relevance is then a cosine, too.
};

// Weights for summaries and long answers. The defaults were chosen on stories
// (docs/lab/gathering.md). `evaluate summaries` and `evaluate long` try others.
struct GatheringWeights {
  // For summaries: MMR's alpha and window, the number of words from which a
  // sentence has full weight, and the weight of direct speech.
  Q16 summary_alpha = Q16::FromRaw(Q16::kOne / 2);
  std::size_t summary_window = 10;
  std::int64_t summary_words = 18;  // From 1.
  Q16 summary_speech = Q16::FromRaw(Q16::kOne / 2);
  // For long answers whose headings do not match what is asked: the shares of
  // relevance, of what the text says most, and of closeness to the ten most
  // relevant sentences; the number of words from which a sentence has full
  // weight.
  Q16 asked = Q16::FromRaw(Q16::kOne * 2 / 10);
  Q16 central = Q16::FromRaw(Q16::kOne * 6 / 10);
  Q16 feedback = Q16::FromRaw(Q16::kOne * 3 / 10);
  std::int64_t answer_words = 40;  // From 1.
};

struct GatheringQuery {
  GatheringPurpose purpose = GatheringPurpose::kContext;
  // Valid UTF-8, at most kMaxQuestionBytes. Empty: a summary of everything;
  // only with kSummary.
  std::string_view text = {};
  // As Question::documents and Question::synonyms.
  std::span<const std::string_view> documents = {};
  const Synonyms* synonyms = nullptr;
  // As Question::with_spelling and Question::with_abbreviations.
  bool with_spelling = false;
  bool with_abbreviations = false;
  // How the chunks are found from which sentences are chosen. Profile default
  // only. Ignored without a question, or if `share` is below 1: then all
  // sentences are candidates.
  RetrievalSteps retrieval = {};
  // Made from the same segments. Needed for retrieval.is_dense.
  const DenseVectors* dense = nullptr;

  // Budgets; a gathering exceeds none. 1 to kMaxGatheredTokens. A token is a
  // word, a number or a punctuation mark (tokenizer.h).
  std::uint64_t tokens = kMaxGatheredTokens;
  std::uint64_t words = kMaxGatheredTokens;
  std::size_t sentences = kMaxSelectionUnits;  // 1 or more.
  // A share of all tokens of the candidates, in (0, 1]; c_r of the paper.
  Q16 share = Q16::FromInteger(1);
  // If not 0, a word costs this many tokens, rounded up, for callers with
  // another tokenizer. At most 100.
  Q16 tokens_per_word = {};

  // Nothing: the best strategy for the purpose (docs/lab/gathering.md). With a
  // strategy of the published method, each sentence is judged alone:
  // neighbours, headings and duplicates do not count.
  std::optional<SelectionStrategy> strategy = {};
  Q16 alpha = Q16::FromRaw(Q16::kOne * 3 / 5);  // SelectionOptions.
  std::size_t window = 0;
  UnitVectorKind vectors = UnitVectorKind::kTerms;  // With a strategy only.
  UnitOrder order = {};
  GatheringWeights weights = {};
};

// Why a unit was chosen.
enum class ChosenFor : std::uint8_t {
  kWords = 1,  // Contains words of the question.
  kHeading,    // Stands under a heading that matches what is asked.
  kNeighbour,  // Stands beside a sentence that contains such words.
  kCentral,    // Says what the documents say most.
  kAnswer,     // Is likely to answer the question.
};
[[nodiscard]] std::string_view ToString(ChosenFor reason) noexcept;

// Sentences that follow each other in a document.
struct GatheredUnit {
  // The place of the first sentence, but place.sentence and place.offsets cover
  // the whole unit.
  CitedPlace place;
  double score = 0.0;  // The greatest score of its sentences.
  std::uint64_t tokens = 0;
  std::uint64_t words = 0;
  std::uint32_t sentences = 0;
  ChosenFor reason = ChosenFor::kWords;  // The reason for that score.
  // Places of sentences that say the same, in the order of documents; at most
  // kMaxOtherPlaces.
  std::span<const CitedPlace> also_in;
};
inline constexpr std::size_t kMaxOtherPlaces = 8;

struct Gathering {
  // kEmptyQuestion, kNoDocuments or kNoEvidence: nothing is gathered. Never
  // kWeakEvidence: callers that want a threshold ask the question first.
  std::optional<RefusalReason> refusal;
  std::span<const GatheredUnit> units;  // In the order that the query asks for.
  std::uint64_t tokens = 0;
  std::uint64_t words = 0;
  std::size_t sentences = 0;
  // All sentences that could be chosen.
  std::size_t candidates = 0;
  std::uint64_t candidate_tokens = 0;
  // How the question was read: the members of Answer with these names.
  std::string_view asked;
  std::span<const RespeltWord> respelt;
  std::span<const SpellingOffer> offers;  // Only if nothing is gathered.
  std::span<const ExpandedAbbreviation> abbreviations;
};

// The result is valid as that of Ask. Errors: those of Ask; kInvalidArgument if
// dense vectors are needed and there are none. Segments of profile
// paper are answered as well; their sentences overlap as their chunks do, and
// each is taken once.
[[nodiscard]] Result<Gathering> Gather(std::span<const LiveSegment> segments,
                                       const GatheringQuery& query,
                                       Workspace& workspace) noexcept;

// A text of the caller, which another system has retrieved.
struct CallerText {
  std::string_view text;  // Valid UTF-8.
  // Its relevance, at least 0. If any text has none, relevance is computed from
  // the question.
  std::optional<double> score;
};

struct ChosenText {
  std::uint32_t index = 0;  // Of the caller's texts.
  double score = 0.0;
  std::uint64_t tokens = 0;
};

struct TextSelection {
  std::span<const ChosenText> chosen;  // In the order that the query asks for.
  std::uint64_t tokens = 0;
};

// Chooses among a caller's texts as Gather does among sentences; each text is a
// unit. Uses only query.text, the budgets, the strategy and the order.
//   texts  at most kMaxSelectionUnits
// Errors: kArenaExhausted.
[[nodiscard]] Result<TextSelection> SelectTexts(
    std::span<const CallerText> texts, const GatheringQuery& query,
    Workspace& workspace) noexcept;

}  // namespace answerbox::engine
