#include "engine/index/writing/one_chunk_terms.h"

#include <algorithm>

#include "engine/index/format/varint.h"
#include "engine/index/postings/posting_encoder.h"
#include "engine/index/postings/squared_norm.h"
#include "engine/index/terms/dictionary_writer.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

Result<void> WriteTermsOfOneChunk(const Vocabulary& vocabulary,
                                  const TermOrder& order,
                                  std::span<const std::byte> chunk_terms,
                                  Profile profile, const TermTables& tables,
                                  Scratch& scratch, SegmentWriter& writer) {
  const auto frequencies = TakeArray<std::uint32_t>(scratch, vocabulary.size());
  if (!frequencies) return frequencies.error();
  std::fill(frequencies->begin(), frequencies->end(), 0u);
  VarintReader terms(chunk_terms);
  while (const auto number = terms.Next()) ++(*frequencies)[*number];

  writer.Begin(Section::kPostings);
  DictionaryWriter dictionary(writer, tables.blocks);
  const std::uint16_t idf =
      profile == Profile::kPaper ? PaperIdfQ11(1, 1) : std::uint16_t{0};
  std::uint64_t squared_norm = 0;
  for (std::uint32_t term = 0; term < order.size(); ++term) {
    const std::uint32_t number = order.VocabularyNumberOf(term);
    const std::uint32_t frequency =
        std::min((*frequencies)[number], kMaxFrequency);
    const auto place =
        dictionary.BeginTerm(vocabulary[number], order.FirstEight(term), 0);
    if (!place) return place.error();
    dictionary.EndTerm(PutPosting(PutVarint(*place, 1), 0, frequency));
    squared_norm = AddSquare(squared_norm, frequency, idf);
  }
  if (profile == Profile::kPaper) tables.squared_norms[0] = squared_norm;
  return dictionary.WriteBlocks();
}

}  // namespace answerbox::engine
