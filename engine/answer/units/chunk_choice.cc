#include <algorithm>

#include "engine/answer/units/leaves.h"
#include "engine/answer/units/section_evidence.h"
#include "engine/numeric/arena_span.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kChosenChunks = 20;
// So many of the best are chosen together with the chunks beside them.
constexpr std::size_t kWithNeighbours = 3;

class ChunkChoice {
 public:
  ChunkChoice(std::span<const LiveSegment> segments, SectionReader& sections,
              Arena& arena)
      : segments_(segments),
        sections_(sections),
        chosen_(MakeSpan<AnsweringChunk>(
            arena, kChosenChunks + 2 * kWithNeighbours)) {}

  // Adds the bonus of the headings at the chunk's beginning or end. A chunk may
  // begin under one heading and end under another: the better one counts.
  Result<std::int32_t> BonusOf(const AnsweringChunk& chunk) {
    const SegmentReader& reader = *segments_[chunk.segment].reader;
    const auto record = reader.Chunk(chunk.chunk);
    if (!record) return record.error();
    const auto end =
        sections_.Read(reader, record->document, record->range.end - 1);
    if (!end) return end.error();
    if (end->begin <= record->range.begin) return SectionBonusQ8(*end);
    const auto begin =
        sections_.Read(reader, record->document, record->range.begin);
    if (!begin) return begin.error();
    return std::max(SectionBonusQ8(*begin), SectionBonusQ8(*end));
  }

  // A chunk beside another may itself have been retrieved.
  void AddBeside(AnsweringChunk chunk,
                 std::span<const AnsweringChunk> retrieved) {
    for (const AnsweringChunk& other : retrieved) {
      if (other.segment != chunk.segment || other.chunk != chunk.chunk) {
        continue;
      }
      chunk.retrieved_rank = other.retrieved_rank;
      chunk.retrieved_q8 = other.retrieved_q8;
    }
    Add(chunk);
  }

  void Add(const AnsweringChunk& chunk) {
    const auto kept = chosen_.first(count_);
    const bool is_known =
        std::ranges::any_of(kept, [&](const AnsweringChunk& other) {
          return other.segment == chunk.segment && other.chunk == chunk.chunk;
        });
    if (!is_known && count_ < chosen_.size()) chosen_[count_++] = chunk;
  }

  // Adds the chunks before and after one, if they are in its document.
  Result<void> AddNeighbours(const AnsweringChunk& chunk,
                             std::span<const AnsweringChunk> retrieved) {
    const SegmentReader& reader = *segments_[chunk.segment].reader;
    const auto number = reader.DocumentOfChunk(chunk.chunk);
    if (!number) return number.error();
    const auto document = reader.Document(*number);
    if (!document) return document.error();
    const ChunkNumber end = document->first_chunk + document->chunk_count;
    if (chunk.chunk + 1 < end) {
      AddBeside({chunk.segment, chunk.chunk + 1, chunk.score_q8}, retrieved);
    }
    if (chunk.chunk > document->first_chunk) {
      AddBeside({chunk.segment, chunk.chunk - 1, chunk.score_q8}, retrieved);
    }
    return {};
  }

  std::span<const AnsweringChunk> chosen() const {
    return chosen_.first(count_);
  }

 private:
  std::span<const LiveSegment> segments_;
  SectionReader& sections_;
  std::span<AnsweringChunk> chosen_;
  std::size_t count_ = 0;
};

}  // namespace

template <typename A>
Result<std::span<const AnsweringChunk>> ChooseChunks(
    std::span<const LiveSegment> segments,
    std::span<const ScoredChunk<A>> retrieved, SectionReader& sections,
    Arena& arena) {
  ChunkChoice choice(segments, sections, arena);
  const auto sorted = MakeSpan<AnsweringChunk>(arena, retrieved.size());
  for (std::size_t i = 0; i < retrieved.size(); ++i) {
    const std::int32_t score = A::FloorQ8(retrieved[i].score);
    sorted[i] = {retrieved[i].segment, retrieved[i].chunk, score,
                 static_cast<std::uint32_t>(i), score};
    const auto bonus = choice.BonusOf(sorted[i]);
    if (!bonus) return bonus.error();
    sorted[i].score_q8 += *bonus;
    // An insertion sort: it is stable and allocates nothing.
    for (std::size_t j = i;
         j > 0 && sorted[j].score_q8 > sorted[j - 1].score_q8; --j) {
      std::swap(sorted[j], sorted[j - 1]);
    }
  }
  const auto best = sorted.first(std::min(sorted.size(), kChosenChunks));
  for (const AnsweringChunk& chunk : best) choice.Add(chunk);
  for (const AnsweringChunk& chunk :
       best.first(std::min(best.size(), kWithNeighbours))) {
    const auto added = choice.AddNeighbours(chunk, sorted);
    if (!added) return added.error();
  }
  return choice.chosen();
}

template Result<std::span<const AnsweringChunk>> ChooseChunks(
    std::span<const LiveSegment>, std::span<const ScoredChunk<FixedArithmetic>>,
    SectionReader&, Arena&);
template Result<std::span<const AnsweringChunk>> ChooseChunks(
    std::span<const LiveSegment>, std::span<const ScoredChunk<FloatArithmetic>>,
    SectionReader&, Arena&);

}  // namespace answerbox::engine
