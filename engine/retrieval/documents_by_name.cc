#include "engine/retrieval/documents_by_name.h"

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {

DocumentsByName::DocumentsByName(std::span<const LiveSegment> segments,
                                 Arena& arena)
    : segments_(segments), cursors_(MakeSpan<Cursor>(arena, segments.size())) {}

Result<void> DocumentsByName::Advance(std::uint32_t segment) {
  Cursor& cursor = cursors_[segment];
  const LiveSegment& live = segments_[segment];
  while (cursor.next < live.reader->counts().documents) {
    const auto document = live.reader->DocumentByName(cursor.next++);
    if (!document) return document.error();
    if (live.Hides(*document)) continue;
    const auto record = live.reader->Document(*document);
    if (!record) return record.error();
    cursor.record = *record;
    return {};
  }
  cursor.is_at_end = true;
  return {};
}

Result<bool> DocumentsByName::Next() {
  for (std::uint32_t s = 0; s < cursors_.size(); ++s) {
    if (has_begun_ && s != first_) continue;
    if (const auto moved = Advance(s); !moved) return moved.error();
  }
  has_begun_ = true;
  bool is_found = false;
  for (std::uint32_t s = 0; s < cursors_.size(); ++s) {
    if (cursors_[s].is_at_end) continue;
    if (is_found && cursors_[first_].record.name <= cursors_[s].record.name) {
      continue;
    }
    first_ = s;
    is_found = true;
  }
  return is_found;
}

}  // namespace answerbox::engine
