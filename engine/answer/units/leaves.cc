#include "engine/answer/units/leaves.h"

#include <algorithm>

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

namespace {

// Places the candidates one after the other.
class LeafPlacer {
 public:
  LeafPlacer(std::span<const LiveSegment> segments,
             const CandidateEvidence& evidence, SectionReader& sections,
             const QuestionWeights& weights, TextCues cues, Arena& arena)
      : segments_(segments),
        evidence_(evidence),
        candidates_(evidence.sentences()),
        sections_(sections),
        tables_(sections, weights, arena),
        cues_(cues),
        leaves_(MakeSpan<Leaf>(arena, candidates_.size())),
        stretches_(MakeSpan<Stretch>(arena, candidates_.size())) {}

  Result<Leaves> Place() {
    for (std::uint32_t i = 0; i < leaves_.size(); ++i) {
      if (auto placed = PlaceOne(i); !placed) return placed.error();
    }
    return Leaves{leaves_, stretches_.first(stretch_count_), blocks_};
  }

 private:
  // Candidates come in the order of documents, so a document is read once and
  // places are found from the last one on.
  Result<void> PlaceOne(std::uint32_t i) {
    const CandidateSentence& candidate = candidates_[i];
    Leaf& leaf = leaves_[i];
    leaf.words = candidate.record.words;
    leaf.is_heading = candidate.record.is_heading;
    leaf.can_answer = candidate.record.CanAnswer();
    const SegmentReader& reader = *segments_[candidate.segment].reader;
    if (i == 0 || candidates_[i - 1].run != candidate.run) {
      const auto document = reader.Document(candidate.document);
      if (!document) return document.error();
      document_ = *document;
      question_ = kNoLeaf;
    }
    if (auto read = ReadText(i, reader); !read) return read;
    if (leaf.is_heading) return {};
    if (document_.text_block_count > 0) {
      const auto place = places_.Find(reader, candidate.document,
                                      candidate.record.range.begin);
      if (!place) return place.error();
      leaf.place = *place;
    }
    const bool continues = i > 0 && candidates_[i - 1].run == candidate.run &&
                           !leaves_[i - 1].is_heading;
    if (!continues) {
      if (auto begun = BeginStretch(i, reader); !begun) return begun;
    }
    stretches_[stretch_count_ - 1].end = i + 1;
    leaf.stretch = static_cast<std::uint32_t>(stretch_count_ - 1);
    if (IsRelated(i)) leaf.cues = ReadTextCues(leaf.text, cues_);
    const auto same =
        continues ? IsInSameBlock(i, reader) : Result<bool>(false);
    if (!same) return same.error();
    leaf.block = *same ? leaves_[i - 1].block : blocks_++;
    if (leaf.place.kind == PlaceKind::kItem) leaf.lead_in = LeadInOf(i);
    if (leaf.place.kind == PlaceKind::kRow) leaf.lead_in = HeadRowOf(i);
    if (leaf.place.table == 0) return {};
    const auto row =
        tables_.Read(reader, candidate.document, document_, leaf.place);
    if (!row) return row.error();
    leaf.row = *row;
    return {};
  }

  // Whether the leaf or its headings have anything in common with the question.
  // Others are no answer, whatever value they hold.
  bool IsRelated(std::uint32_t i) const {
    const auto& section = stretches_[leaves_[i].stretch].section;
    const auto alike = evidence_.similarities(i);
    const auto related = evidence_.all_related_similarities(i);
    for (std::size_t t = 0; t < alike.size(); ++t) {
      if ((alike[t] | related[t] | section.path[t]) != 0) return true;
    }
    return false;
  }

  // Reads what only the text tells. A question stands for all that follows it
  // up to the next question or heading.
  Result<void> ReadText(std::uint32_t i, const SegmentReader& reader) {
    const auto text = reader.Text(document_, candidates_[i].record.range);
    if (!text) return text.error();
    Leaf& leaf = leaves_[i];
    leaf.text = *text;
    leaf.is_question =
        text->ends_with('?') || text->ends_with("?\"") || text->ends_with("?)");
    if (leaf.is_question) {
      question_ = i;
    } else if (leaf.is_heading) {
      question_ = kNoLeaf;
    } else {
      leaf.question = question_;
    }
    return {};
  }

  // Headings part stretches: a unit must not run from one section into the
  // next.
  Result<void> BeginStretch(std::uint32_t i, const SegmentReader& reader) {
    const CandidateSentence& candidate = candidates_[i];
    Stretch& stretch = stretches_[stretch_count_++];
    stretch.begin = i;
    stretch.begins_section = i > 0 && leaves_[i - 1].is_heading &&
                             candidates_[i - 1].run == candidate.run;
    auto section = sections_.Read(reader, candidate.document,
                                  candidate.record.range.begin);
    if (!section) return section.error();
    stretch.section = *section;
    const auto name = sections_.NameShare(reader, candidate.document);
    if (!name) return name.error();
    stretch.name = *name;
    return {};
  }

  // Whether a leaf is in the block of the one before it. In a text without
  // blocks a blank line ends a paragraph.
  Result<bool> IsInSameBlock(std::uint32_t i,
                             const SegmentReader& reader) const {
    const BlockPlace& place = leaves_[i].place;
    const BlockPlace& before = leaves_[i - 1].place;
    if (place.block != 0 || before.block != 0) {
      return place.block == before.block;
    }
    const ByteRange gap{candidates_[i - 1].record.range.end,
                        candidates_[i].record.range.begin};
    if (gap.begin >= gap.end) return true;
    const auto text = reader.Text(document_, gap);
    if (!text) return text.error();
    return text->find("\n\n") == std::string_view::npos;
  }

  // What introduces an item: its list's lead-in, or the item that its list is
  // in. Backward within the stretch: an item further up has found it already.
  std::uint32_t LeadInOf(std::uint32_t i) const {
    const BlockPlace& place = leaves_[i].place;
    const std::uint32_t begin = stretches_[leaves_[i].stretch].begin;
    for (std::uint32_t j = i; j-- > begin;) {
      const BlockPlace& other = leaves_[j].place;
      if (other.outer_list != place.outer_list) break;
      if (other.kind == PlaceKind::kItem && other.list == place.list) {
        return leaves_[j].lead_in;
      }
      const bool is_above =
          other.kind == PlaceKind::kItem && other.level < place.level;
      const bool is_lead_in =
          other.kind == PlaceKind::kLeadIn && other.list == place.list;
      if (is_above || is_lead_in) return j;
    }
    return kNoLeaf;
  }

  // The row of columns' headings above a row, if it is a candidate. Backward
  // within the stretch: the row before has found it already.
  std::uint32_t HeadRowOf(std::uint32_t i) const {
    const std::uint32_t begin = stretches_[leaves_[i].stretch].begin;
    for (std::uint32_t j = i; j-- > begin;) {
      if (leaves_[j].place.table != leaves_[i].place.table) break;
      if (leaves_[j].can_answer) return leaves_[j].lead_in;
      if (leaves_[j].place.kind == PlaceKind::kRow) return j;
    }
    return kNoLeaf;
  }

  std::span<const LiveSegment> segments_;
  const CandidateEvidence& evidence_;
  std::span<const CandidateSentence> candidates_;
  SectionReader& sections_;
  TableReader tables_;
  TextCues cues_;
  std::uint32_t question_ = kNoLeaf;  // The last one above.
  std::span<Leaf> leaves_;
  std::span<Stretch> stretches_;
  std::size_t stretch_count_ = 0;
  std::uint32_t blocks_ = 0;
  DocumentRecord document_;
  BlockPlaceFinder places_;
};

}  // namespace

Result<Leaves> PlaceLeaves(std::span<const LiveSegment> segments,
                           const CandidateEvidence& evidence,
                           SectionReader& sections,
                           const QuestionWeights& weights, TextCues cues,
                           Arena& arena) {
  return LeafPlacer(segments, evidence, sections, weights, cues, arena).Place();
}

}  // namespace answerbox::engine
