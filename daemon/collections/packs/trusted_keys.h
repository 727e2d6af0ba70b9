// The public keys whose packs are installed: files NAME.pub (PEM) in a folder
// that only root writes. docs/operations.md, "Packs".
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "daemon/error.h"
#include "protocol/audit/signing_key.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxTrustedKeys = 64;

// Reads all keys of the folder. Errors: kRejected (untrusted_pack), with what
// to do: there is no key, or more than kMaxTrustedKeys, or others than root and
// the daemon's user may write the folder or a key; kStorage; kCorrupt for a
// file that is no key.
[[nodiscard]] Result<std::vector<PublicKey>> ReadTrustedKeys(
    const std::filesystem::path& folder);

}  // namespace answerbox::daemon
