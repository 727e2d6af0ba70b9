#include "engine/answer/units/leaf_signs.h"

#include <algorithm>

#include "engine/numeric/bit_count.h"

namespace answerbox::engine {
namespace {

void Set(LeafRow& row, LeafFeature feature, ShareQ10 value) {
  row[static_cast<std::size_t>(feature)] =
      static_cast<std::int16_t>(std::clamp(value, -kWhole, kWhole));
}

ShareQ10 Of(const LeafRow& row, LeafFeature feature) {
  return row[static_cast<std::size_t>(feature)];
}

}  // namespace

ShareQ10 HeldShare(TextCues asked, TextCues kinds, TextCues text,
                   std::size_t names) noexcept {
  constexpr TextCues kNamed = BitOf(TextCue::kPerson) | BitOf(TextCue::kPlace);
  const TextCues wanted = asked & kinds;
  if (wanted == 0) return 0;
  if ((wanted & text) != 0) return kWhole;
  if ((wanted & kNamed) != 0 && names > 0) return kWhole / 2;
  return -kWhole;
}

ShareQ10 DenialShare(bool question, bool text) noexcept {
  if (question) return text ? kWhole : -kWhole;
  return text ? -kWhole / 2 : 0;
}

// A document's chunks are counted by the ranks of its candidates: each rank is
// one chunk.
LeafSigns::LeafSigns(const LeafInputs& inputs, Arena& arena)
    : in_(inputs),
      denies_(QuestionDenies(inputs)),
      question_covered_(
          MakeSpan<ShareQ10>(arena, inputs.leaves.leaves.size())) {
  for (const AnsweringChunk& chunk : in_.chunks) {
    best_chunk_ = std::max(best_chunk_, chunk.retrieved_q8);
  }
  const auto candidates = in_.evidence.sentences();
  // Candidates are in the order of their documents.
  document_chunks_ = MakeSpan<ShareQ10>(
      arena, candidates.empty() ? 0 : candidates.back().document_place + 1);
  const auto is_counted = MakeSpan<bool>(arena, in_.chunks.size());
  for (const CandidateSentence& candidate : candidates) {
    if (in_.chunks.empty()) break;
    if (is_counted[candidate.chunk_rank]) continue;
    is_counted[candidate.chunk_rank] = true;
    document_chunks_[candidate.document_place] +=
        kWhole / static_cast<ShareQ10>(in_.chunks.size());
  }
  for (std::uint32_t i = 0; i < question_covered_.size(); ++i) {
    if (!in_.leaves.leaves[i].is_question) continue;
    question_covered_[i] = in_.weights.SoftOf(
        in_.evidence.similarities(i), in_.evidence.all_related_similarities(i));
  }
}

void LeafSigns::Fill(std::uint32_t leaf, LeafRow& row) const {
  const Leaf& placed = in_.leaves.leaves[leaf];
  const CandidateSentence& candidate = in_.evidence.sentences()[leaf];
  FillValues(placed, candidate.digest, row);
  FillPlace(candidate, placed, row);
}

// A value is near what the question names if its sentence, its lead-in or the
// heads over it do.
void LeafSigns::FillValues(const Leaf& leaf, const SentenceDigest& digest,
                           LeafRow& row) const {
  const TextCues asked = in_.cues.asked;
  const ShareQ10 near = Of(row, LeafFeature::kSoftCoverage) +
                        Of(row, LeafFeature::kLeadIn) + leaf.row.heads;
  const auto set_held = [&](TextCues kinds, LeafFeature held,
                            LeafFeature held_near) {
    const ShareQ10 share = HeldShare(asked, kinds, leaf.cues, digest.new_names);
    Set(row, held, share);
    if (share > 0) Set(row, held_near, near);
  };
  set_held(kQuantityCues, LeafFeature::kQuantity, LeafFeature::kQuantityNear);
  set_held(kThingCues, LeafFeature::kThing, LeafFeature::kThingNear);
  Set(row, LeafFeature::kSides, AgreementOfSides(asked, leaf.cues));
  Set(row, LeafFeature::kDenial, DenialShare(denies_, Denies(leaf)));
  if (digest.window > 0) {
    Set(row, LeafFeature::kClose,
        Of(row, LeafFeature::kCoverage) * CountBits(digest.same) /
            digest.window);
  }
}

void LeafSigns::FillPlace(const CandidateSentence& candidate, const Leaf& leaf,
                          LeafRow& row) const {
  Set(row, LeafFeature::kRowHeads, leaf.row.heads);
  Set(row, LeafFeature::kRowGroup, leaf.row.group_and_key);
  Set(row, LeafFeature::kRowKeyHead, leaf.row.key_and_head);
  if (leaf.question != kNoLeaf) {
    Set(row, LeafFeature::kAfterQuestion, question_covered_[leaf.question]);
  }
  if (in_.chunks.empty()) return;
  const AnsweringChunk& chunk = in_.chunks[candidate.chunk_rank];
  if (best_chunk_ > 0) {
    Set(row, LeafFeature::kChunk,
        static_cast<ShareQ10>(std::int64_t{chunk.retrieved_q8} * kWhole /
                              best_chunk_));
  }
  Set(row, LeafFeature::kDocumentChunks,
      document_chunks_[candidate.document_place]);
}

}  // namespace answerbox::engine
