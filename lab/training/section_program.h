// What programs share that write a section of a model.
#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::lab {

// Runs `PROGRAM DATA_FOLDER OUT`: writes the section's bytes to OUT and returns
// main's result.
//   make_section  makes the section from the data folder; after a message,
//                 nothing when it cannot
template <typename MakeSection>
int RunSectionProgram(int argc, char** argv, std::string_view program,
                      const MakeSection& make_section) {
  if (argc != 3) {
    std::cerr << "usage: " << program << " DATA_FOLDER OUT\n";
    return 2;
  }
  const std::optional<std::string> section =
      make_section(std::filesystem::path(argv[1]));
  if (!section) return 1;
  const std::filesystem::path out(argv[2]);
  std::ofstream file(out, std::ios::binary | std::ios::trunc);
  file << *section;
  file.close();
  if (!file) {
    std::cerr << "cannot write " << out << '\n';
    return 1;
  }
  return 0;
}

}  // namespace answerbox::lab
