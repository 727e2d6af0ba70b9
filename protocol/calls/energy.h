// The calls `energy.*`.
#pragma once

#include <cstdint>
#include <limits>

#include "protocol/calls/call.h"
#include "protocol/calls/question.h"

namespace answerbox::protocol::calls {
namespace energy {

inline constexpr Member kSensorsReply[] = {
    {"sensors"}, {"chosen"}, {"state"}, {"problem"}};

inline constexpr Member kStatusReply[] = {{"sensor"},
                                          {"covers"},
                                          {"state"},
                                          {"problem"},
                                          {"interval_us"},
                                          {"window_us"},
                                          {"power_uw"},
                                          {"history_uw"},
                                          {"idle"},
                                          {"since_start"},
                                          {"today"},
                                          {"lost_questions"},
                                          {"unrecorded_questions"},
                                          {"damaged"},
                                          {"sampler"}};

inline constexpr IntegerParam kNumber{
    .name = "question",
    .is_required = true,
    .least = 1,
    .most = std::numeric_limits<std::uint64_t>::max()};
inline constexpr Param kQuestionParams[] = {&kNumber};
inline constexpr Member kQuestionReply[] = {
    {"question"},       {"complete"}, {"state"},  {"uj"},
    {"uncertainty_uj"}, {"sensor"},   {"cpu_ns"}, {"window_us"}};

inline constexpr IntegerParam kSince{.name = "since",
                                     .most = 253'402'300'799,  // The year 9999.
                                     .fallback = 0};
inline constexpr FlagParam kPeriods{
    .name = "periods",
    .option = {"--by-hour", "",
               "Show each hour; each day of those before the last week"}};
inline constexpr Param kReportParams[] = {&kSince, &kPeriods};
inline constexpr Member kReportReply[] = {
    {"begin"}, {"machine"},  {"questions"},
    {"model"}, {"accounts"}, {"periods", "with `periods`"}};

inline constexpr TextsParam kQuestions{
    .name = "questions", .is_required = true, .most = 1000, .most_bytes = 4096};
inline constexpr IntegerParam kRounds{
    .name = "rounds",
    .least = 2,
    .most = 100,
    .fallback = 10,
    .option = {"--rounds", "N", "Rounds of rest and asking, {range}{default}"}};
inline constexpr RealParam kSeconds{
    .name = "seconds",
    .least = 0.1,
    .most = 60.0,
    .fallback = 5.0,
    .option = {"--seconds", "S",
               "Length of each rest and each asking, {range}{default}"}};
inline constexpr Param kCalibrateParams[] = {&kCollection, &kQuestions,
                                             &kRounds, &kSeconds, &kProgress};
inline constexpr Member kCalibrateReply[] = {
    {"sensor"}, {"rounds"},       {"questions"}, {"energy_uj"},
    {"cpu_us"}, {"instructions"}, {"idle"}};

}  // namespace energy

// None of the first four waits or uses a thread that others need, so they work
// even when a sensor or the disk hangs.
inline constexpr Call kEnergySensors{.name = "energy.sensors",
                                     .params = {},
                                     .reply = energy::kSensorsReply,
                                     .right = {}};
inline constexpr Call kEnergyStatus{.name = "energy.status",
                                    .params = {},
                                    .reply = energy::kStatusReply,
                                    .right = {}};
inline constexpr Call kEnergyQuestion{
    .name = "energy.question",
    .params = energy::kQuestionParams,
    .reply = energy::kQuestionReply,
    .right = RequiredRight::InSome(Right::kAsk)};
inline constexpr Call kEnergyReport{
    .name = "energy.report",
    .params = energy::kReportParams,
    .reply = energy::kReportReply,
    .right = RequiredRight::InEvery(Right::kManage)};
// The slow lane has one thread, so two calibrations never run at once.
inline constexpr Call kEnergyCalibrate{
    .name = "energy.calibrate",
    .params = energy::kCalibrateParams,
    .reply = energy::kCalibrateReply,
    .right = RequiredRight::InEvery(Right::kManage),
    .lane = Lane::kSlow};

}  // namespace answerbox::protocol::calls
