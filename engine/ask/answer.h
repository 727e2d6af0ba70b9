// The result of a question: an answer, or a refusal with its reason; and the
// sentences that were found, with their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/spans/short_answer.h"
#include "engine/answer/units/unit_spans.h"
#include "engine/ask/refused_words.h"
#include "engine/index/format/segment_records.h"
#include "engine/words/abbreviations.h"
#include "engine/words/spelling.h"

namespace answerbox::engine {

enum class RefusalReason : std::uint8_t {
  kEmptyQuestion,  // No word to search for.
  kNoDocuments,
  kNoEvidence,    // No word of the question is in the documents.
  kWeakEvidence,  // The best confidence is below theta.
  kBudget,        // Answering takes more than Question::max_work.
};

// The protocol's name of a reason, e.g. "weak_evidence".
[[nodiscard]] std::string_view ToString(RefusalReason reason) noexcept;
// The reason as a sentence for people. For kWeakEvidence in profile default,
// Explain(RefusedWords) says more.
[[nodiscard]] std::string_view Explain(RefusalReason reason) noexcept;

// Where a sentence is. Views into the segment's mapping and the workspace's
// arena.
struct CitedPlace {
  std::string_view sentence;
  std::string_view document;
  std::optional<std::uint32_t> page;
  std::uint8_t page_recognition = 0;          // As PageMark::recognition.
  std::span<const std::string_view> section;  // Outermost heading first.
  ByteRange offsets;                          // In the document's text.
  ChunkId chunk{};
  std::size_t segment = 0;  // Index into the asked segments.
  DocumentNumber document_number = 0;
  SentenceNumber sentence_number = 0;
};

// A sentence that may answer.
struct Citation : CitedPlace {
  double score = 0.0;            // Sentences are ranked by it.
  double confidence = 0.0;       // In [0, 1].
  std::uint64_t score_bits = 0;  // The score in the arithmetic that made it.
  // Places of sentences that say the same, best first.
  std::span<const CitedPlace> also_in;
};

// The paragraph around the best sentence; ranges are bytes in `text`.
struct Context {
  std::string_view text;
  ByteRange sentence;
  std::span<const ByteRange> matches;  // Words that are also in the question.
};

// A chunk that was retrieved, for measures of retrieval.
struct RetrievedChunk {
  std::size_t segment = 0;
  DocumentNumber document = 0;
};

struct AnswerPart {
  std::string_view text;  // As it stands in the document.
  ByteRange offsets;      // In the document's text.
  std::optional<std::uint32_t> page;
  PartRole role = PartRole::kSentence;
  std::uint8_t level = 0;  // Of an item: 1, or more in a list within a list.
};

// An answer as a person reads it. Its parts stand in one document, and follow
// each other there, but for the headings of a row's cells.
struct FormedAnswer {
  AnswerForm form = AnswerForm::kSentence;
  // The parts, as docs/socket-protocol.md joins them.
  std::string_view text;
  std::span<const AnswerPart> parts;
  // What was left out for length: from the end of the last part to the end of
  // the list, row or section.
  std::optional<ByteRange> cut;
  Citation decided;  // The sentence, item or row that decided.
};

// One of the values that answers give in the same place of two sentences.
struct DifferentValue {
  std::size_t answer = 0;  // Index into Answer::formed.
  ByteRange words;         // Of its sentence that decided.
  // Of its document: year * 10000 + month * 100 + day, 0 for what is not said;
  // 0: no date is known.
  std::uint32_t date = 0;
};

struct Answer {
  std::optional<RefusalReason> refusal;  // Nothing: answered.
  RefusedWords
      refused_words;  // For kWeakEvidence in profile default; else empty.
  // Some messages tell a story and then ask (engine/words/asked_part.h). For
  // these, the text that was asked in place of the message: its questions, then
  // the names in its story that documents have. Else empty.
  std::string_view asked;
  // Words of the question that were taken for others. The answer is the answer
  // to the question with these words.
  std::span<const RespeltWord> respelt;
  std::span<const SpellingOffer> offers;  // Only if refused.
  // Words of the question that were looked up with the other form of an
  // abbreviation too.
  std::span<const ExpandedAbbreviation> abbreviations;
  // Best first. If answered: [0] is the sentence that answers or decided, the
  // others are runners-up. If refused: the best sentences that were found, if
  // any; with kBudget, the sentences of the best passages, with the score of
  // retrieval and without a confidence.
  std::span<const Citation> citations;
  // If answered: the answer in its form, then others that share no part with
  // it or each other; at most Question::answers. Two whose values differ are
  // the first two, the newer document's first.
  std::span<const FormedAnswer> formed;
  // The values in which the first two answers differ, in their order; empty if
  // they do not or were not compared: they are if Question::answers is nothing.
  std::span<const DifferentValue> differ;
  // Whether `formed` are choices: the first one is not sure enough, and
  // Question::answers is nothing.
  bool is_choice = false;
  // Part of citations[0].sentence. Only if answered and asked for.
  std::optional<ShortAnswer> short_answer;
  Context context;          // Around citations[0]; empty if there is none.
  double confidence = 0.0;  // Of citations[0], or 0.
  std::span<const RetrievedChunk> retrieved;  // Best first, at most ten.
  // What the question takes (work_budget.h), as far as it was counted. Nothing
  // without Question::max_work.
  std::optional<std::uint64_t> work;
};

}  // namespace answerbox::engine
