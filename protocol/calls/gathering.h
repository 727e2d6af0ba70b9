// The calls `select`, `summarize` and `ground`, which decide nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "protocol/calls/call.h"
#include "protocol/calls/question.h"

namespace answerbox::protocol::calls {

inline constexpr std::uint64_t kMostGathered = 100'000;  // Tokens or words.
inline constexpr std::uint64_t kMostUnits = 8192;

inline constexpr IntegerParam kSentences{.name = "sentences",
                                         .least = 1,
                                         .most = kMostUnits,
                                         .default_text = "no bound"};

namespace select {

// It names no collection where the caller brings its own texts.
inline constexpr ObjectParam kTexts{.name = "texts"};

// The fallback holds where the request names no other budget.
inline constexpr IntegerParam kTokens{
    .name = "tokens",
    .least = 1,
    .most = kMostGathered,
    .fallback = 2000,
    .option = {"--tokens", "N", "The most tokens, {range}{default}"}};

inline constexpr RealParam kTokensPerWord{
    .name = "tokens_per_word",
    .least = 0.1,
    .most = 100.0,
    .default_text = "words, numbers and punctuation marks are counted",
    .option = {"--tokens-per-word", "R",
               "Count a word as so many tokens, {range}: for a language model "
               "and English 1.3 to 1.5{default}"}};

inline constexpr IntegerParam kWords{.name = "words",
                                     .least = 1,
                                     .most = kMostGathered,
                                     .default_text = "no bound"};

inline constexpr RealParam kShare{
    .name = "share", .least = 0.001, .most = 1.0, .default_text = "no bound"};

// The greatest M and N of an order M:N.
inline constexpr std::uint32_t kMostOrderStep = 1000;
inline constexpr TextParam kOrder{
    .name = "order",
    .fallback = "document",
    .option = {"--order", "ORDER",
               "document (default), score, or M:N: the best M first, the next "
               "N last, and so on inwards"}};

inline constexpr TextParam kRetrieval{
    .name = "retrieval",
    .default_text = "`bm25`",
    .option = {"--retrieval", "STEPS",
               "How passages to choose from are found: bm25 (default) or dense "
               "(vectors), feedback (again, with the words of the first), "
               "likelihood or jelinek-mercer (the first by how likely they "
               "make the question); several with + between"}};

inline constexpr std::array<std::string_view, 4> kStrategyNames = {
    "relevance", "mmr", "fps", "gated"};
inline constexpr ChoiceParam kStrategy{
    .name = "strategy",
    .names = kStrategyNames,
    .default_text = "our own",
    .option = {"--strategy", "WORD", "Choose by a published method: {names}"}};

inline constexpr RealParam kAlpha{
    .name = "alpha",
    .fallback = 0.6,
    .option = {"--alpha", "X",
               "Of mmr and fps: the share of relevance, {range}{default}"}};

inline constexpr IntegerParam kWindow{
    .name = "window",
    .most = kMostUnits,
    .fallback = 0,
    .default_text = "all",
    .option = {"--window", "N",
               "Of a strategy: compare with so many chosen sentences, "
               "{range}{default}"}};

inline constexpr std::array<std::string_view, 2> kVectorNames = {"terms",
                                                                 "latent"};
inline constexpr ChoiceParam kVectors{
    .name = "vectors",
    .names = kVectorNames,
    .option = {"--vectors", "WORD",
               "Of a strategy: compare by terms (default) or latent meaning"}};

inline constexpr Param kParams[] = {
    &kCollection,    &kQuestion,     &kDocuments, &kTexts,  &kTokens,
    &kTokensPerWord, &kWords,        &kSentences, &kShare,  &kOrder,
    &kRetrieval,     &kStrategy,     &kAlpha,     &kWindow, &kVectors,
    &kSpelling,      &kAbbreviations};

inline constexpr Member kReply[] = {
    {"asked", "only if the question was not read as it stands"},
    {"spelling", "only if the question was not read as it stands"},
    {"abbreviations", "only if the question was not read as it stands"},
    {"tokens"},
    {"words", "only without `texts`"},
    {"units", "only without `texts`"},
    {"chosen", "only with `texts`"},
    {"refusal", "only if there are no units"},
    {"order"},
    {"collection", "only without `texts`"},
    {"snapshot", "only without `texts`"},
    {"latency_us"},
    {"energy"},
    kRun,
    kRecorded};

}  // namespace select

// With texts of its own, a caller names no collection, and needs the right
// somewhere.
inline constexpr Call kSelect{
    .name = "select",
    .params = select::kParams,
    .reply = select::kReply,
    .right = RequiredRight::In(Right::kAsk, {.name = kCollection.name}),
    .lane = Lane::kQuestion,
    .recorded = RecordKind::kQuery,
    .length = {.is_long = true}};

namespace summarize {

inline constexpr TextParam kAbout{
    .name = "about",
    .most_bytes = kQuestion.most_bytes,
    .option = {"--about", "TEXT",
               "Only what they say about this, in any words"}};

inline constexpr TextsParam kDocuments{
    .name = calls::kDocuments.name,
    .default_text = "the whole collection",
    .most = calls::kDocuments.most,
    .most_bytes = calls::kDocuments.most_bytes,
    .most_bytes_in_all = calls::kDocuments.most_bytes_in_all,
    .option = {"document", "NAME",
               "Documents with this name, or of this pattern: * is any "
               "characters, ? is one{default}"}};

// The fallback holds where the request names no other budget.
inline constexpr IntegerParam kWords{
    .name = "words",
    .least = 1,
    .most = kMostGathered,
    .fallback = 200,
    .option = {"--words", "N", "The most words, {range}{default}"}};

inline constexpr IntegerParam kTokens{.name = "tokens",
                                      .least = 1,
                                      .most = kMostGathered,
                                      .default_text = "no bound"};

inline constexpr Param kParams[] = {&kDocuments, &kCollection,   &kAbout,
                                    &kWords,     &kTokens,       &kSentences,
                                    &kSpelling,  &kAbbreviations};

inline constexpr Member kReply[] = {
    {"asked", "only if `about` was not read as it stands"},
    {"spelling", "only if `about` was not read as it stands"},
    {"abbreviations", "only if `about` was not read as it stands"},
    {"text"},
    {"sentences"},
    {"words"},
    {"tokens"},
    {"refusal", "only if there are no sentences"},
    {"collection"},
    {"snapshot"},
    {"latency_us"},
    {"energy"},
    kRun,
    kRecorded};

}  // namespace summarize

inline constexpr Call kSummarize{
    .name = "summarize",
    .params = summarize::kParams,
    .reply = summarize::kReply,
    .right = RequiredRight::In(Right::kAsk, kCollection),
    .lane = Lane::kQuestion,
    .recorded = RecordKind::kQuery,
    .length = {.is_long = true}};

namespace ground {

inline constexpr TextsParam kContext{
    .name = "context", .is_required = true, .most = 1000};
inline constexpr std::size_t kMostContextBytes = std::size_t{1} << 20;

inline constexpr TextParam kAnswer{
    .name = "answer", .is_required = true, .most_bytes = std::size_t{64} << 10};

inline constexpr TextParam kQuestion{.name = "question",
                                     .most_bytes = calls::kQuestion.most_bytes};

inline constexpr TextParam kCollection{
    .name = "collection",
    .default_text = "not counted",
    .option = {"-c,--collection", "NAME",
               "How usual a word is, is counted in this collection{default}"}};

inline constexpr FlagParam kWords{.name = "words"};

inline constexpr FlagParam kLeaveOneOut{
    .name = "leave_one_out",
    .option = {"--leave-one-out", "",
               "Say what the score is without each passage"}};

inline constexpr std::array<std::string_view, 2> kEvaluatorNames = {"counts",
                                                                    "model"};
inline constexpr ChoiceParam kEvaluator{
    .name = "evaluator",
    .names = kEvaluatorNames,
    .option = {"--evaluator", "NAME",
               "Who tells how likely words are: counts (default), or, beside "
               "them, model: the daemon's language model"}};

inline constexpr Param kParams[] = {&kContext,    &kAnswer, &kQuestion,
                                    &kCollection, &kWords,  &kLeaveOneOut,
                                    &kEvaluator};

inline constexpr Member kReply[] = {
    {"verdict"},
    {"consens_geometric"},
    {"consens"},
    {"scored_words"},
    {"unsupported"},
    {"contradicted"},
    {"sentences"},
    {"context_relevance"},
    {"answer_relevance"},
    {"words", "if asked for"},
    {"leave_one_out", "if asked for"},
    {"latency_us"},
    {"energy"},
    kRun,
    kRecorded,
    {"evaluator", "if the `model` was asked for"}};

}  // namespace ground

inline constexpr Call kGround{
    .name = "ground",
    .params = ground::kParams,
    .reply = ground::kReply,
    .right = RequiredRight::In(Right::kAsk, ground::kCollection),
    .lane = Lane::kQuestion,
    .recorded = RecordKind::kQuery,
    .length = {.is_long = true}};

}  // namespace answerbox::protocol::calls
