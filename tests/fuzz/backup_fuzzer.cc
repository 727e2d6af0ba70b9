// Reads any bytes as the list of a backup, which is given a right digest, and
// as a whole archive. A list that is accepted must be written again as it was,
// and name nothing outside of its trees.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "client/backup/archive.h"
#include "engine/text/content_id.h"
#include "protocol/audit/digest.h"

namespace {

using namespace answerbox;

void ReadList(std::string text) {
  text += "sha256 " + protocol::ToHex(engine::ComputeSha256(text)) + "\n";
  const auto list = client::ParseArchiveList(text);
  if (!list) return;
  if (list->Text() != text) std::abort();
  for (const client::ArchivedFile& file : list->files) {
    if (!client::IsArchivable(file.path) || (file.mode & ~0777U) != 0) {
      std::abort();
    }
  }
}

void ReadArchive(std::string_view bytes) {
  const int file = ::memfd_create("archive", 0);
  if (file < 0 || ::write(file, bytes.data(), bytes.size()) !=
                      static_cast<::ssize_t>(bytes.size())) {
    std::abort();
  }
  ::lseek(file, 0, SEEK_SET);
  auto reader = client::ArchiveReader::Open(
      file, "archive", [](std::uint64_t, std::uint64_t) { return true; });
  std::uint64_t taken = 0;
  for (std::size_t i = 0; reader && i < reader->list().files.size(); ++i) {
    const auto read = reader->ReadFile(
        [&](std::span<const char> part) -> client::Outcome<void> {
          taken += part.size();
          return {};
        });
    if (!read) break;
  }
  if (taken > bytes.size()) std::abort();
  if (reader) static_cast<void>(reader->Finish());
  ::close(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ReadList(std::string(bytes));
  ReadArchive(bytes);
  return 0;
}
