#include "tests/engine/index/segment_seal.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "engine/index/checksum.h"
#include "engine/index/little_endian.h"
#include "engine/index/segment_layout.h"

namespace answerbox::engine {

std::vector<std::byte> Sealed(std::vector<std::byte> bytes) {
  if (bytes.size() < kFooterBytes) return bytes;
  const std::uint64_t sections_bytes = bytes.size() - kFooterBytes;
  std::byte* const footer = bytes.data() + sections_bytes;
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    const std::uint64_t length = LoadLittle64(footer + i * 12);
    if (length > sections_bytes - begin) break;
    StoreLittle32(footer + i * 12 + 8,
                  ComputeChecksum({bytes.data() + begin,
                                   static_cast<std::size_t>(length)}));
    begin += length;
  }
  StoreLittle32(footer + kFooterBytes - 16, kFormatVersion);
  StoreLittle32(footer + kFooterBytes - 12,
                ComputeChecksum({footer, kFooterBytes - 12}));
  std::memcpy(footer + kFooterBytes - 8, "ABXseg\xA5\n", 8);
  return bytes;
}

}  // namespace answerbox::engine
