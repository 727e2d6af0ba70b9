// CRC-32C (Castagnoli), which finds every single change of up to 32 bits in a
// row. By Boost.CRC: over 500 MB/s where disks give 100.
#pragma once

#include <boost/crc.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace answerbox::engine {

using Checksum =
    boost::crc_optimal<32, 0x1EDC6F41u, 0xFFFFFFFFu, 0xFFFFFFFFu, true, true>;

[[nodiscard]] inline std::uint32_t ComputeChecksum(
    std::span<const std::byte> bytes) noexcept {
  Checksum checksum;
  checksum.process_bytes(bytes.data(), bytes.size());
  return checksum.checksum();
}

}  // namespace answerbox::engine
