#include <algorithm>

#include "engine/ask/part_writer.h"

namespace answerbox::engine {
namespace {

// Follows a list after the candidates to its end, or to kMaxUnitWords words.
// Returns whether some of it was left out.
//   end  of the list
// A list is the answer as a whole: one that is cut where a chunk ends would
// look complete.
Result<bool> FollowList(const SegmentReader& reader,
                        const CandidateSentence& last, std::uint32_t end,
                        std::uint32_t words, PartWriter& writer) {
  const DocumentRecord& document = writer.document();
  const SentenceNumber after =
      document.first_sentence + document.sentence_count;
  for (SentenceNumber n = last.sentence + 1; n < after; ++n) {
    const auto record = reader.Sentence(document, n);
    if (!record) return record.error();
    if (record->range.begin >= end) return false;
    words += record->words;
    if (words > kMaxUnitWords || writer.left_out_end() != 0) return true;
    const auto next =
        FindBlockPlace(reader, last.document, record->range.begin);
    if (!next) return next.error();
    if (auto added = writer.AddSentence(record->range, *next); !added) {
      return added.error();
    }
  }
  return false;
}

// Where the section that holds a sentence ends: with the last sentence before
// the next heading. Logarithmic in the document.
Result<std::uint32_t> EndOfSection(const SegmentReader& reader,
                                   const DocumentRecord& document,
                                   const CandidateSentence& sentence) {
  std::uint32_t heading = 0;
  std::uint32_t headings_end = document.heading_count;
  while (heading < headings_end) {
    const std::uint32_t middle = heading + (headings_end - heading) / 2;
    const auto mark = reader.Heading(sentence.document, middle);
    if (!mark) return mark.error();
    if (mark->range.begin < sentence.record.range.end) {
      heading = middle + 1;
    } else {
      headings_end = middle;
    }
  }
  std::uint32_t end = document.text_bytes;
  if (heading < document.heading_count) {
    const auto mark = reader.Heading(sentence.document, heading);
    if (!mark) return mark.error();
    end = mark->range.begin;
  }
  SentenceNumber last = sentence.sentence;
  SentenceNumber after = document.first_sentence + document.sentence_count;
  while (after - last > 1) {
    const SentenceNumber middle = last + (after - last) / 2;
    const auto record = reader.Sentence(document, middle);
    if (!record) return record.error();
    (record->range.begin < end ? last : after) = middle;
  }
  const auto record = reader.Sentence(document, last);
  if (!record) return record.error();
  return record->range.end;
}

// The end of what the unit is the beginning of, if some of that was left out;
// else 0. A list that goes on after the candidates is added to `writer`.
// Readers are told what was left out of what they would take for whole: a list
// or a section, but not a passage that begins anywhere.
Result<std::uint32_t> EndOfLeftOut(const SegmentReader& reader,
                                   const CandidateEvidence& evidence,
                                   const Leaves& leaves, const UnitSpan& unit,
                                   PartWriter& writer) {
  const auto candidates = evidence.sentences();
  const Stretch& stretch = leaves.stretches[leaves.leaves[unit.begin].stretch];
  const CandidateSentence& last = candidates[unit.end - 1];
  const bool reaches_end = unit.end == stretch.end;
  if (unit.list != 0) {
    const auto list = reader.Block(last.document, unit.list - 1);
    if (!list) return list.error();
    const std::uint32_t end = list->range.end;
    const auto is_left_out =
        reaches_end
            ? FollowList(reader, last, end, unit.words, writer)
            : Result<bool>(candidates[unit.end].record.range.begin < end);
    if (!is_left_out) return is_left_out.error();
    return *is_left_out ? end : 0;
  }
  if (unit.kind != UnitKind::kWindow || unit.begin != stretch.begin) return 0;
  if (stretch.begins_section) {
    return EndOfSection(reader, writer.document(), last);
  }
  return reaches_end ? 0 : candidates[stretch.end - 1].record.range.end;
}

}  // namespace

// No part at all can only be a damaged segment: sentences of units are never
// empty.
Result<FormedAnswer> WriteParts(std::span<const LiveSegment> segments,
                                const CandidateEvidence& evidence,
                                const Leaves& leaves, const UnitSpan& unit,
                                Arena& arena) {
  const auto candidates = evidence.sentences();
  const CandidateSentence& first = candidates[unit.begin];
  const SegmentReader& reader = *segments[first.segment].reader;
  PartWriter writer(reader, first.document, arena);
  if (auto opened = writer.Open(); !opened) return opened.error();
  for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
    const auto added =
        writer.AddSentence(candidates[i].record.range, leaves.leaves[i].place);
    if (!added) return added.error();
  }
  const auto end = EndOfLeftOut(reader, evidence, leaves, unit, writer);
  if (!end) return end.error();
  FormedAnswer formed = writer.Written();
  if (formed.parts.empty()) {
    return Error{ErrorCode::kCorrupt, "sentence.range",
                 reader.OffsetOfSentence(first.sentence)};
  }
  const std::uint32_t left_out_end = std::max(*end, writer.left_out_end());
  if (writer.end() < left_out_end) {
    formed.cut = ByteRange{writer.end(), left_out_end};
  }
  return formed;
}

}  // namespace answerbox::engine
