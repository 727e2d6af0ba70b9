// Reads any bytes as the result of a self-check, whose file anybody may have
// damaged. What is accepted must stand within its bounds, and be written as it
// was read. Then makes a result of the bytes: it must be read back equal.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "daemon/exam/check_record.h"

namespace {

using namespace answerbox::daemon;

void Require(bool is_true) {
  if (!is_true) std::abort();
}

// Takes up to 8 bytes as a number.
std::uint64_t Take(std::span<const std::uint8_t>& bytes) {
  std::uint64_t number = 0;
  for (int i = 0; i < 8 && !bytes.empty(); ++i) {
    number = number << 8 | bytes.front();
    bytes = bytes.subspan(1);
  }
  return number;
}

CheckRecord RecordOf(std::span<const std::uint8_t> bytes) {
  CheckRecord record;
  record.guard = Take(bytes);
  record.snapshot = Take(bytes);
  record.checked = Take(bytes) % (kLatestCheck + 1);
  record.cover = static_cast<std::uint32_t>(Take(bytes) % 1'000'001);
  const std::size_t questions =
      std::clamp<std::size_t>(bytes.size() * 4, 1, kMaxGuardQuestions);
  record.answered.assign(questions, false);
  record.before.assign(questions, true);
  for (std::size_t i = 0; i < questions && i / 4 < bytes.size(); ++i) {
    record.answered[i] = (bytes[i / 4] >> (i % 4) & 1) != 0;
    record.before[i] = (bytes[i / 4] >> (i % 4 + 4) & 1) != 0;
  }
  if (record.guard % 2 == 0) record.unasked = record.before;
  return record;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto read = DecodeCheck(text)) {
    Require(EncodeCheck(*read) == text && text.size() <= kMaxCheckBytes);
    Require(!read->answered.empty() &&
            read->answered.size() <= kMaxGuardQuestions &&
            read->before.size() == read->answered.size() &&
            read->checked <= kLatestCheck && read->cover <= 1'000'000);
  }
  const CheckRecord record = RecordOf({data, size});
  Require(DecodeCheck(EncodeCheck(record)) == record);
  return 0;
}
