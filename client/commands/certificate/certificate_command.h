// `answerbox certificate`: its commands, one file for each kind of work. They
// need no daemon.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <string>
#include <vector>

namespace answerbox::client {

void AddCertificateIssueCommands(CLI::App& certificate, int& exit_code);
void AddCertificateSignCommands(CLI::App& certificate, int& exit_code);

// 825 days (two years and a quarter) are the most that Apple's devices accept.
inline constexpr int kDefaultValidityDays = 825;

// Add --name, which may be given several times, --days and --force.
void AddNameOption(CLI::App& command, std::vector<std::string>& names);
void AddDaysOption(CLI::App& command, int& days, const std::string& of_what);
void AddForceOption(CLI::App& command, bool& force);

[[nodiscard]] std::chrono::sys_seconds SecondsNow();

}  // namespace answerbox::client
