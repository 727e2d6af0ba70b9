// The commands of `answerbox pack`, in files of their own.
#pragma once

#include <CLI/CLI.hpp>

#include "client/commands/command.h"
#include "protocol/pack/pack_header.h"

namespace answerbox::client {

// `build`.
void AddPackBuildCommand(CLI::App& pack, int& exit_code);
// `sign`, `verify`, `show`.
void AddPackFileCommands(CLI::App& pack, int& exit_code);
// `install`, `rollback`, `detach`.
void AddPackInstallCommands(CLI::App& pack, int& exit_code);

// "guidelines 2026.3".
[[nodiscard]] std::string NameOfPack(const protocol::PackHeader& header);

// Adds the pack's file as the command's argument.
void AddPackFile(CLI::App& command, std::string& file);

}  // namespace answerbox::client
