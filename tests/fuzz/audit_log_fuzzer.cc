// Any bytes as a file of an audit log: what a verifier is given, and what the
// daemon finds when it starts. Lines are linked first, as a hostile writer
// would, so that what they say is looked at.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/audit/recovery.h"
#include "daemon/audit/verifier.h"

namespace {

using namespace answerbox::daemon;

void Check(bool condition) {
  if (!condition) std::abort();
}

void Read(std::string_view text) {
  Verifier verifier{{}};
  const auto finding = verifier.ReadFile(text);
  if (finding) {
    Check(finding->first <= finding->last && finding->offset <= text.size());
    Check(!finding->message.empty());
  }
  static_cast<void>(verifier.Finish());

  const auto whole = FindWholePart(text);
  if (!whole) {
    static_cast<void>(MayBeBeingBegun(text));
    return;
  }
  Check(whole->bytes <= text.size());
  static_cast<void>(MayBeTorn(text.substr(whole->bytes), *whole));
  // What is found in place by the one is so by the other.
  Check(finding || whole->bytes == text.size());
}

// Each line with its place and the hash of the line before.
std::string Linked(std::string_view text) {
  std::string linked;
  Digest previous{};
  for (std::uint64_t seq = 0; !text.empty(); ++seq) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t body = line.find("\"kind\"");
    if (body == std::string_view::npos) continue;
    const std::size_t begin = linked.size();
    AppendLine(seq, previous, line.substr(body), linked);
    previous = HashLine(std::string_view(linked).substr(begin));
    linked += '\n';
  }
  return linked;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Read(text);
  Read(Linked(text));
  return 0;
}
