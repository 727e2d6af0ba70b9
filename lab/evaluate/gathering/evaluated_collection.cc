#include "lab/evaluate/gathering/evaluated_collection.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/index/format/segment_records.h"
#include "engine/profile.h"
#include "engine/text/tokenizer.h"

namespace answerbox::lab {

Failure EngineFailure(const std::string& what, const engine::Error& error) {
  return Rejected(what + ": " + engine::Describe(error.code) + " (" +
                  error.field + ")");
}

std::uint32_t CountTokens(std::string_view text) {
  engine::Tokenizer tokenizer(engine::Profile::kDefault, text);
  std::uint32_t tokens = 0;
  while (tokenizer.Next()) ++tokens;
  return tokens;
}

EvaluatedCollection::EvaluatedCollection(std::size_t copies)
    : index_(engine::Profile::kDefault, engine::Chunking{}), copies_(copies) {}

Outcome<void> EvaluatedCollection::Add(const std::string& name,
                                       const engine::DocumentText& document) {
  for (std::size_t copy = 0; copy < copies_; ++copy) {
    const std::string its_name =
        copy == 0 ? name : name + " (" + std::to_string(copy + 1) + ")";
    const auto added = index_.Add(its_name, document);
    if (!added) return EngineFailure("indexing " + name, added.error());
  }
  ++size_;
  return {};
}

Outcome<void> EvaluatedCollection::Open() {
  const auto opened = index_.Open();
  if (!opened) return EngineFailure("indexing", opened.error());
  return {};
}

Outcome<std::optional<engine::DenseVectors>>
EvaluatedCollection::DenseVectorsFor(
    const std::vector<EvaluatedStrategy>& strategies) const {
  const bool is_dense =
      std::ranges::any_of(strategies, [](const EvaluatedStrategy& strategy) {
        return strategy.retrieval.is_dense;
      });
  if (!is_dense) return std::nullopt;
  const engine::LiveSegment segment = index_.live();
  auto made =
      engine::DenseVectors::Make({&segment, 1}, engine::kDefaultDensePasses);
  if (!made) return EngineFailure("making dense vectors", made.error());
  return std::optional(*std::move(made));
}

Outcome<std::string_view> EvaluatedCollection::TextOf(
    std::size_t document) const {
  const auto number = static_cast<engine::DocumentNumber>(document * copies_);
  const engine::SegmentReader& reader = *index_.live().reader;
  const auto record = reader.Document(number);
  if (!record) return EngineFailure("reading", record.error());
  const auto text = reader.Text(*record, {0, record->text_bytes});
  if (!text) return EngineFailure("reading", text.error());
  return *text;
}

Outcome<CollectionSentences> EvaluatedCollection::ReadSentences() const {
  const engine::SegmentReader& reader = *index_.live().reader;
  CollectionSentences all;
  std::array<engine::TermNumber, engine::kMaxSentenceTerms> terms;
  for (engine::DocumentNumber d = 0; d < reader.counts().documents; ++d) {
    const auto document = reader.Document(d);
    if (!document) return EngineFailure("reading", document.error());
    for (std::uint32_t i = 0; i < document->sentence_count; ++i) {
      const engine::SentenceNumber number = document->first_sentence + i;
      const auto record = reader.Sentence(*document, number);
      if (!record) return EngineFailure("reading", record.error());
      if (!record->CanAnswer()) continue;
      const auto text = reader.Text(*document, record->range);
      if (!text) return EngineFailure("reading", text.error());
      const auto its_terms = reader.SentenceTerms(number, terms);
      if (!its_terms) return EngineFailure("reading", its_terms.error());
      all.places.push_back({DocumentOf(d), record->range});
      all.sentences.push_back({record->words,
                               CountTokens(*text),
                               {its_terms->begin(), its_terms->end()}});
    }
  }
  return all;
}

}  // namespace answerbox::lab
