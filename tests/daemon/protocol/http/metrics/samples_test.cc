#include <gtest/gtest.h>

#include <array>

#include "daemon/protocol/http/metrics/metrics.h"

namespace answerbox::daemon::http {
namespace {

TEST(SamplesTest, ASampleIsALine) {
  Samples samples("documents");
  samples.Add(3);
  samples.Add(0.25, {{"collection", "house"}, {"use", "x"}});
  EXPECT_EQ(samples.text(),
            "documents 3\n"
            "documents{collection=\"house\",use=\"x\"} 0.25\n");
}

TEST(SamplesTest, LabelsAreEscaped) {
  EXPECT_EQ(EscapeLabel("a\\b\"c\nd"), "a\\\\b\\\"c\\nd");
  EXPECT_EQ(EscapeLabel("caf\xc3\xa9"), "caf\xc3\xa9");
  EXPECT_EQ(EscapeLabel("caf\xe9"), "caf?");
}

TEST(SamplesTest, ABucketHoldsThoseBeforeIt) {
  Samples samples("t");
  samples.AddHistogram(std::array{0.001, 0.5},
                       std::array<std::uint64_t, 3>{2, 0, 5}, 7.5);
  EXPECT_EQ(samples.text(),
            "t_bucket{le=\"0.001\"} 2\n"
            "t_bucket{le=\"0.5\"} 2\n"
            "t_bucket{le=\"+Inf\"} 7\n"
            "t_sum 7.5\n"
            "t_count 7\n");
}

}  // namespace
}  // namespace answerbox::daemon::http
