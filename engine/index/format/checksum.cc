#include "engine/index/format/checksum.h"

#include "engine/index/format/crc32c.h"

namespace answerbox::engine {

void Checksum::Add(std::span<const std::byte> bytes) noexcept {
  remainder_ = HasCrc32cInstruction() ? ExtendByInstruction(remainder_, bytes)
                                      : ExtendByTables(remainder_, bytes);
}

}  // namespace answerbox::engine
