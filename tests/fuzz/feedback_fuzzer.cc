// Reads any bytes as the file of what people said of answers, with a checksum
// that is right. What is accepted must stand within its bounds, and be written
// as it was read.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "daemon/collections/snapshots/proposals.h"
#include "engine/index/format/checksum.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace answerbox;
  std::string text = "answerbox-feedback 1\n";
  text.append(reinterpret_cast<const char*>(data), size);
  char line[24];
  std::snprintf(line, sizeof line, "crc32c %08x\n",
                static_cast<unsigned>(
                    engine::ComputeChecksum(std::as_bytes(std::span(text)))));
  text += line;
  const auto read = daemon::DecodeProposals(text);
  if (!read) return 0;
  if (daemon::EncodeProposals(*read) != text ||
      text.size() > daemon::kMaxProposalsBytes ||
      read->size() > daemon::kMaxProposals) {
    std::abort();
  }
  return 0;
}
