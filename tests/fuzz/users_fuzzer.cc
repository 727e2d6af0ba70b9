// Reads any bytes as a users file: as they are, and with the right checksum, so
// that the content is read too. An accepted file is written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "daemon/identity/users_file.h"
#include "engine/text/content_id.h"
#include "protocol/json/json_writer.h"

namespace {

using namespace answerbox::daemon;

void CheckUsers(std::string_view text) {
  const auto users = ParseUsers(text);
  if (!users) return;
  const auto written = UsersText(users->principals, users->mark->revision);
  // The writer may need more bytes than the input, and then refuses.
  if (!written) return;
  const auto again = ParseUsers(*written);
  if (!again || again->principals != users->principals ||
      again->mark->revision != users->mark->revision) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckUsers(bytes);
  JsonWriter check;
  check.Hexadecimal(answerbox::engine::ComputeSha256(bytes));
  CheckUsers(std::string(bytes) + ",\"sha256\":" + check.Take() + "}\n");
  return 0;
}
