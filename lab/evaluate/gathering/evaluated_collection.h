// Documents in memory as one collection, each once or twice, and their
// sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/format/segment_records.h"
#include "engine/latent/dense_vectors.h"
#include "engine/text/document_text.h"
#include "lab/client.h"
#include "lab/evaluate/baselines/sentence.h"
#include "lab/evaluate/gathering/strategy.h"
#include "lab/evaluate/run/memory_index.h"

namespace answerbox::lab {

// A part of a document of the collection. Copies of a document are one.
struct DocumentPart {
  std::size_t document = 0;  // By order of adding, from 0.
  engine::ByteRange range;
};

// The sentences that a strategy can choose from: those that can answer.
struct CollectionSentences {
  std::vector<DocumentPart> places;
  std::vector<BaselineSentence> sentences;  // Terms are those of the index.
};

class EvaluatedCollection {
 public:
  //   copies  how often each document is in the collection, at least 1
  explicit EvaluatedCollection(std::size_t copies);

  // Errors: kRejected.
  [[nodiscard]] Outcome<void> Add(const std::string& name,
                                  const engine::DocumentText& document);

  // Call once, last. Errors: kRejected.
  [[nodiscard]] Outcome<void> Open();

  [[nodiscard]] engine::LiveSegment live() const { return index_.live(); }
  [[nodiscard]] std::size_t size() const { return size_; }

  // The document that a document of the index is a copy of.
  [[nodiscard]] std::size_t DocumentOf(engine::DocumentNumber number) const {
    return number / copies_;
  }

  // The collection's dense vectors, if one of the strategies retrieves by them.
  // Errors: kRejected.
  [[nodiscard]] Outcome<std::optional<engine::DenseVectors>> DenseVectorsFor(
      const std::vector<EvaluatedStrategy>& strategies) const;

  // A document's text. Errors: kRejected.
  [[nodiscard]] Outcome<std::string_view> TextOf(std::size_t document) const;

  // Those of all documents and copies, in order. Errors: kRejected.
  [[nodiscard]] Outcome<CollectionSentences> ReadSentences() const;

 private:
  MemoryIndex index_;
  std::size_t copies_;
  std::size_t size_ = 0;
};

// Words, numbers and punctuation marks.
[[nodiscard]] std::uint32_t CountTokens(std::string_view text);

// "what: why (field)".
[[nodiscard]] Failure EngineFailure(const std::string& what,
                                    const engine::Error& error);

}  // namespace answerbox::lab
