// Reads any bytes as a pack, as they come from a stick, in pieces whose size
// the first byte says. A header that is accepted is within its bounds and
// written as it was read; the sink gets parts of the lengths that the header
// says, in their order; and however the bytes are divided, the outcome is the
// same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "protocol/pack/pack_reader.h"

namespace {

using namespace answerbox::protocol;

void Require(bool is_true) {
  if (!is_true) std::abort();
}

class CheckingSink final : public PackSink {
 public:
  Result<void> OnSeal(const PackSeal& seal) override {
    const PackHeader& header = seal.header;
    Require(EncodePackHeader(header) == seal.signed_text &&
            seal.bytes() <= kMaxPackHeaderBytes && !header.parts.empty() &&
            header.parts.size() <= kMaxPackSegments + 2 &&
            header.theta >= 0.0 && header.theta <= 1.0);
    return {};
  }
  Result<void> OnPart(const PackPart& part) override {
    Require(left_ == 0 && part.bytes > 0);
    left_ = part.bytes;
    return {};
  }
  Result<void> OnBytes(std::string_view bytes) override {
    Require(!bytes.empty() && bytes.size() <= left_);
    left_ -= bytes.size();
    return {};
  }
  Result<void> OnPartEnd() override {
    Require(left_ == 0);
    return {};
  }

 private:
  std::uint64_t left_ = 0;
};

bool IsWhole(std::string_view pack, std::size_t piece) {
  CheckingSink sink;
  PackReader reader(sink);
  while (!pack.empty()) {
    const std::string_view next = pack.substr(0, piece);
    if (!reader.Take(next)) return false;
    pack.remove_prefix(next.size());
  }
  return reader.Finish().has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view pack(reinterpret_cast<const char*>(data + 1),
                              size - 1);
  Require(IsWhole(pack, std::size_t{1} + data[0]) == IsWhole(pack, size));
  return 0;
}
