#include "engine/answer/units/leaves.h"

#include <algorithm>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
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
