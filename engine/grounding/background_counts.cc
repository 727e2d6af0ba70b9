#include "engine/grounding/background_counts.h"

#include <algorithm>
#include <cstddef>

#include "engine/language_model/query_likelihood.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {
namespace {

// A batch's memory is used again for the next one.
constexpr std::size_t kBatch = 64;
constexpr std::size_t kBytesPerEntry = sizeof(std::optional<TermEntry>);
// Counts of a batch, and two cursors.
constexpr std::size_t kFurtherBytes = std::size_t{32} << 10;

}  // namespace

Result<void> CollectionCounts::Count(std::span<const std::string_view> terms,
                                     std::span<WordInCollection> counts,
                                     Arena& arena) const {
  const std::size_t bytes =
      segments_.size() * kBatch * kBytesPerEntry + kFurtherBytes;
  const auto memory =
      MakeBuffer<std::max_align_t>(arena, bytes / sizeof(std::max_align_t) + 1);
  Arena scratch(std::as_writable_bytes(memory));
  const auto batch = MakeSpan<QuestionTerm>(arena, kBatch);
  for (std::size_t begin = 0; begin < terms.size(); begin += kBatch) {
    scratch.Reset();
    const std::size_t size = std::min(kBatch, terms.size() - begin);
    for (std::size_t i = 0; i < size; ++i) batch[i] = {terms[begin + i], 1};
    QuestionTerms wanted;
    wanted.distinct = batch.first(size);
    const auto lookup = TermLookup::Find(segments_, wanted, scratch);
    if (!lookup) return lookup.error();
    const auto counted = CountInCollection(segments_, *lookup, scratch);
    if (!counted) return counted.error();
    std::ranges::copy(*counted, counts.subspan(begin).begin());
  }
  return {};
}

}  // namespace answerbox::engine
