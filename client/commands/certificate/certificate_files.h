// Writes the files of `answerbox certificate`: each as a whole or not at all,
// and over an existing file only if told so.
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

// Errors: kRejected if one of the files exists.
[[nodiscard]] Outcome<void> CheckAbsent(
    const std::vector<std::filesystem::path>& files);

// Writes the file as a whole. An existing file is replaced.
[[nodiscard]] Outcome<void> WriteWhole(const std::filesystem::path& path,
                                       const std::string& content,
                                       FileSecrecy secrecy);

// Turns an error about the input into a rejection with the same message.
[[nodiscard]] Failure RejectedBy(const platform::Error& error);

}  // namespace answerbox::client
