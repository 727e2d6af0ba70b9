// `answerbox certificate`: its commands, one file for each kind of work. They
// need no daemon.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "client/failure.h"
#include "platform/error.h"

namespace answerbox::client {

void AddCertificateSignCommands(CLI::App& certificate, int& exit_code);

// 825 days (two years and a quarter) are the most that Apple's devices accept.
inline constexpr int kDefaultValidityDays = 825;

// Add --name, which may be given several times, --days and --force.
void AddNameOption(CLI::App& command, std::vector<std::string>& names);
void AddDaysOption(CLI::App& command, int& days, const std::string& of_what);
void AddForceOption(CLI::App& command, bool& force);

[[nodiscard]] std::chrono::sys_seconds SecondsNow();

enum class FileSecrecy : std::uint8_t {
  kPublic,   // Mode 0644.
  kPrivate,  // Mode 0600, from its first byte on.
};

// Errors: kRejected if one of the files exists.
[[nodiscard]] Outcome<void> CheckAbsent(
    const std::vector<std::filesystem::path>& files);

// Writes the file as a whole or not at all. An existing file is replaced.
[[nodiscard]] Outcome<void> WriteWhole(const std::filesystem::path& path,
                                       const std::string& content,
                                       FileSecrecy secrecy);

// Turns an error about the input into a rejection with the same message.
[[nodiscard]] Failure RejectedBy(const platform::Error& error);

}  // namespace answerbox::client
