#include "engine/gathering/pooled_texts.h"

#include <algorithm>

namespace answerbox::engine {

std::uint64_t CountTokens(std::string_view text) noexcept {
  Tokenizer tokenizer(Profile::kDefault, text);
  std::uint64_t count = 0;
  while (tokenizer.Next()) ++count;
  return count;
}

PooledTexts::PooledTexts(std::span<const LiveSegment> segments,
                         const SentencePool& pool, const GatheringQuery& query,
                         Arena& arena)
    : segments_(segments),
      pool_(pool),
      query_(query),
      arena_(arena),
      words_(MakeSpan<std::optional<WordSet>>(arena, pool.sentences.size())) {}

// If the neighbour is chosen too, the text between them is shown. It is always
// counted, so that no budget is exceeded.
TextCost PooledTexts::CostOf(std::size_t unit) {
  ByteRange range = pool_.sentences[unit].record.range;
  if (unit + 1 < pool_.sentences.size() && pool_.HasNeighbour(unit)) {
    range.end =
        std::max(range.end, pool_.sentences[unit + 1].record.range.begin);
  }
  return CostOfText(query_, TextOf(unit, range));
}

bool PooledTexts::SayTheSame(std::size_t a, std::size_t b) {
  return engine::SayTheSame(WordsOf(a), WordsOf(b));
}

std::uint64_t PooledTexts::AllTokens() {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < pool_.sentences.size(); ++i) {
    sum += CostOf(i).tokens;
  }
  return sum;
}

Result<void> PooledTexts::status() const noexcept {
  if (error_) return *error_;
  return {};
}

std::string_view PooledTexts::TextOf(std::size_t unit, ByteRange range) {
  const PooledSentence& sentence = pool_.sentences[unit];
  const SegmentReader& reader = *segments_[sentence.segment].reader;
  const auto document = reader.Document(sentence.document);
  if (!document) {
    error_ = document.error();
    return {};
  }
  const auto text = reader.Text(*document, range);
  if (!text) {
    error_ = text.error();
    return {};
  }
  return *text;
}

// Words are read only when they are needed, because most sentences are never
// compared.
const WordSet& PooledTexts::WordsOf(std::size_t unit) {
  auto& words = words_[unit];
  if (!words) {
    words.emplace(TextOf(unit, pool_.sentences[unit].record.range), arena_);
  }
  return *words;
}

}  // namespace answerbox::engine
