// Compares docs/metrics.md with the table of metrics.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "daemon/protocol/http/metrics/metrics.h"

namespace answerbox::daemon::http {
namespace {

// "`NAME{LABEL,LABEL}` TYPE | HELP", a line for each.
std::string Rows() {
  std::string rows;
  for (const Metric& metric : Metrics()) {
    std::string labels(metric.labels);
    std::erase(labels, ' ');
    if (!labels.empty()) labels = '{' + labels + '}';
    rows += '`' + std::string(metric.name) + labels + "` " +
            std::string(ToString(metric.type)) + " | " +
            std::string(metric.help) + '\n';
  }
  return rows;
}

TEST(DocumentationTest, TheTableOfMetricsIsTheCodes) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/metrics.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t head = text.find("\n---|---\n");
  ASSERT_NE(head, std::string::npos);
  const std::size_t begin = text.find('\n', head + 1) + 1;
  EXPECT_EQ(text.substr(begin, text.find("\n\n", begin) + 1 - begin), Rows());
}

}  // namespace
}  // namespace answerbox::daemon::http
