// The file that keeps principals, their passwords' hashes and their rights:
// `users.json` of the state directory. docs/state-directory.md, "Users".
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/identity/principal.h"

namespace answerbox::daemon {

inline constexpr const char* kUsersFileName = "users.json";
inline constexpr std::size_t kMaxUsersFileBytes = std::size_t{1} << 20;

// Returns the file's bytes. Errors: kLimit past kMaxUsersFileBytes.
//   principals  sorted by name; CheckPrincipal holds for each
[[nodiscard]] Result<std::string> UsersText(
    const std::vector<Principal>& principals);

// Returns the principals from which UsersText made the text. Errors: kCorrupt
// for any other text; the message says what is wrong. Takes memory in
// proportion to the text, which is at most kMaxUsersFileBytes.
[[nodiscard]] Result<std::vector<Principal>> ParseUsers(std::string_view text);

// Returns an empty list when there is no file. Errors: kStorage, kCorrupt; both
// name the file and say what to do.
[[nodiscard]] Result<std::vector<Principal>> LoadUsers(
    const std::filesystem::path& path);

// Replaces the file, and returns when it is on the disk. Errors: kLimit,
// kStorage. After kStorage, `is_replaced` says whether readers may already find
// the new file.
[[nodiscard]] Result<void> SaveUsers(const std::filesystem::path& path,
                                     const std::vector<Principal>& principals,
                                     bool& is_replaced);

}  // namespace answerbox::daemon
