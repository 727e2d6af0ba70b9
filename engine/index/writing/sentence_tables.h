// The sentences of the segment that is being built. Their terms are numbers of
// the vocabulary; Write() replaces them by the segment's term numbers. The
// marks of words are in a table of their own, because postings are gathered
// from the terms alone. Layout: docs/segment-format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/terms/vocabulary.h"
#include "engine/profile.h"
#include "engine/result.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

class SentenceTables {
 public:
  explicit SentenceTables(Profile profile) : profile_(profile) {}

  // Adds a sentence of `text` and its terms to the vocabulary.
  void Add(const Sentence& sentence, std::string_view text,
           Vocabulary& vocabulary);

  // How far the tables are filled, for ReturnTo().
  struct Mark {
    std::size_t rows = 0;
    std::size_t term_bytes = 0;
    std::uint64_t occurrences = 0;
    std::size_t word_mark_bytes = 0;
  };
  [[nodiscard]] Mark mark() const noexcept {
    return {rows_.size(), terms_.size(), occurrences_, word_marks_.size()};
  }
  void ReturnTo(const Mark& mark);

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(rows_.size());
  }
  [[nodiscard]] std::span<const SentenceRow> rows() const noexcept {
    return rows_;
  }
  // Varints of term numbers, sentence by sentence.
  [[nodiscard]] std::span<const std::byte> terms() const noexcept {
    return terms_;
  }

  // Writes the sections kSentenceTerms and kSentences. Changes the rows, so
  // call it last. Errors: kSinkFailed.
  //   frequencies  set to each term's occurrences, by its number in the segment
  [[nodiscard]] Result<void> Write(SegmentWriter& writer,
                                   const TermOrder& order,
                                   std::span<std::uint32_t> frequencies);

  // Forgets all sentences and keeps the memory.
  void Clear() noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  void AddPaperTerms(std::string_view sentence, Vocabulary& vocabulary);
  [[nodiscard]] SentenceSigns AddWords(std::string_view sentence,
                                       Vocabulary& vocabulary);

  Profile profile_;
  PaperTerms paper_terms_;
  std::vector<SentenceRow> rows_;
  std::vector<std::byte> terms_;
  std::uint64_t occurrences_ = 0;  // Number of terms in terms_.
  // Profile default. For each sentence: a varint n, and n WordMarks.
  std::vector<std::byte> word_marks_;
};

}  // namespace answerbox::engine
