// Feeds any bytes as a file of an audit log to the verifier, and to the
// daemon's start. Links the lines first, like an attacker, so that their
// content is read.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "protocol/audit/log_reader.h"
#include "protocol/audit/verifier.h"

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

  const std::optional<KeptHead> none;
  LogReader reader(none);
  const std::size_t bytes = reader.Read("000000000000.jsonl", text);
  Check(bytes <= text.size());
  Check(bytes == 0 || text[bytes - 1] == '\n');
  reader.CheckNewestHead();
  if (reader.found()) Check(reader.found()->offset <= text.size());
}

// The bytes as the head that is kept beside the log.
void ReadKept(std::string_view text) {
  const auto kept = ParseKeptHead(text);
  if (kept) Check(kept->Text() == text);
}

// Gives each line its number and the hash of the line before.
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
  ReadKept(text);
  return 0;
}
