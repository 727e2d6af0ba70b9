// Reading PDFs by layout: pages a second on one core, of columns of prose with
// a list and a table.
#include <benchmark/benchmark.h>

#include <string>

#include "client/convert/layout/layout_document.h"
#include "tests/client/convert/layout/pdf_xml.h"

namespace answerbox::client::layout {
namespace {

constexpr int kPages = 64;

std::string Document() {
  PdfXml xml;
  for (int page = 1; page <= kPages; ++page) {
    const std::string number = std::to_string(page);
    xml.Page().Text(100, 40, "A guide to things").Text(450, 1150, number);
    xml.Bold(100, 100, "Part " + number);
    xml.Lines(100, 150, Prose("left", 30));
    xml.Lines(480, 150, Prose("right", 30));
    for (int row = 0; row < 15; ++row) {
      const int top = 800 + 20 * row;
      xml.Text(100, top, "Row of the table").Text(400, top, "12.5");
      xml.Text(600, top, std::to_string(row));
    }
  }
  return xml.text();
}

void ReadPages(benchmark::State& state) {
  const std::string xml = Document();
  for (auto _ : state) benchmark::DoNotOptimize(ReadLayout(xml));
  state.SetItemsProcessed(state.iterations() * kPages);
}
BENCHMARK(ReadPages)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace answerbox::client::layout

BENCHMARK_MAIN();
