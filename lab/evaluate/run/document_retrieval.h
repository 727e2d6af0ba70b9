// Retrieves documents for queries in this process, with the engine's own index
// and the stages that long answers and contexts are gathered with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/language_model/word_probability.h"
#include "engine/numeric/arithmetic.h"
#include "engine/profile.h"
#include "engine/retrieval/feedback.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/trec_documents.h"
#include "lab/evaluate/corpus/trec_topics.h"
#include "lab/evaluate/judged_documents.h"

namespace answerbox::lab {

// Documents of a ranking.
inline constexpr std::size_t kMaxRankedDocuments = 1000;

struct DocumentRetrieval {
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  engine::Chunking chunking = {};
  // Retrieves by dense vectors, made in so many passes, instead of BM25.
  std::optional<std::uint32_t> dense_passes = {};
  bool has_bigrams = false;  // Bigrams re-rank the first chunks.
  std::optional<engine::Feedback> feedback = {};  // Expands the topic.
  // Query likelihood re-ranks the first chunks, last of all.
  std::optional<engine::Smoothing> likelihood = {};
};

// Called now and then.
using RetrievalProgress =
    std::function<void(std::size_t done, std::size_t total)>;

// Indexes the documents and ranks them for each topic. A document has the rank
// of its best chunk. Scores are those of ranks, the highest for the first, so
// that every program keeps the order. Errors: kRejected, with the document or
// topic.
[[nodiscard]] Outcome<RetrievalRun> RetrieveDocuments(
    const std::vector<TrecDocument>& documents,
    const std::vector<TrecTopic>& topics, const DocumentRetrieval& retrieval,
    const RetrievalProgress& progress);

}  // namespace answerbox::lab
