// Reads any bytes as a proof (a record's line, and the line that shows that it
// is in the log), as a head, as a public key, and as a record of each kind.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/error.h"
#include "protocol/audit/chain.h"
#include "protocol/audit/proof.h"

namespace {

using namespace answerbox::daemon;

void Check(bool condition) {
  if (!condition) std::abort();
}

// A value that was read must be written again in the same way.
void ReadHead(std::string_view text) {
  const auto head = ParseHead(text);
  if (head) Check(head->Text() == text);
}

void ReadProof(std::string_view line, std::string_view text) {
  static const auto key = SigningKey::Generate();
  const auto proof = ParseProof(text);
  if (!proof) return;
  // No fuzzed proof may be accepted, because nobody has signed it.
  Check(CheckProof(line, *proof, key->public_key()) ==
        ProofVerdict::kBadSignature);
  static_cast<void>(RootFromPath(HashLine(line), proof->record,
                                 proof->head.size, proof->path));
  const auto again = ParseProof(proof->Text());
  Check(again && again->Text() == proof->Text());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view line = text.substr(0, text.find('\n'));
  const std::string_view rest =
      text.substr(std::min(line.size() + 1, text.size()));
  ReadHead(text);
  ReadProof(line, rest);
  static_cast<void>(PublicKey::Parse(text));
  static_cast<void>(ParseHeadRecord(line));
  static_cast<void>(ParseKeyRecord(line));
  static_cast<void>(ResumeChain(line));
  return 0;
}
