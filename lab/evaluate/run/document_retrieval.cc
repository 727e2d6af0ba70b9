#include "lab/evaluate/run/document_retrieval.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/ask/workspace.h"
#include "engine/language_model/query_likelihood.h"
#include "engine/latent/dense_vectors.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/utf8.h"
#include "lab/evaluate/run/memory_index.h"

namespace answerbox::lab {
namespace {

using engine::LiveSegment;
using engine::Result;
using engine::ScoredChunk;

// Documents overlap in chunks, so more chunks than documents are retrieved.
constexpr std::size_t kRetrievedChunks = 4 * kMaxRankedDocuments;
// As many as `ask` re-ranks.
constexpr std::size_t kBigramChunks = 40;
constexpr std::size_t kRetrievalArenaBytes = std::size_t{16} << 20;

Failure RetrievalFailure(const std::string& where, const engine::Error& error) {
  return Rejected(where + ": " + engine::Describe(error.code) + " (" +
                  error.field + ")");
}

// Ties are broken by name, so names have the order of documents.
std::string NameOfDocument(std::size_t number) {
  constexpr std::size_t kDigits = 10;
  const std::string digits = std::to_string(number);
  return std::string(kDigits - std::min(kDigits, digits.size()), '0') + digits;
}

template <typename A>
class ChunkRetrieval {
 public:
  ChunkRetrieval(const DocumentRetrieval& retrieval, const LiveSegment& segment)
      : retrieval_(retrieval),
        segments_(&segment, 1),
        workspace_(kRetrievalArenaBytes) {}

  // Makes the dense vectors, if they are wanted. Call first.
  Result<void> Prepare() {
    if (!retrieval_.dense_passes) return {};
    auto made = engine::DenseVectors::Make(segments_, *retrieval_.dense_passes);
    if (!made) return made.error();
    dense_ = *std::move(made);
    return {};
  }

  // The best chunks, best first. Valid until the next call.
  Result<std::span<const ScoredChunk<A>>> Retrieve(std::string_view query) {
    engine::Arena& arena = workspace_.arena();
    arena.Reset();
    const auto terms = engine::AnalyzeQuestion(
        query, workspace_.normalizer(engine::Profile::kDefault), arena);
    const auto lookup = engine::TermLookup::Find(segments_, terms, arena);
    if (!lookup) return lookup.error();
    auto chunks =
        dense_ ? dense_->Retrieve<A>(segments_, dense_->Of(terms, *lookup),
                                     kRetrievedChunks, arena)
               : engine::RetrieveBm25<A>(segments_, *lookup, kRetrievedChunks,
                                         arena);
    if (!chunks) return chunks.error();
    if (retrieval_.has_bigrams) {
      const auto best = chunks->first(std::min(chunks->size(), kBigramChunks));
      const auto reranked =
          engine::RerankByBigrams<A>(segments_, terms, *lookup, best, arena);
      if (!reranked) return reranked.error();
    }
    if (retrieval_.feedback) {
      chunks = Expand(terms, *chunks);
      if (!chunks) return chunks.error();
    }
    if (retrieval_.likelihood) {
      const auto best =
          chunks->first(std::min(chunks->size(), engine::kLikelihoodChunks));
      const auto reranked = engine::RerankByLikelihood<A>(
          segments_, terms, *lookup, *retrieval_.likelihood, best, arena);
      if (!reranked) return reranked.error();
    }
    return std::span<const ScoredChunk<A>>(*chunks);
  }

 private:
  // Retrieves again, by the terms of the first chunks too.
  Result<std::span<ScoredChunk<A>>> Expand(
      const engine::QuestionTerms& terms,
      std::span<const ScoredChunk<A>> chunks) {
    engine::Arena& arena = workspace_.arena();
    const auto expanded = engine::ExpandByFeedback<A>(
        segments_, terms, chunks, *retrieval_.feedback, arena);
    if (!expanded) return expanded.error();
    return engine::RetrieveBm25<A>(segments_, expanded->lookup,
                                   kRetrievedChunks, arena);
  }

  const DocumentRetrieval& retrieval_;
  std::span<const LiveSegment> segments_;
  engine::Workspace workspace_;
  std::optional<engine::DenseVectors> dense_;
};

// The documents of the chunks, each where its first chunk is.
template <typename A>
Result<std::vector<engine::DocumentNumber>> DocumentsOf(
    const LiveSegment& segment, std::span<const ScoredChunk<A>> chunks) {
  std::vector<engine::DocumentNumber> documents;
  std::vector<bool> is_ranked(segment.reader->counts().documents);
  for (const ScoredChunk<A>& chunk : chunks) {
    const auto document = segment.reader->DocumentOfChunk(chunk.chunk);
    if (!document) return document.error();
    if (is_ranked[*document]) continue;
    is_ranked[*document] = true;
    documents.push_back(*document);
    if (documents.size() == kMaxRankedDocuments) break;
  }
  return documents;
}

Outcome<void> CheckText(const std::string& where, std::string_view text) {
  const auto valid = engine::ValidateUtf8(text);
  if (valid) return {};
  return Rejected(where + ": " + engine::Describe(valid.error().code) +
                  " at byte " + std::to_string(valid.error().offset) +
                  "; convert the file to UTF-8, for example by \"iconv -f "
                  "latin1 -t utf-8\"");
}

template <typename A>
Outcome<RetrievalRun> RetrieveFor(const std::vector<TrecDocument>& documents,
                                  const std::vector<TrecTopic>& topics,
                                  const DocumentRetrieval& retrieval,
                                  const MemoryIndex& index,
                                  const RetrievalProgress& progress) {
  const LiveSegment segment = index.live();
  ChunkRetrieval<A> chunk_retrieval(retrieval, segment);
  const auto prepared = chunk_retrieval.Prepare();
  if (!prepared) return RetrievalFailure("dense vectors", prepared.error());
  RetrievalRun run{"answerbox", {}};
  for (const TrecTopic& topic : topics) {
    if (progress) progress(run.rankings.size(), topics.size());
    const auto valid = CheckText("topic " + topic.id, topic.title);
    if (!valid) return valid.error();
    const auto chunks = chunk_retrieval.Retrieve(topic.title);
    if (!chunks) return RetrievalFailure("topic " + topic.id, chunks.error());
    const auto ranked = DocumentsOf<A>(segment, *chunks);
    if (!ranked) return RetrievalFailure("topic " + topic.id, ranked.error());
    QueryRanking ranking{topic.id, {}};
    for (const engine::DocumentNumber document : *ranked) {
      const std::size_t score = ranked->size() - ranking.documents.size();
      ranking.documents.push_back(
          {documents[document].id, static_cast<double>(score)});
    }
    run.rankings.push_back(std::move(ranking));
  }
  std::ranges::sort(run.rankings, {}, &QueryRanking::query);
  return run;
}

Outcome<void> IndexDocuments(const std::vector<TrecDocument>& documents,
                             MemoryIndex& index) {
  for (std::size_t d = 0; d < documents.size(); ++d) {
    const auto valid =
        CheckText("document " + documents[d].id, documents[d].text);
    if (!valid) return valid;
    const auto added = index.Add(NameOfDocument(d), documents[d].text);
    if (!added) {
      return RetrievalFailure("document " + documents[d].id, added.error());
    }
  }
  const auto opened = index.Open();
  if (!opened) return RetrievalFailure("indexing", opened.error());
  return {};
}

}  // namespace

Outcome<RetrievalRun> RetrieveDocuments(
    const std::vector<TrecDocument>& documents,
    const std::vector<TrecTopic>& topics, const DocumentRetrieval& retrieval,
    const RetrievalProgress& progress) {
  MemoryIndex index(engine::Profile::kDefault, retrieval.chunking);
  const auto indexed = IndexDocuments(documents, index);
  if (!indexed) return indexed.error();
  return retrieval.arithmetic == engine::Arithmetic::kFixed
             ? RetrieveFor<engine::FixedArithmetic>(documents, topics,
                                                    retrieval, index, progress)
             : RetrieveFor<engine::FloatArithmetic>(documents, topics,
                                                    retrieval, index, progress);
}

}  // namespace answerbox::lab
