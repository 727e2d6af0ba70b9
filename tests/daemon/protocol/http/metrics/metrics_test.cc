#include "daemon/protocol/http/metrics/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "daemon/protocol/http/codec/http_settings.h"

namespace answerbox::daemon::http {
namespace {

using std::chrono::seconds;
using std::chrono::sys_seconds;
using testing::HasSubstr;
using testing::Not;

// What one metric shows of the figures, without its HELP and TYPE.
std::string Shown(const Figures& figures, std::string_view metric) {
  for (const Metric& one : Metrics()) {
    if (one.name != metric) continue;
    Samples samples(one.name);
    one.write(figures, samples);
    return samples.text();
  }
  return "no such metric";
}

TEST(MetricsTest, AMetricHasItsHelpAndTypeBeforeItsSamples) {
  QuestionStatistics questions;
  questions.Record(true, std::chrono::microseconds(120));
  questions.Record(false, std::chrono::microseconds(80));
  const std::string text = WriteMetrics({.questions = questions.counts()});
  EXPECT_THAT(text,
              HasSubstr("# HELP answerbox_questions_total Questions answered, "
                        "and refused.\n"
                        "# TYPE answerbox_questions_total counter\n"
                        "answerbox_questions_total{result=\"answered\"} 1\n"
                        "answerbox_questions_total{result=\"refused\"} 1\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "answerbox_question_duration_seconds_bucket{le=\"5e-05\"} 0\n"
          "answerbox_question_duration_seconds_bucket{le=\"1e-04\"} 1\n"
          "answerbox_question_duration_seconds_bucket{le=\"0.00025\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("answerbox_question_duration_seconds_sum 2e-04\n"
                              "answerbox_question_duration_seconds_count 2\n"));
}

TEST(MetricsTest, ALatencyEqualToABoundIsInItsBucket) {
  QuestionStatistics questions;
  questions.Record(true, kLatencyBounds[3]);
  questions.Record(true, kLatencyBounds.back() + std::chrono::nanoseconds(1));
  EXPECT_EQ(questions.counts().latencies[3], 1u);
  EXPECT_EQ(questions.counts().latencies.back(), 1u);
}

TEST(MetricsTest, EnergyIsInJoulesAndWatts) {
  EnergyStatus energy;
  energy.sensor = "ina226";
  energy.power_uw = 2'500'000;
  energy.health.state = platform::SensorState::kFrozen;
  energy.totals.measured_uj = 1'500'000;
  const Figures figures{.energy = energy};
  EXPECT_EQ(Shown(figures, "answerbox_energy_joules_total"),
            "answerbox_energy_joules_total 1.5\n");
  EXPECT_EQ(Shown(figures, "answerbox_power_watts"),
            "answerbox_power_watts{sensor=\"ina226\"} 2.5\n");
  EXPECT_EQ(Shown(figures, "answerbox_sensor_good"),
            "answerbox_sensor_good{sensor=\"ina226\"} 0\n");
}

TEST(MetricsTest, WhatIsUnknownIsNotZero) {
  for (const auto& energy :
       {std::optional<EnergyStatus>(), std::optional(EnergyStatus())}) {
    const std::string text = WriteMetrics({.energy = energy});
    for (const char* metric :
         {"energy_joules", "power_watts", "sensor_good", "mean_joules",
          "audit_", "mqtt_memory", "certificate"}) {
      EXPECT_THAT(text, Not(HasSubstr(metric)));
    }
  }
}

TEST(MetricsTest, TheMeanLeavesOutQuestionsOfUnknownEnergy) {
  const Figures figures{
      .today = {.attributed = 4, .unresolved = 6, .energy_uj = 1'000}};
  EXPECT_EQ(Shown(figures, "answerbox_question_energy_mean_joules"),
            "answerbox_question_energy_mean_joules 0.00025\n");
}

TEST(MetricsTest, TheCertificateThatExpiresFirstIsShown) {
  const Figures figures{
      .listeners = {
          {"mqtt",
           2,
           {{.what = "certificate", .until = sys_seconds(seconds(900))},
            {.what = "CA", .until = sys_seconds(seconds(700))},
            {.what = "certificate", .until = sys_seconds(seconds(800))}}}}};
  EXPECT_EQ(Shown(figures, "answerbox_certificate_expiry_timestamp_seconds"),
            "answerbox_certificate_expiry_timestamp_seconds"
            "{listener=\"mqtt\",what=\"CA\"} 700\n"
            "answerbox_certificate_expiry_timestamp_seconds"
            "{listener=\"mqtt\",what=\"certificate\"} 800\n");
  EXPECT_EQ(Shown(figures, "answerbox_connections"),
            "answerbox_connections{listener=\"mqtt\"} 2\n");
}

TEST(MetricsTest, ALogThatTakesNoRecordsIsFailing) {
  AuditActivity audit;
  audit.waiting = 7;
  EXPECT_EQ(Shown({.audit = audit}, "answerbox_audit_failing"),
            "answerbox_audit_failing 0\n");
  EXPECT_EQ(Shown({.audit = audit}, "answerbox_audit_waiting_records"),
            "answerbox_audit_waiting_records 7\n");
  audit.failure = "the disk is full";
  EXPECT_EQ(Shown({.audit = audit}, "answerbox_audit_failing"),
            "answerbox_audit_failing 1\n");
}

TEST(MetricsTest, WhoGetsThemIsAsTheOptionSays) {
  using enum MetricsReaders;
  struct Case {
    MetricsReaders readers;
    bool others, loopback, managers;
  };
  for (const Case& one :
       {Case{kNobody, false, false, false}, Case{kManagers, false, false, true},
        Case{kLoopback, false, true, true}, Case{kAll, true, true, true}}) {
    EXPECT_EQ(MayReadMetrics(one.readers, false, false), one.others);
    EXPECT_EQ(MayReadMetrics(one.readers, true, false), one.loopback);
    EXPECT_EQ(MayReadMetrics(one.readers, false, true), one.managers);
  }
}

}  // namespace
}  // namespace answerbox::daemon::http
