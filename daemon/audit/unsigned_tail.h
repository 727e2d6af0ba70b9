// Checks the records after the newest head of a log. The next head signs them,
// so nothing may be wrong with them that a verifier would find.
// docs/audit-format.md, "At start".
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "daemon/error.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/evidence.h"
#include "protocol/audit/log_reader.h"

namespace answerbox::daemon {

struct OpenLogFile {
  std::filesystem::path path;
  platform::MappedFile file;
};

// Parses each of the records; their chain has been checked by `reader`.
//   files   those that `reader` has read, in order
//   reader  has found nothing; its CheckNewestHead was called
//   end     where the whole records of the last file end
[[nodiscard]] std::optional<Disagreement> CheckUnsignedTail(
    const std::vector<OpenLogFile>& files, const LogReader& reader,
    std::size_t end);

}  // namespace answerbox::daemon
