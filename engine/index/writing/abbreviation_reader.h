// The records of the section kAbbreviations: the abbreviations that documents
// define, by their short and by their long forms. Builder and merger find them
// anew in the sentences, so that the section says nothing that the documents do
// not. Layout: docs/segment-format.md, "Abbreviations".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/format/segment_writer.h"
#include "engine/result.h"
#include "engine/text/abbreviations.h"
#include "engine/text/document_text.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// The most definitions of a document; further ones are left out. A definition
// that a document repeats counts once.
inline constexpr std::size_t kMaxDocumentAbbreviations = 256;
inline constexpr std::size_t kAbbreviationRecords = 2;  // Of a definition.

class AbbreviationReader {
 public:
  // Allocates a normalizer, and nothing later.
  AbbreviationReader() : normalizer_(Profile::kDefault) {}

  // The sentences that follow are those of this document.
  void BeginDocument(DocumentNumber document) noexcept;

  // The records of the definitions in the document's next sentence that it did
  // not have before. Valid until the next call. A definition without a term on
  // either side, or with more than kMaxPhraseTerms, is left out.
  //   text   of the sentence
  //   begin  where it begins in the document
  [[nodiscard]] std::span<const AbbreviationRecord> ReadSentence(
      std::string_view text, std::uint32_t begin) noexcept;

 private:
  [[nodiscard]] bool IsNew(std::uint64_t definition) noexcept;

  TermNormalizer normalizer_;
  DocumentNumber document_ = 0;
  // Hashes of the document's definitions.
  std::array<std::uint64_t, kMaxDocumentAbbreviations> known_;
  std::size_t known_count_ = 0;
  std::array<AbbreviationRecord,
             kAbbreviationRecords * kMaxSentenceAbbreviations>
      records_;
};

// Sorts the records and writes the section, unless there are none. Takes a byte
// of scratch memory for each. Errors: kSinkFailed; those of `scratch`.
//   records  below 2^32
[[nodiscard]] Result<void> WriteAbbreviations(
    std::span<AbbreviationRecord> records, SegmentWriter& writer,
    Scratch& scratch);

}  // namespace answerbox::engine
