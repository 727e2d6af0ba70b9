// Lists the passages that hold words of a question, best first, page by page.
// Chooses no answer and computes no confidence.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "engine/ask/workspace.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

// The last passage that can be listed.
inline constexpr std::size_t kMaxPassages = 1000;

struct PassageQuery {
  std::string_view words;  // Valid UTF-8, at most kMaxQuestionBytes.
  // As Question::documents.
  std::span<const std::string_view> documents = {};
  // As Question::synonyms.
  const Synonyms* synonyms = nullptr;
  // As Question::with_abbreviations.
  bool with_abbreviations = false;
  // As Question::with_thesaurus and Question::thesaurus.
  bool with_thesaurus = true;
  const Thesaurus* thesaurus = nullptr;
  Arithmetic arithmetic = Arithmetic::kFixed;
  std::size_t from = 1;  // The first passage to list, from 1.
  // 1 or more; from + count - 1 is at most kMaxPassages.
  std::size_t count = 10;
};

struct Passage {
  std::string_view text;               // As it stands in the document.
  ByteRange offsets;                   // In the document's text.
  std::span<const ByteRange> matches;  // Words of the query; bytes in `text`.
  CitedPlace best;                     // The sentence that was found.
  double score = 0.0;                  // Of its chunk's retrieval.
};

struct PassageList {
  // kEmptyQuestion, kNoDocuments or kNoEvidence: there are no passages.
  std::optional<RefusalReason> refusal;
  std::span<const Passage> passages;
  bool has_more = false;  // There may be passages after these.
  // How many there are; nothing where counting them would take longer than
  // listing these.
  std::optional<std::size_t> total;
};

// Lists the passages from number `from` on. Calls with other values of `from`
// give other passages of the same list. The list has no passage whose best
// sentence an earlier passage shows, and does not depend on the segments that
// hold the documents. Takes time quadratic in from + count, besides retrieval.
// The result is valid as that of Ask. Errors: those of Ask.
[[nodiscard]] Result<PassageList> Search(std::span<const LiveSegment> segments,
                                         const PassageQuery& query,
                                         Workspace& workspace) noexcept;

}  // namespace answerbox::engine
