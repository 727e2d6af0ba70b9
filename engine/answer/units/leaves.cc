#include "engine/answer/units/leaves.h"

#include <algorithm>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// Places the candidates one after the other.
class LeafPlacer {
 public:
  LeafPlacer(std::span<const LiveSegment> segments,
             std::span<const CandidateSentence> candidates,
             SectionReader& sections, Arena& arena)
      : segments_(segments),
        candidates_(candidates),
        sections_(sections),
        leaves_(MakeSpan<Leaf>(arena, candidates.size())),
        stretches_(MakeSpan<Stretch>(arena, candidates.size())) {}

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
    }
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
    const auto same =
        continues ? IsInSameBlock(i, reader) : Result<bool>(false);
    if (!same) return same.error();
    leaf.block = *same ? leaves_[i - 1].block : blocks_++;
    if (leaf.place.kind == PlaceKind::kItem) leaf.lead_in = LeadInOf(i);
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

  std::span<const LiveSegment> segments_;
  std::span<const CandidateSentence> candidates_;
  SectionReader& sections_;
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
                           SectionReader& sections, Arena& arena) {
  return LeafPlacer(segments, evidence.sentences(), sections, arena).Place();
}

}  // namespace answerbox::engine
