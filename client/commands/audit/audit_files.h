// The files of an audit log, or of a copy of one, as a command finds them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/signing_key.h"
#include "protocol/audit/verifier.h"

namespace answerbox::client {

inline constexpr const char* kDefaultAuditFolder = "/var/lib/answerbox/audit";

struct AuditFile {
  std::filesystem::path path;
  platform::MappedFile file;

  [[nodiscard]] std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(file.bytes().data()),
            file.bytes().size()};
  }
};

// Lists the named files, or those of the folder, by the number of their first
// record.
[[nodiscard]] Outcome<std::vector<AuditFile>> OpenAuditFiles(
    const std::vector<std::string>& files, const std::string& folder);

// Reads public keys from PEM files. When none is named, the folder's key is
// read if there is one.
[[nodiscard]] Outcome<std::vector<protocol::PublicKey>> ReadPublicKeys(
    const std::vector<std::string>& files, const std::string& folder);

// Reads a whole file of at most a megabyte.
[[nodiscard]] Outcome<std::string> ReadSmallFile(const std::string& path);

// Parses a head. `text` is the head itself, or the name of a file that holds
// one.
[[nodiscard]] Outcome<protocol::SignedHead> ReadHead(const std::string& text);

// Calls `take` for each line, without its end, until it returns false. A last
// line without an end is left out: the daemon may still be writing it.
void EachLine(const std::vector<AuditFile>& files,
              const std::function<bool(std::string_view line)>& take);

}  // namespace answerbox::client
