// Any bytes as what tesseract says of a page: the page that is written for the
// layout reader is read as it was seen.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/recognition/seen_page.h"
#include "engine/text/utf8.h"

namespace {

using namespace answerbox;
using client::recognition::PageOnPaper;
using client::recognition::SeenLine;
using client::recognition::SeenPage;
using client::recognition::SeenWord;

void Check(bool condition) {
  if (!condition) std::abort();
}

void CheckPage(const SeenPage& page) {
  Check(page.width >= 1 && page.height >= 1);
  for (const SeenLine& line : page.lines) {
    Check(line.ascent > 0 && !line.words.empty());
    Check(std::isfinite(line.baseline) && std::isfinite(line.slope));
    for (const SeenWord& word : line.words) {
      Check(word.left <= word.right);
      Check(word.confidence >= 0 && word.confidence <= 100);
      Check(!word.text.empty() && engine::ValidateUtf8(word.text).has_value());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  SeenPage seen = client::recognition::ReadHocr(bytes);
  CheckPage(seen);
  client::recognition::MendBullets(seen);
  client::recognition::Straighten(seen);
  CheckPage(seen);
  const int confidence = client::recognition::MeanConfidence(seen.lines);
  Check(confidence >= 0 && confidence <= 100);
  const PageOnPaper page{1, 892, 1263, std::move(seen)};
  const auto written = client::recognition::WritePages({&page, 1});
  client::layout::RunReader reader(written.front().runs);
  client::layout::RunPage runs;
  Check(reader.ReadPage(runs) && runs.number == 1);
  Check(!reader.ReadPage(runs));
  (void)client::ReadLayout(written.front().runs, written.front().words);
  return 0;
}
