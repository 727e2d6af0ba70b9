#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "client/convert/package/number_format.h"
#include "client/convert/package/page_html.h"
#include "client/convert/package/word_elements.h"

namespace answerbox::client::package {
namespace {

constexpr std::size_t kMaxPoints = 1'000;
constexpr std::size_t kMaxSeries = 100;

// Reads the values that the chart has cached, by their index. A series has them
// below c:strRef or c:numRef.
void ReadPoints(XmlNode node, std::vector<std::string>& points) {
  for (const XmlNode part : node) {
    if (!part.Is("pt")) {
      if (!part.name().empty()) ReadPoints(part, points);
      continue;
    }
    const int index = NumberIn(part, "idx").value_or(-1);
    if (index < 0 || index >= static_cast<int>(kMaxPoints)) continue;
    const auto at = static_cast<std::size_t>(index);
    if (points.size() <= at) points.resize(at + 1);
    // The cache has all digits of a number; cells and axes show it rounded.
    points[at] = FormatNumber(part.Child("v").AllText(), "", false);
  }
}

std::vector<std::string> PointsOf(XmlNode node) {
  std::vector<std::string> points;
  ReadPoints(node, points);
  return points;
}

struct Series {
  std::string name;
  std::vector<std::string> values;
};

struct Chart {
  std::vector<std::string> titles;  // Of the chart and its axes.
  std::vector<std::string> categories;
  std::vector<Series> series;
};

std::string TitleIn(XmlNode node) {
  if (node.Is("a:t")) return node.AllText();
  std::string text;
  for (const XmlNode part : node) text += TitleIn(part);
  return text;
}

void ReadChart(XmlNode node, Chart& chart) {
  for (const XmlNode part : node) {
    if (part.Is("title")) {
      chart.titles.push_back(TitleIn(part));
    } else if (part.Is("ser") && chart.series.size() < kMaxSeries) {
      std::vector<std::string> name = PointsOf(part.Child("tx"));
      chart.series.push_back(
          {.name = name.empty() ? std::string() : std::move(name.front()),
           .values = PointsOf(part.Child("val"))});
      if (chart.categories.empty()) {
        chart.categories = PointsOf(part.Child("cat"));
      }
    } else if (!part.name().empty()) {
      ReadChart(part, chart);
    }
  }
}

void WriteCell(std::string_view tag, std::string_view text, PageHtml& page) {
  page.Begin(tag);
  Line line;
  line.Text(text, {});
  page.Paragraph(std::move(line));
  page.End(tag);
}

}  // namespace

void WriteChart(XmlNode root, PageHtml& page) {
  Chart chart;
  ReadChart(root, chart);
  for (const std::string& title : chart.titles) {
    Line line;
    line.Text(title, {});
    page.Paragraph(std::move(line));
  }
  std::size_t rows = chart.categories.size();
  for (const Series& series : chart.series) {
    rows = std::max(rows, series.values.size());
  }
  if (rows == 0) return;
  // The role makes our converter take it for data (IsDataTable).
  page.Begin("table role=table");
  page.Begin("tr");
  WriteCell("th", "", page);
  for (const Series& series : chart.series) WriteCell("th", series.name, page);
  page.End("tr");
  for (std::size_t i = 0; i < rows; ++i) {
    page.Begin("tr");
    WriteCell("td", i < chart.categories.size() ? chart.categories[i] : "",
              page);
    for (const Series& series : chart.series) {
      WriteCell("td", i < series.values.size() ? series.values[i] : "", page);
    }
    page.End("tr");
  }
  page.End("table");
}

}  // namespace answerbox::client::package
