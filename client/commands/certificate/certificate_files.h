// The files that `answerbox certificate` writes: each as a whole or not at all,
// and none in the place of another unless told so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "client/failure.h"
#include "platform/error.h"

namespace answerbox::client {

enum class FileSecrecy : std::uint8_t {
  kPublic,   // Mode 0644.
  kPrivate,  // Mode 0600, from its first byte on.
};

// Errors: one of them exists.
[[nodiscard]] Outcome<void> CheckAbsent(
    const std::vector<std::filesystem::path>& files);

// Writes the file, which may replace another.
[[nodiscard]] Outcome<void> WriteWhole(const std::filesystem::path& path,
                                       const std::string& content,
                                       FileSecrecy secrecy);

// The input can't be used, in the words of the part that found out.
[[nodiscard]] Failure RejectedBy(const platform::Error& error);

}  // namespace answerbox::client
