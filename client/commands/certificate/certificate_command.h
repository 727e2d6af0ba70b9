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

// Two years and a quarter: the most that Apple's devices accept.
inline constexpr int kDefaultValidityDays = 825;

// --name, several times; --days; --force.
void AddNameOption(CLI::App& command, std::vector<std::string>& names);
void AddDaysOption(CLI::App& command, int& days, const std::string& of_what);
void AddForceOption(CLI::App& command, bool& force);

[[nodiscard]] std::chrono::sys_seconds SecondsNow();

}  // namespace answerbox::client
