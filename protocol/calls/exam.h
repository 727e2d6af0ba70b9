// The calls `exam.*`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "protocol/calls/call.h"
#include "protocol/calls/question.h"

namespace answerbox::protocol::calls {
namespace exam {

inline constexpr ObjectParam kQuestions{.name = "questions",
                                        .is_required = true};
// One request has at most so many; where a language model grades, each passage
// takes it a text.
inline constexpr std::uint64_t kMostQuestions = 64;
inline constexpr std::uint64_t kMostQuestionsByModel = 1;

inline constexpr IntegerParam kPassagesGraded{
    .name = "k", .least = 1, .most = 20, .fallback = 20};
inline constexpr IntegerParam kTau{.name = "tau", .most = 5, .fallback = 4};
inline constexpr FlagParam kPassages{.name = "passages", .fallback = true};

inline constexpr std::array<std::string_view, 2> kGraderNames = {"self",
                                                                 "model"};
inline constexpr ChoiceParam kGrader{.name = "grader", .names = kGraderNames};

inline constexpr Param kGradeParams[] = {
    &kCollection, &kQuestions,     &kPassagesGraded, &kTau,   &kPassages,
    &kSpelling,   &kAbbreviations, &kArithmetic,     &kGrader};
inline constexpr Member kGradeReply[] = {
    {"questions"},  {"collection"},
    {"snapshot"},   {"grader", "only if a language model grades"},
    {"latency_us"}, {"energy"},
    kRun,           kRecorded};

inline constexpr TextParam kQuery{
    .name = "query", .is_required = true, .most_bytes = 256};
inline constexpr TextParam kSubtopic{.name = "subtopic", .most_bytes = 256};
inline constexpr Param kWriteParams[] = {&kCollection, &kQuery, &kSubtopic};
inline constexpr Member kWriteReply[] = {{"questions"},  {"left_out"}, {"cut"},
                                         {"collection"}, {"model"},    {"ms"}};

// So many are shown, at most.
inline constexpr std::size_t kMostSimilar = 3;
inline constexpr Param kSimilarParams[] = {&kCollection, &kQuestion};
inline constexpr Member kSimilarReply[] = {{"questions"}, {"collection"}};

inline constexpr Param kCollectionParams[] = {&kCollection};
inline constexpr Member kStateReply[] = {{"collection"},
                                         {"running"},
                                         {"asked", "only while it runs"},
                                         {"questions", "only while it runs"},
                                         {"checked", "once it was held"},
                                         {"problem", "if the last failed"},
                                         {"lost_count"},
                                         {"lost"}};

inline constexpr Member kBankReply[] = {
    {"collection"}, {"must_pass"}, {"bank"}};

}  // namespace exam

inline constexpr Call kExamGrade{
    .name = "exam.grade",
    .params = exam::kGradeParams,
    .reply = exam::kGradeReply,
    .right = RequiredRight::In(Right::kAsk, kCollection),
    .lane = Lane::kQuestion,
    .recorded = RecordKind::kExam,
    .length = {.is_long = true}};
// Reads no document, so there are no audit records.
inline constexpr Call kExamQuestions{
    .name = "exam.questions",
    .params = exam::kWriteParams,
    .reply = exam::kWriteReply,
    .right = RequiredRight::In(Right::kAsk, kCollection),
    .lane = Lane::kQuestion,
    .length = {.is_long = true}};

// Whoever may read the collection may export it with its exam.
inline constexpr Call kExamSimilar{
    .name = "exam.similar",
    .params = exam::kSimilarParams,
    .reply = exam::kSimilarReply,
    .right = RequiredRight::In(Right::kRead, kCollection),
    .lane = Lane::kQuestion};

// Takes the right to read, too.
inline constexpr Call kExamBank{
    .name = "exam.bank",
    .params = exam::kCollectionParams,
    .reply = exam::kBankReply,
    .right = RequiredRight::In(Right::kManage, kCollection),
    .lane = Lane::kBlocking};

// The collection's own exam, as the daemon holds it by itself: its record in
// the audit log tells what it found.
inline constexpr Call kExamStart{
    .name = "exam.start",
    .params = exam::kCollectionParams,
    .reply = exam::kStateReply,
    .right = RequiredRight::In(Right::kManage, kCollection)};
inline constexpr Call kExamStop{
    .name = "exam.stop",
    .params = exam::kCollectionParams,
    .reply = exam::kStateReply,
    .right = RequiredRight::In(Right::kManage, kCollection)};
inline constexpr Call kExamState{
    .name = "exam.state",
    .params = exam::kCollectionParams,
    .reply = exam::kStateReply,
    .right = RequiredRight::In(Right::kManage, kCollection)};

}  // namespace answerbox::protocol::calls
