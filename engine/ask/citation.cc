#include "engine/ask/citation.h"

#include <array>

#include "engine/numeric/arena_span.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kOutlineDepth = 6;

Result<std::span<const std::string_view>> SectionTitles(
    const SegmentReader& reader, DocumentNumber number,
    const DocumentRecord& document, std::uint32_t offset, Arena& arena) {
  std::array<HeadingMark, kOutlineDepth> marks;
  const auto headings = reader.HeadingsAt(number, offset, marks);
  if (!headings) return headings.error();
  const auto titles = MakeSpan<std::string_view>(arena, headings->size());
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const auto title = reader.Text(document, (*headings)[i].range);
    if (!title) return title.error();
    titles[i] = *title;
  }
  return titles;
}

}  // namespace

Result<CitedPlace> Cite(std::span<const LiveSegment> segments,
                        const ChosenSentence& chosen, Arena& arena) {
  const SegmentReader& reader = *segments[chosen.segment].reader;
  const auto chunk = reader.IdOfChunk(chosen.chunk);
  if (!chunk) return chunk.error();
  const auto number = reader.DocumentOfChunk(chosen.chunk);
  if (!number) return number.error();
  const auto document = reader.Document(*number);
  if (!document) return document.error();
  const auto sentence = reader.Sentence(*document, chosen.sentence);
  if (!sentence) return sentence.error();
  const auto text = reader.Text(*document, sentence->range);
  if (!text) return text.error();
  // Text is checked when it is added, but a damaged file may hold anything.
  if (text->empty() || !ValidateUtf8(*text)) {
    return Error{ErrorCode::kCorrupt, "document.text", sentence->range.begin};
  }
  const auto page = reader.PageMarkAt(*number, sentence->range.begin);
  if (!page) return page.error();
  const auto section =
      SectionTitles(reader, *number, *document, sentence->range.begin, arena);
  if (!section) return section.error();
  CitedPlace place;
  place.sentence = *text;
  place.document = document->name;
  if (*page) {
    place.page = (*page)->number;
    place.page_recognition = (*page)->recognition;
  }
  place.section = *section;
  place.offsets = sentence->range;
  place.chunk = *chunk;
  place.segment = chosen.segment;
  place.document_number = *number;
  return place;
}

}  // namespace answerbox::engine
