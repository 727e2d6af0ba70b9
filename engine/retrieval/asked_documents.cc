#include "engine/retrieval/asked_documents.h"

#include <cstddef>
#include <cstdint>

#include "engine/text/utf8.h"

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
  // Names are sorted, so those that begin like the pattern are neighbours. A
  // pattern that begins with `*` compares all names.
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

// Keeps only the first of the asked documents that have one text. Counts are
// those of the distinct texts, so they do not depend on what is asked.
void AskOnce(const DocumentCopies& copies,
             std::span<const std::span<std::uint64_t>> asked,
             std::span<LiveSegment> within) {
  copies.ForGroups([&](std::span<const DocumentCopies::Place> group) {
    bool is_asked = false;
    for (const auto& [segment, document] : group) {
      std::uint64_t& bits = asked[segment][document / DocumentSet::kGroup];
      const std::uint64_t bit = std::uint64_t{1}
                                << (document % DocumentSet::kGroup);
      if ((bits & bit) == 0) continue;
      if (is_asked) bits &= ~bit;
      is_asked = true;
    }
  });
  if (copies.empty()) return;
  for (std::size_t s = 0; s < within.size(); ++s) {
    within[s].share = copies.distinct()[s].share;
  }
}

// Returns the end of the character that begins at `at`.
std::size_t EndOfCharacter(std::string_view text, std::size_t at) noexcept {
  do {
    ++at;
  } while (at < text.size() && IsContinuationByte(text[at]));
  return at;
}

}  // namespace

Result<std::span<const LiveSegment>> WithinDocuments(
    std::span<const LiveSegment> segments,
    std::span<const std::string_view> patterns, Arena& arena,
    const DocumentCopies* copies) {
  const auto within = MakeSpan<LiveSegment>(arena, segments.size());
  const auto asked = MakeSpan<std::span<std::uint64_t>>(arena, segments.size());
  for (std::size_t s = 0; s < segments.size(); ++s) {
    // The segments of the snapshot are shared by all questions, so this
    // question has its own copy of their heads.
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
    // A pattern without a document is most likely misspelt. Answering from the
    // others would hide that.
    if (!is_found) return Error{ErrorCode::kNoSuchDocument, "documents", p};
  }
  if (copies != nullptr) AskOnce(*copies, asked, within);
  return std::span<const LiveSegment>(within);
}

// If a character does not match, the last `*` is made to stand for one more
// character. An earlier `*` is never made longer: that would only leave a
// shorter rest of the name for the rest of the pattern.
bool MatchesPattern(std::string_view name, std::string_view pattern) noexcept {
  std::size_t n = 0;
  std::size_t p = 0;
  std::size_t after_star = std::string_view::npos;  // In the pattern.
  std::size_t star_end = 0;  // What the last `*` stands for ends here.
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      star_end = n;
    } else if (p < pattern.size() && pattern[p] == '?') {
      n = EndOfCharacter(name, n);
      ++p;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++n;
      ++p;
    } else if (after_star != std::string_view::npos) {
      n = star_end = EndOfCharacter(name, star_end);
      p = after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace answerbox::engine
