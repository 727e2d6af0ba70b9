#include "engine/retrieval/asked_documents.h"

#include <algorithm>
#include <cstdint>

#include "engine/numeric/arena_span.h"
#include "engine/retrieval/name_pattern.h"

namespace answerbox::engine {
namespace {

// The first place in the order of names whose name is not less than `prefix`.
Result<std::uint32_t> FirstPlace(const SegmentReader& reader,
                                 std::string_view prefix) {
  std::uint32_t begin = 0;
  std::uint32_t end = reader.counts().documents;
  while (begin < end) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    const auto document = reader.DocumentByName(middle);
    if (!document) return document.error();
    const auto name = reader.DocumentName(*document);
    if (!name) return name.error();
    if (*name < prefix) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

// Adds the live documents that match to `asked`. Returns whether there are any.
Result<bool> AddMatches(const LiveSegment& segment, std::string_view pattern,
                        std::span<std::uint64_t> asked) {
  const SegmentReader& reader = *segment.reader;
  const std::string_view prefix = FixedPrefix(pattern);
  const auto first = FirstPlace(reader, prefix);
  if (!first) return first.error();
  bool is_found = false;
  for (std::uint32_t place = *first; place < reader.counts().documents;
       ++place) {
    const auto document = reader.DocumentByName(place);
    if (!document) return document.error();
    const auto name = reader.DocumentName(*document);
    if (!name) return name.error();
    if (!name->starts_with(prefix)) break;
    if (segment.removed->Contains(*document) ||
        !MatchesPattern(*name, pattern)) {
      continue;
    }
    asked[*document / DocumentSet::kGroup] |=
        std::uint64_t{1} << (*document % DocumentSet::kGroup);
    is_found = true;
  }
  return is_found;
}

}  // namespace

Result<std::span<const LiveSegment>> WithinDocuments(
    std::span<const LiveSegment> segments,
    std::span<const std::string_view> patterns, Arena& arena) {
  const auto within = MakeSpan<LiveSegment>(arena, segments.size());
  const auto asked = MakeSpan<std::span<std::uint64_t>>(arena, segments.size());
  for (std::size_t s = 0; s < segments.size(); ++s) {
    within[s] = segments[s];
    asked[s] = MakeSpan<std::uint64_t>(
        arena,
        segments[s].reader->counts().documents / DocumentSet::kGroup + 1);
    within[s].asked = asked[s];
  }
  for (std::size_t p = 0; p < patterns.size(); ++p) {
    bool is_found = false;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      const auto added = AddMatches(segments[s], patterns[p], asked[s]);
      if (!added) return added.error();
      is_found = is_found || *added;
    }
    if (!is_found) return Error{ErrorCode::kNoSuchDocument, "documents", p};
  }
  return std::span<const LiveSegment>(within);
}

}  // namespace answerbox::engine
