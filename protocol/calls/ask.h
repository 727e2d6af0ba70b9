// The calls `ask` and `search`.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/calls/call.h"
#include "protocol/calls/question.h"

namespace answerbox::protocol::calls {
namespace ask {

inline constexpr RealParam kTheta{.name = "theta",
                                  .default_text = "the collection's",
                                  .option = kThetaOption};

inline constexpr IntegerParam kRunnersUp{
    .name = "runners_up",
    .most = 20,
    .fallback = 3,
    .option = {"--runners-up", "N",
               "How many other sentences to show, {range}{default}"}};

inline constexpr FlagParam kContext{.name = "context", .fallback = true};
inline constexpr FlagParam kShort{.name = "short"};

inline constexpr std::array<std::string_view, 7> kFormNames = {
    "auto", "sentence", "list", "row", "passage", "section", "long"};
inline constexpr ChoiceParam kForm{
    .name = "form",
    .names = kFormNames,
    .is_repeated = true,
    .option = {"--form", "WORD", "How much answers: {names}"},
    .last = {"--long", "",
             "Answer with sentences from several places, each cited",
             "--form"}};

inline constexpr IntegerParam kWords{
    .name = "words",
    .least = 10,
    .most = 1000,
    .fallback = 60,
    .option = {"--words", "N",
               "How many words answers have on average, {range}{default}; "
               "with --long, the most (default 120)"}};
// The fallback of kWords with form "long".
inline constexpr std::uint64_t kLongWords = 120;

inline constexpr IntegerParam kAnswers{
    .name = "answers",
    .least = 1,
    .most = 3,
    .default_text = "one, or 3 where that is hardly sure",
    .word = "auto",
    .option = {"--answers", "N",
               "How many answers that share nothing, {range} or auto{default}",
               "--long"}};

inline constexpr IntegerParam kMaxWork{
    .name = "max_work",
    .least = 1,
    .most = 1'000'000'000'000,
    .default_text = "no bound",
    .option = {"--max-work", "N",
               "Show passages instead of an answer if that takes more work "
               "than this, {range}{default}"}};

inline constexpr FlagParam kThesaurus{
    .name = "thesaurus",
    .fallback = true,
    .option = {"--no-thesaurus", "",
               "Find and rank without related words, such as doctor for "
               "physician"}};

inline constexpr std::array<std::string_view, 3> kGenerateNames = {
    "auto", "never", "always"};
inline constexpr ChoiceParam kGenerate{
    .name = "generate",
    .names = kGenerateNames,
    .option = {"--generate", "WORD",
               "Ask the daemon's language model, if it has one: auto "
               "(default: when the documents' own sentences may not suffice), "
               "never or always"}};

inline constexpr Param kParams[] = {
    &kCollection, &kQuestion,      &kDocuments,  &kTheta,   &kPrecision,
    &kAnswerRate, &kRunnersUp,     &kArithmetic, &kContext, &kShort,
    &kForm,       &kWords,         &kAnswers,    &kMaxWork, &kSpelling,
    &kThesaurus,  &kAbbreviations, &kGenerate};

inline constexpr Member kReply[] = {
    {"answered"},
    {"asked", "only if a part of the message was asked"},
    {"spelling", "only if words were taken for others"},
    {"abbreviations", "only if other forms were looked for"},
    {"answer", "only if it is answered"},
    {"answers", "only if `answers` is above 1, or several are shown"},
    {"choices", "only if the answers are choices"},
    {"differ", "only if two documents give different values"},
    {"refusal", "only if it is refused"},
    {"runners_up"},
    {"context", "only if it is wanted and something was found"},
    {"confidence"},
    {"theta"},
    {"work", "only with `max_work`"},
    {"profile"},
    {"arithmetic"},
    {"collection"},
    {"snapshot"},
    {"latency_us"},
    {"energy"},
    kRun,
    kRecorded,
    {"generated", "only if a language model was to be asked"}};

}  // namespace ask

inline constexpr Call kAsk{
    .name = "ask",
    .params = ask::kParams,
    .reply = ask::kReply,
    .right = RequiredRight::In(Right::kAsk, kCollection),
    .lane = Lane::kQuestion,
    .recorded = RecordKind::kAnswer,
    .has_topic = true,
    .length = {.param = ask::kForm.name, .value = "long"}};

namespace search {

inline constexpr TextParam kWords{
    .name = "words", .is_required = true, .most_bytes = kQuestion.most_bytes};

inline constexpr IntegerParam kFrom{
    .name = "from",
    .least = 1,
    .most = 1000,
    .fallback = 1,
    .option = {"--from", "N", "The first passage to list, {range}{default}"}};

inline constexpr IntegerParam kCount{
    .name = "count",
    .least = 1,
    .most = 100,
    .fallback = 10,
    .option = {"--count", "N", "How many passages to list, {range}{default}"}};

inline constexpr Param kParams[] = {
    &kCollection, &kWords,      &kDocuments,      &kFrom,
    &kCount,      &kArithmetic, &ask::kThesaurus, &kAbbreviations};

inline constexpr Member kReply[] = {
    {"passages"}, {"refusal", "only if there are none"},
    {"from"},     {"next"},
    {"total"},    {"collection"},
    {"snapshot"}, {"latency_us"},
    {"energy"},   kRun,
    kRecorded};

}  // namespace search

inline constexpr Call kSearch{
    .name = "search",
    .params = search::kParams,
    .reply = search::kReply,
    .right = RequiredRight::In(Right::kAsk, kCollection),
    .lane = Lane::kQuestion,
    .recorded = RecordKind::kQuery};

}  // namespace answerbox::protocol::calls
