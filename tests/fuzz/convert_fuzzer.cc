// Any bytes as a file of each format that we parse ourselves: what is converted
// must keep the preconditions of the engine, and every visible character must
// stand in a block.
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>

#include "client/convert/converters.h"
#include "client/convert/format.h"
#include "engine/text/utf8.h"
#include "tests/client/convert/converted.h"

namespace {

using namespace answerbox;

void Check(bool condition) {
  if (!condition) std::abort();
}

void CheckDocument(const client::ConvertedDocument& document) {
  Check(engine::ValidateUtf8(document.text).has_value());
  Check(client::BlockFault(document).empty());
  std::uint32_t end = 0;
  for (const engine::HeadingMark& heading : document.headings) {
    Check(heading.range.begin >= end);
    Check(heading.range.begin < heading.range.end);
    Check(heading.range.end <= document.text.size());
    Check(heading.level >= 1 && heading.level <= 6);
    end = heading.range.end;
  }
}

}  // namespace

// The first byte chooses the format, so that one corpus serves all.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  constexpr client::Format kFormats[] = {
      client::Format::kPlainText, client::Format::kMarkdown,
      client::Format::kHtml, client::Format::kCommaSeparated,
      client::Format::kTabSeparated};
  if (size == 0) return 0;
  if (data[0] == 0xFF) {
    // What pandoc is given of an RTF file is not much longer than the file.
    constexpr std::size_t kRepeated = (1u << 20) + 1024;
    const std::string rtf(reinterpret_cast<const char*>(data) + 1, size - 1);
    Check(client::WithRtfParts(rtf).size() <= 8 * size + kRepeated);
    return 0;
  }
  const client::Format format = kFormats[data[0] % std::size(kFormats)];
  const auto document = client::ConvertBytes(
      format, std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  if (document) CheckDocument(*document);
  return 0;
}
