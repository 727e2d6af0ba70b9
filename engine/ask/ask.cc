#include "engine/ask/ask.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/answer/model/shipped_weights.h"
#include "engine/answer/units/leaves.h"
#include "engine/answer/units/unit_weights.h"
#include "engine/ask/citation.h"
#include "engine/ask/passage.h"
#include "engine/ask/stages.h"
#include "engine/ask/work_budget.h"
#include "engine/numeric/arena.h"
#include "engine/text/content_id.h"

namespace answerbox::engine {

namespace {

// The most chunks in Answer::retrieved. The published method retrieves as many.
constexpr std::size_t kRetrievedShown = 10;

// How many of the sentences that were ranked are used to choose the form. Not
// all that are ranked: the features of a form compare with the best few, and
// runners_up must not change the form.
constexpr std::size_t kRankedLeaves = 16;

Answer Refuse(RefusalReason reason) {
  Answer answer;
  answer.refusal = reason;
  return answer;
}

template <typename A>
Result<std::span<const RetrievedChunk>> ListRetrieved(
    const Inquiry& inquiry, std::span<const ScoredChunk<A>> chunks) {
  const auto retrieved = MakeSpan<RetrievedChunk>(
      inquiry.arena, std::min(chunks.size(), kRetrievedShown));
  for (std::size_t i = 0; i < retrieved.size(); ++i) {
    const SegmentReader& reader = *inquiry.segments[chunks[i].segment].reader;
    const auto document = reader.DocumentOfChunk(chunks[i].chunk);
    if (!document) return document.error();
    retrieved[i] = {chunks[i].segment, *document};
  }
  return std::span<const RetrievedChunk>(retrieved);
}

// A list or a section may go on in chunks that hold few words of the question,
// so more chunks are looked at where the form is chosen.
std::size_t ChunksToRetrieve(const Inquiry& inquiry) {
  if (inquiry.profile == Profile::kPaper) return kRetrievedShown;
  return inquiry.chooses_form() ? kConsideredChunks : kRetrievedChunks;
}

// The place that decided, then the others of `ranked`, best first: as many as
// are wanted.
//   rank  of the place that decided, if it is ranked
// The sentence that decided may not be the one that ranks first; it has a score
// only if it was ranked.
template <typename A>
Result<std::span<const Citation>> CiteAround(
    const Inquiry& inquiry, const Citation& decided,
    std::optional<std::size_t> rank, std::span<const ScoredSentence<A>> ranked,
    std::size_t wanted) {
  const auto others =
      Cite<A>(inquiry, ranked.first(std::min(ranked.size(), wanted)));
  if (!others) return others.error();
  const auto all = MakeSpan<Citation>(inquiry.arena, others->size() + 1);
  std::size_t count = 1;
  for (std::size_t i = 0; i < others->size(); ++i) {
    if (i != rank) all[count++] = (*others)[i];
  }
  all[0] = decided;
  if (rank) {
    const auto cited = Cite<A>(inquiry, ranked.subspan(*rank, 1));
    if (!cited) return cited.error();
    all[0].score = cited->front().score;
    all[0].score_bits = cited->front().score_bits;
    if (all[0].also_in.empty()) all[0].also_in = cited->front().also_in;
  }
  return std::span<const Citation>(all.first(std::min(count, wanted)));
}

// The best sentences, best first: those about the things that the question
// names before the others.
template <typename A>
Result<std::span<const Citation>> CiteBest(
    const Inquiry& inquiry, std::span<const ScoredSentence<A>> sentences,
    std::size_t wanted) {
  const NamePlaces places = inquiry.name_places();
  const std::size_t considered =
      places.empty() ? wanted : std::max(wanted, kRankedLeaves);
  const auto cited =
      Cite<A>(inquiry, sentences.first(std::min(sentences.size(), considered)));
  if (!cited || places.empty()) return cited;
  const auto citations = MakeSpan<Citation>(inquiry.arena, cited->size());
  std::ranges::copy(*cited, citations.begin());
  if (auto preferred = places.Prefer(citations); !preferred) {
    return preferred.error();
  }
  return std::span<const Citation>(
      citations.first(std::min(citations.size(), wanted)));
}

// What retrieval found, as citations of the sentences with the rarest words.
// Weighing sentences is what the budget does not allow. Which sentence of a
// chunk is shown takes its terms alone.
template <typename A>
Result<Answer> RefuseWithPassages(const Inquiry& inquiry,
                                  std::span<const ScoredChunk<A>> chunks) {
  const PassageFinder finder(inquiry);
  const auto citations = MakeSpan<Citation>(
      inquiry.arena, 1 + std::min(inquiry.question.runners_up, kMaxRunnersUp));
  std::size_t count = 0;
  for (const ScoredChunk<A>& chunk : chunks) {
    if (count == citations.size()) break;
    const auto passage = finder.Find(chunk);
    if (!passage) return passage.error();
    if (!*passage) continue;
    const auto place = Cite(inquiry.segments, (*passage)->best, inquiry.arena);
    if (!place) return place.error();
    const bool is_cited = std::ranges::any_of(
        citations.first(count), [&place](const Citation& other) {
          return other.segment == place->segment &&
                 other.document_number == place->document_number &&
                 other.offsets == place->offsets;
        });
    if (is_cited) continue;  // Chunks overlap.
    Citation& citation = citations[count++];
    static_cast<CitedPlace&>(citation) = *place;
    citation.score = A::ToDouble(chunk.score);
    citation.score_bits = A::Bits(chunk.score);
  }
  Answer answer = Refuse(RefusalReason::kBudget);
  answer.citations = citations.first(count);
  if (inquiry.question.with_context && count != 0) {
    const auto context =
        FindContext(inquiry.segments, citations.front(), inquiry.terms,
                    inquiry.normalizer, inquiry.arena);
    if (!context) return context.error();
    answer.context = *context;
  }
  return answer;
}

// One function from top to bottom, so that the order of the stages can be read
// in one place.
template <typename A>
Result<Answer> RunStages(const Inquiry& inquiry, WorkBudget& budget) {
  const auto chunks = Retrieve<A>(inquiry, ChunksToRetrieve(inquiry));
  if (!chunks) return chunks.error();
  if (const auto taken = budget.TakeSentences<A>(inquiry.segments, *chunks);
      !taken) {
    return taken.error();
  }
  if (budget.is_exceeded()) return RefuseWithPassages<A>(inquiry, *chunks);
  if (chunks->empty()) return Refuse(RefusalReason::kNoEvidence);
  const auto candidates = GatherCandidates<A>(inquiry, *chunks);
  if (!candidates) return candidates.error();
  const std::size_t wanted =
      1 + std::min(inquiry.question.runners_up, kMaxRunnersUp);
  const bool chooses = inquiry.chooses_form();
  const bool looks_further = chooses || !inquiry.names.empty();
  const std::size_t ranked =
      looks_further ? std::max(wanted, kRankedLeaves) : wanted;
  const auto sentences = Rank<A>(
      inquiry, *candidates, {ranked, inquiry.names.empty() ? wanted : ranked});
  if (!sentences) return sentences.error();
  if (sentences->empty()) return Refuse(RefusalReason::kNoEvidence);
  FormedAnswers formed;
  if (chooses) {
    // The same number whatever runners_up is.
    const auto found = FormAnswers<A>(
        inquiry, *chunks,
        sentences->first(std::min(sentences->size(), kRankedLeaves)),
        *candidates->learned);
    if (!found) return found.error();
    formed = *found;
  }
  const auto citations =
      formed.answers.empty()
          ? CiteBest<A>(inquiry, *sentences, wanted)
          : CiteAround<A>(inquiry, formed.answers.front().decided,
                          formed.decided_rank, *sentences, wanted);
  if (!citations) return citations.error();
  if (!formed.answers.empty()) {
    formed.answers.front().decided.also_in = citations->front().also_in;
  }
  auto answer = Decide(inquiry, *citations, formed.answers);
  if (!answer) return answer;
  if (!answer->refusal && !inquiry.question.answers) {
    answer->differ = formed.differ;
    answer->is_choice =
        answer->formed.size() > (formed.differ.empty() ? 1u : 2u) &&
        answer->confidence < kSureEnough;
  }
  const auto retrieved = ListRetrieved<A>(inquiry, *chunks);
  if (!retrieved) return retrieved.error();
  answer->retrieved = *retrieved;
  return answer;
}

}  // namespace

// The arithmetic is chosen once, here: everything below is compiled for each of
// the two.
Result<Answer> Ask(std::span<const LiveSegment> segments,
                   const Question& question, Workspace& workspace) noexcept {
  return WithinArena(workspace, [&]() -> Result<Answer> {
    auto inquiry = Analyze(segments, question, workspace);
    if (!inquiry) return inquiry.error();
    WorkBudget budget(question.max_work);
    budget.TakePostings(inquiry->profile == Profile::kPaper
                            ? inquiry->lookup
                            : inquiry->retrieval);
    auto answer = inquiry->refusal ? Result<Answer>(Refuse(*inquiry->refusal))
                  : question.arithmetic == Arithmetic::kFixed
                      ? RunStages<FixedArithmetic>(*inquiry, budget)
                      : RunStages<FloatArithmetic>(*inquiry, budget);
    if (!answer) return answer;
    if (!inquiry->refusal) answer->work = budget.work();
    answer->asked = inquiry->asked;
    answer->respelt = inquiry->respelt;
    answer->abbreviations = inquiry->abbreviations;
    if (answer->refusal) answer->offers = inquiry->offers;
    return answer;
  });
}

namespace {

constexpr std::size_t kIdBytes = 16;

std::string_view TextOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void AddNumbers(std::span<const std::int32_t> numbers, std::string& text) {
  for (const std::int32_t number : numbers) {
    text += std::to_string(number);
    text += ',';
  }
}

// The weights of units, in the order of unit_weights.h.
void AddUnitWeights(std::string& text) {
  AddNumbers(kLeafWeights, text);
  AddNumbers(kLeafWeightsOfMany, text);
  const std::array prices = {kWordPrices.each, kWordPrices.past_wish,
                             kWordPrices.past_wish_in_list};
  AddNumbers(prices, text);
}

// Whatever changes an answer's choice must change the identity: the audit log
// proves which weights answered.
std::string MakeModelId() {
  std::string weights(TextOf(ShippedModelBytes()));
  weights += TextOf(ShippedSpanModelBytes());
  weights += TextOf(ShippedUnitTreesBytes());
  AddUnitWeights(weights);
  // Its checksum stands for the thesaurus, which is large and seldom needed.
  weights += std::to_string(ShippedThesaurus().checksum());
  const Sha256 digest = ComputeSha256(weights);
  std::string id;
  for (const std::byte byte : std::span(digest).first(kIdBytes)) {
    id += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4];
    id += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15u];
  }
  return id;
}

}  // namespace

const std::string& ModelId() {
  static const std::string id = MakeModelId();
  return id;
}

}  // namespace answerbox::engine
