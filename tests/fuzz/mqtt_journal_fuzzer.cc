// Any bytes as a file of MQTT sessions: as they are, and as a batch with the
// checksums that make a file of them, so that the changes are read too. What
// was restored is recorded anew, and that can be read. Requests in it are begun
// again, but not after one more restart.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/protocol/mqtt/journal/change_codec.h"
#include "daemon/protocol/mqtt/journal/journal_file.h"
#include "tests/daemon/protocol/mqtt/broker/hostile_clients.h"
#include "tests/daemon/protocol/mqtt/journal/kept_steps.h"

namespace {

using namespace answerbox::daemon::mqtt;

void Restore(std::string_view file) {
  Dialogue dialogue(TightBounds(), kTightMemoryBytes);
  Restorer restorer(dialogue.broker, dialogue.now);
  static_cast<void>(RestoreFrom(file, restorer, dialogue.now, {}));
  restorer.Finish();
  dialogue.CheckBounds();
  KeptSteps steps("");
  dialogue.broker.RecordTo(steps);
  dialogue.broker.RecordWhole();
  const std::string whole = steps.UpTo(1);
  for (ChangeReader reader(whole, KeptSteps::kClock); !reader.is_at_end();) {
    const auto read = reader.Next();
    if (std::holds_alternative<ChangeReader::Malformed>(read)) std::abort();
  }
  dialogue.broker.ResumeRequests(dialogue.now);
  dialogue.CheckBounds();
  KeptDialogue later(TightBounds(), steps.UpTo(steps.newest()),
                     kTightMemoryBytes);
  later.dialogue.broker.ResumeRequests(later.dialogue.now);
  if (!later.dialogue.requests.taken.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Restore(bytes);
  const std::string file = MakeFileHead(1) +
                           MakeBatchHead(1, {kFirstBatch, 0, bytes}) +
                           std::string(bytes);
  Restore(file);
  return 0;
}
