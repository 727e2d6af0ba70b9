// The calls `users.*`, and those about the audit log and the daemon's status.
#pragma once

#include <cstddef>

#include "protocol/calls/call.h"
#include "protocol/calls/question.h"

namespace answerbox::protocol::calls {
namespace users {

inline constexpr TextParam kName{.name = "name", .is_required = true};
inline constexpr TextParam kPassword{.name = "password", .most_bytes = 1024};
inline constexpr TextParam kNewPassword{
    .name = "password", .is_required = true, .most_bytes = 1024};
inline constexpr ObjectParam kGrants{.name = "grants", .is_required = true};
inline constexpr ObjectParam kNewGrants{.name = "grants"};
inline constexpr RealParam kTheta{
    .name = "theta",
    .option = {"--theta", "X",
               "The user gets no answer below this confidence, whatever a "
               "request says (0: no bound)"}};
inline constexpr ObjectParam kTopics{.name = "topics"};

inline constexpr Param kAddParams[] = {&kName, &kPassword, &kGrants, &kTheta,
                                       &kTopics};
inline constexpr Param kSetParams[] = {&kName, &kNewGrants, &kTheta, &kTopics};
inline constexpr Param kPasswordParams[] = {&kName, &kNewPassword};
inline constexpr Param kRemoveParams[] = {&kName};
// An entry.
inline constexpr Member kChangedReply[] = {
    {"name"},   {"password"}, {"grants"}, {"theta", "if it has one"},
    {"topics"}, kRun,         kRecorded};
inline constexpr Member kRemoveReply[] = {
    {"name"}, {"removed"}, kRun, kRecorded};
inline constexpr Member kAcceptReply[] = {{"entries"}, kRun, kRecorded};
inline constexpr Member kListReply[] = {{"users"}};

// Who changes rights could take every right for itself.
inline constexpr auto kRight = RequiredRight::InEvery(Right::kManage);

}  // namespace users

// All on one lane: the changes of one caller are made in their order.
inline constexpr Call kUsersAdd{.name = "users.add",
                                .params = users::kAddParams,
                                .reply = users::kChangedReply,
                                .right = users::kRight,
                                .lane = Lane::kPassword,
                                .recorded = RecordKind::kChange};
inline constexpr Call kUsersSet{.name = "users.set",
                                .params = users::kSetParams,
                                .reply = users::kChangedReply,
                                .right = users::kRight,
                                .lane = Lane::kPassword,
                                .recorded = RecordKind::kChange};
inline constexpr Call kUsersPassword{.name = "users.password",
                                     .params = users::kPasswordParams,
                                     .reply = users::kChangedReply,
                                     .right = users::kRight,
                                     .lane = Lane::kPassword,
                                     .recorded = RecordKind::kChange};
inline constexpr Call kUsersRemove{.name = "users.remove",
                                   .params = users::kRemoveParams,
                                   .reply = users::kRemoveReply,
                                   .right = users::kRight,
                                   .lane = Lane::kPassword,
                                   .recorded = RecordKind::kChange};
// Possible only while the users are out of service.
inline constexpr Call kUsersAccept{.name = "users.accept",
                                   .params = {},
                                   .reply = users::kAcceptReply,
                                   .right = users::kRight,
                                   .lane = Lane::kPassword,
                                   .recorded = RecordKind::kChange};
inline constexpr Call kUsersList{.name = "users.list",
                                 .params = {},
                                 .reply = users::kListReply,
                                 .right = users::kRight,
                                 .lane = Lane::kPassword};

namespace audit {

inline constexpr Member kHeadReply[] = {
    {"head"}, {"records"}, {"time"}, {"key"}, {"unrecorded"}};

}  // namespace audit

// On the blocking lane, as they wait for the disk.
inline constexpr Call kAuditHead{
    .name = "audit.head",
    .params = {},
    .reply = audit::kHeadReply,
    .right = RequiredRight::InEvery(Right::kManage),
    .lane = Lane::kBlocking};
inline constexpr Call kAuditRotateKey{
    .name = "audit.rotate_key",
    .params = {},
    .reply = audit::kHeadReply,
    .right = RequiredRight::InEvery(Right::kManage),
    .lane = Lane::kBlocking};

namespace status {

// To callers who may not manage every collection, these are not told.
inline constexpr std::string_view kToManagers = "only to who may manage all";
inline constexpr Member kReply[] = {{"version"},
                                    {"uptime_s", kToManagers},
                                    {"collections"},
                                    {"documents"},
                                    {"state_dir", kToManagers},
                                    {"pid", kToManagers},
                                    {"connections", kToManagers},
                                    {"limits"},
                                    {"questions", kToManagers},
                                    {"out_of_service", kToManagers},
                                    {"damaged", kToManagers},
                                    {"energy", kToManagers},
                                    {"mqtt", kToManagers},
                                    {"shares", kToManagers},
                                    {"model", kToManagers},
                                    {"audit", kToManagers},
                                    {"ingest", kToManagers},
                                    {"jobs", kToManagers},
                                    {"erasing", kToManagers},
                                    {"exams", kToManagers},
                                    {"doctor", kToManagers},
                                    {"memory", kToManagers}};

}  // namespace status

inline constexpr Call kStatus{
    .name = "status", .params = {}, .reply = status::kReply, .right = {}};

}  // namespace answerbox::protocol::calls
