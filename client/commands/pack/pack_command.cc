// `answerbox pack`, and what its commands share.
#include "client/commands/pack/pack_command.h"

#include "client/commands/command_line.h"

namespace answerbox::client {

std::string NameOfPack(const protocol::PackHeader& header) {
  return header.name + ' ' + header.version;
}

void AddPackFile(CLI::App& command, std::string& file) {
  command.add_option("file", file, "The pack")->type_name("FILE")->required();
}

void AddPackCommand(CLI::App& program, int& exit_code) {
  CLI::App* pack = program.add_subcommand(
      "pack",
      "Make signed packs of collections for other boxes, and install them");
  pack->require_subcommand(1);
  AddPackBuildCommand(*pack, exit_code);
  AddPackFileCommands(*pack, exit_code);
  AddPackInstallCommands(*pack, exit_code);
}

}  // namespace answerbox::client
