// The calls `feedback.*`: what people say of answers. The collection keeps it
// until somebody takes the question into its exam, or throws it away.
#pragma once

#include <array>
#include <string_view>

#include "protocol/calls/call.h"
#include "protocol/calls/question.h"

namespace answerbox::protocol::calls {
namespace feedback {

// The first two are said of an answer, the others of a refusal.
inline constexpr std::array<std::string_view, 4> kJudgementNames = {
    "right", "wrong", "answerable", "unanswerable"};
inline constexpr ChoiceParam kJudgement{
    .name = "judgement", .names = kJudgementNames, .is_required = true};
// Where the answer was found, and the sentence that decided.
inline constexpr TextParam kDocument{.name = "document", .most_bytes = 1024};
inline constexpr IntegerParam kPage{.name = "page", .most = 1'000'000'000};
inline constexpr TextParam kText{.name = "text", .most_bytes = 1024};

inline constexpr TextParam kId{.name = "id", .is_required = true};
inline constexpr TextParam kKey{
    .name = "key",
    .default_text = "the answer that was judged right",
    .most_bytes = kText.most_bytes,
    .option = {"--key", "TEXT", "A right answer{default}"}};

inline constexpr Param kGiveParams[] = {&kCollection, &kQuestion, &kJudgement,
                                        &kDocument,   &kPage,     &kText};
inline constexpr Member kGiveReply[] = {{"id"}, kRun, kRecorded};
inline constexpr Param kListParams[] = {&kCollection};
inline constexpr Member kListReply[] = {{"proposals"}, {"collection"}};
inline constexpr Param kAcceptParams[] = {&kCollection, &kId, &kKey};
inline constexpr Param kDropParams[] = {&kCollection, &kId};

// Only who may manage the collection decides what becomes of it. `accept` asks
// for the right to add, too, as setting an exam does.
inline constexpr RequiredRight kDeciding =
    RequiredRight::In(Right::kManage, kCollection);

}  // namespace feedback

inline constexpr Call kFeedbackGive{
    .name = "feedback.give",
    .params = feedback::kGiveParams,
    .reply = feedback::kGiveReply,
    .right = RequiredRight::In(Right::kAsk, kCollection),
    .lane = Lane::kBlocking,
    .recorded = RecordKind::kChange};
inline constexpr Call kFeedbackList{.name = "feedback.list",
                                    .params = feedback::kListParams,
                                    .reply = feedback::kListReply,
                                    .right = feedback::kDeciding,
                                    .lane = Lane::kBlocking};
inline constexpr Call kFeedbackAccept{.name = "feedback.accept",
                                      .params = feedback::kAcceptParams,
                                      .reply = feedback::kGiveReply,
                                      .right = feedback::kDeciding,
                                      .lane = Lane::kBlocking,
                                      .recorded = RecordKind::kChange};
inline constexpr Call kFeedbackDrop{.name = "feedback.drop",
                                    .params = feedback::kDropParams,
                                    .reply = feedback::kGiveReply,
                                    .right = feedback::kDeciding,
                                    .lane = Lane::kBlocking,
                                    .recorded = RecordKind::kChange};

}  // namespace answerbox::protocol::calls
