// The calls `collections.*`.
#pragma once

#include <array>
#include <string_view>

#include "protocol/calls/call.h"
#include "protocol/calls/question.h"

namespace answerbox::protocol::calls {
namespace collections {

inline constexpr TextParam kName{.name = "name",
                                 .is_required = true,
                                 .option = {"name", "NAME", "The collection"}};
// Compacting and verifying know it by the name that other calls have for it.
inline constexpr TextParam kUpkept{.name = kCollection.name,
                                   .fallback = kCollection.fallback,
                                   .option = kName.option};

inline constexpr std::array<std::string_view, 2> kProfileNames = {"default",
                                                                  "paper"};
inline constexpr ChoiceParam kProfile{
    .name = "profile",
    .names = kProfileNames,
    .default_text = "the daemon's",
    .option = {"--profile", "NAME", "How to retrieve and score: {names}"}};

inline constexpr IntegerParam kWindow{
    .name = "window",
    .least = 8,
    .most = 1000,
    .default_text = "the daemon's",
    .option = {"--window", "N", "Words in a chunk"}};

// At most half the window.
inline constexpr IntegerParam kOverlap{
    .name = "overlap",
    .most = kWindow.most / 2,
    .default_text = "the daemon's",
    .option = {"--overlap", "N", "Words two chunks share"}};

inline constexpr TextParam kSynonyms{.name = "synonyms"};
inline constexpr ObjectParam kExam{.name = "exam"};
inline constexpr FlagParam kDropFeedback{
    .name = "drop_feedback",
    .option = {"--drop-feedback", {}, "Drop questions accepted from feedback"}};

inline constexpr Member kListReply[] = {{"collections"}};

inline constexpr Param kCreateParams[] = {
    &kName, &kTheta, &kPrecision, &kAnswerRate, &kProfile, &kWindow, &kOverlap};
inline constexpr Param kSetParams[] = {&kName,        &kTheta,    &kPrecision,
                                       &kAnswerRate,  &kSynonyms, &kExam,
                                       &kDropFeedback};
// A collection.
inline constexpr Member kChangedReply[] = {
    {"name"},
    {"theta"},
    {"profile"},
    {"window"},
    {"overlap"},
    {"documents"},
    {"chunks"},
    {"sentences"},
    {"text_bytes"},
    {"disk_bytes"},
    {"page_bytes", "only if pages have pictures"},
    {"segments"},
    {"snapshot"},
    {"synonyms"},
    {"exam"},
    {"pack"},
    {"before"},
    kRun,
    kRecorded};

inline constexpr Param kRemoveParams[] = {&kName};
inline constexpr Member kRemoveReply[] = {
    {"name"}, {"removed"}, kRun, kRecorded};

inline constexpr Param kUpkeepParams[] = {&kUpkept, &kProgress};
inline constexpr Member kCompactReply[] = {
    {"segments_before"}, {"segments_after"}, {"disk_bytes"}};
// A collection, and the files that were given up.
inline constexpr Member kRepairReply[] = {
    {"name"}, {"documents"}, {"snapshot"}, {"given_up"}, kRun, kRecorded};
inline constexpr Member kVerifyReply[] = {{"segments"}, {"bytes"}};

}  // namespace collections

// Shows the collections that the caller may ask or read.
inline constexpr Call kCollectionsList{.name = "collections.list",
                                       .params = {},
                                       .reply = collections::kListReply,
                                       .right = {},
                                       .lane = Lane::kBlocking};
inline constexpr Call kCollectionsCreate{
    .name = "collections.create",
    .params = collections::kCreateParams,
    .reply = collections::kChangedReply,
    .right = RequiredRight::In(Right::kAdd, collections::kName),
    .lane = Lane::kBlocking,
    .recorded = RecordKind::kChange};
inline constexpr Call kCollectionsRemove{
    .name = "collections.remove",
    .params = collections::kRemoveParams,
    .reply = collections::kRemoveReply,
    .right = RequiredRight::In(Right::kAdd, collections::kName),
    .lane = Lane::kBlocking,
    .recorded = RecordKind::kChange};
inline constexpr Call kCollectionsSet{
    .name = "collections.set",
    .params = collections::kSetParams,
    .reply = collections::kChangedReply,
    .right = RequiredRight::In(Right::kAdd, collections::kName),
    .lane = Lane::kBlocking,
    .recorded = RecordKind::kChange};
inline constexpr Call kCollectionsCompact{
    .name = "collections.compact",
    .params = collections::kUpkeepParams,
    .reply = collections::kCompactReply,
    .right = RequiredRight::In(Right::kManage, kCollection),
    .lane = Lane::kBlocking};
inline constexpr Call kCollectionsRepair{
    .name = "collections.repair",
    .params = collections::kRemoveParams,
    .reply = collections::kRepairReply,
    .right = RequiredRight::In(Right::kManage, collections::kName),
    .lane = Lane::kBlocking,
    .recorded = RecordKind::kChange};
inline constexpr Call kCollectionsVerify{
    .name = "collections.verify",
    .params = collections::kUpkeepParams,
    .reply = collections::kVerifyReply,
    .right = RequiredRight::In(Right::kManage, kCollection),
    .lane = Lane::kBlocking};

}  // namespace answerbox::protocol::calls
