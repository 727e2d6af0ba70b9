// Reads any text as the firmware's answer to pmic_read_adc. It must be refused,
// or its sum must be within the power of so many rails and not depend on the
// order of lines.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"

namespace {

using namespace answerbox::platform;

constexpr std::uint64_t kMaxRailUw = 10'000'000'000;  // 100 V x 100 A.

void Check(bool condition) {
  if (!condition) std::abort();
}

std::string Reversed(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::string reversed;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    reversed += *line;
    reversed += '\n';
  }
  return reversed;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto reading = ParsePmicReading(text);
  if (!reading) {
    Check(IsMalformed(reading.error()));
    return 0;
  }
  Check(reading->rails <= kMaxPmicRails);
  Check(reading->sum_uw <= reading->rails * kMaxRailUw);
  const auto again = ParsePmicReading(Reversed(text));
  Check(again && again->rails == reading->rails &&
        again->sum_uw == reading->sum_uw);
  return 0;
}
