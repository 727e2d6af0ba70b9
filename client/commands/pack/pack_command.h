// `answerbox pack`: its commands, and how they read a pack.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/command.h"
#include "client/failure.h"
#include "protocol/audit/signing_key.h"
#include "protocol/pack/pack_header.h"
#include "protocol/pack/pack_reader.h"

namespace answerbox::client {

// `build`.
void AddPackBuildCommand(CLI::App& pack, int& exit_code);
// `install`, `rollback`, `detach`.
void AddPackInstallCommands(CLI::App& pack, int& exit_code);

// "guidelines 2026.3".
[[nodiscard]] std::string NameOfPack(const protocol::PackHeader& header);

// Adds the pack's file as the command's argument.
void AddPackFile(CLI::App& command, std::string& file);

// Reads a pack file (docs/pack-format.md): calls `take` with one piece of the
// file after the other. It stops at the first error of `take`. Errors:
// kRejected; those of `take`.
//   piece_bytes  the most of a piece
using TakePiece = std::function<Outcome<void>(std::string_view piece)>;
[[nodiscard]] Outcome<void> EachPiece(const std::string& path,
                                      std::size_t piece_bytes,
                                      const TakePiece& take);

// Reads the file from end to end, and compares all parts with their SHA-256.
// Errors: kRejected, for a file that is no whole pack, too.
[[nodiscard]] Outcome<protocol::PackSeal> CheckPack(const std::string& path);

// Reads the header alone. Errors: kRejected.
[[nodiscard]] Outcome<protocol::PackSeal> ReadPackSeal(const std::string& path);

}  // namespace answerbox::client
