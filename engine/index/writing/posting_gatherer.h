// Inverts the terms of sentences, from "which terms has this chunk" to "which
// chunks have this term", by counting sort. It makes the postings of a slice of
// the terms at a time, so that its memory for postings does not grow with the
// segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/index/format/segment_layout.h"
#include "engine/index/postings/posting_list.h"
#include "engine/index/terms/term_writer.h"
#include "engine/index/terms/vocabulary.h"
#include "engine/index/writing/headings.h"
#include "engine/result.h"

namespace answerbox::engine {

// The most postings held at a time; a single longer list may exceed it.
inline constexpr std::size_t kPostingsPerSlice = 1u << 18;

// What the builder gathered. `sentence_terms` are varints of the vocabulary's
// numbers, sentence by sentence.
struct GatheredSentences {
  const Vocabulary* vocabulary = nullptr;
  const TermOrder* order = nullptr;
  std::span<const ChunkRow> chunks;
  std::span<const SentenceRow> sentences;
  std::span<const std::byte> sentence_terms;
  const InheritedHeadings* headings = nullptr;
};

// The terms of the sentences first to first + count - 1.
[[nodiscard]] std::span<const std::byte> TermsOf(
    std::span<const SentenceRow> sentences,
    std::span<const std::byte> sentence_terms, std::uint32_t first,
    std::uint32_t count) noexcept;

class PostingGatherer final : public TermSource {
 public:
  // Counts the chunks of each term. What `gathered` points to must not change
  // while terms are read.
  void Prepare(const GatheredSentences& gathered);

  [[nodiscard]] Result<void> Rewind() override;
  [[nodiscard]] Result<bool> NextTerm() override;
  [[nodiscard]] std::string_view term() const override;
  [[nodiscard]] Result<std::span<const Posting>> NextPostings() override;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Heap that Prepare(), reading and the TermOrder will need, in bytes.
  [[nodiscard]] static std::size_t MemoryBytes(std::uint64_t terms,
                                               std::uint64_t postings) noexcept;

 private:
  // Calls visit(term) for every term of a chunk, with repetitions.
  template <typename Visit>
  void ForEachTerm(std::uint32_t chunk, const Visit& visit) const;
  void CountChunks();
  void FillSlice(std::uint32_t first_term);

  GatheredSentences gathered_;
  std::vector<std::uint32_t> chunk_frequencies_;  // By term number.
  std::vector<std::uint32_t>
      lasts_;  // By term number: its last posting in slice_.
  std::size_t posting_count_ = 0;
  std::vector<Posting> slice_;
  std::uint32_t slice_begin_ = 0;  // Term numbers of the slice; half-open.
  std::uint32_t slice_end_ = 0;
  std::uint32_t next_term_ = 0;
  std::span<const Posting>
      postings_;  // The rest of the current term's postings.
};

}  // namespace answerbox::engine
