#include "daemon/ask/citation.h"

#include <array>

#include "engine/numeric/arena_span.h"

namespace answerbox::daemon {
namespace {

constexpr std::size_t kOutlineDepth = 6;

std::string_view Part(std::string_view text, engine::ByteRange range) {
  return text.substr(range.begin, range.end - range.begin);
}

engine::Result<std::span<const std::string_view>> SectionTitles(
    const engine::SegmentReader& reader, engine::DocumentNumber document,
    std::string_view text, std::uint32_t offset, engine::Arena& arena) {
  std::array<engine::HeadingMark, kOutlineDepth> marks;
  const auto headings = reader.HeadingsAt(document, offset, marks);
  if (!headings) return headings.error();
  const auto titles =
      engine::MakeSpan<std::string_view>(arena, headings->size());
  for (std::size_t i = 0; i < titles.size(); ++i) {
    titles[i] = Part(text, (*headings)[i].range);
  }
  return titles;
}

}  // namespace

engine::Result<Citation> Cite(std::span<const engine::LiveSegment> segments,
                              const ChosenSentence& chosen,
                              engine::Arena& arena) {
  const engine::SegmentReader& reader = *segments[chosen.segment].reader;
  const auto chunk = reader.Chunk(chosen.chunk);
  if (!chunk) return chunk.error();
  const auto document = reader.Document(chunk->document);
  if (!document) return document.error();
  const auto sentence = reader.Sentence(chosen.sentence);
  if (!sentence) return sentence.error();
  if (sentence->range.end > document->text.size()) {
    return engine::Error{engine::ErrorCode::kCorrupt, "sentence.range", 0};
  }
  const auto page = reader.PageAt(chunk->document, sentence->range.begin);
  if (!page) return page.error();
  const auto section = SectionTitles(reader, chunk->document, document->text,
                                     sentence->range.begin, arena);
  if (!section) return section.error();
  Citation citation;
  citation.sentence = Part(document->text, sentence->range);
  citation.document = document->name;
  citation.page = *page;
  citation.section = *section;
  citation.offsets = sentence->range;
  citation.chunk = chunk->id;
  citation.segment = chosen.segment;
  citation.document_number = chunk->document;
  return citation;
}

}  // namespace answerbox::daemon
