// The example of docs/pack-format.md.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "protocol/pack/pack_header.h"

namespace answerbox::protocol {

inline PackHeader SampleHeader() {
  PackHeader header;
  header.name = "guidelines";
  header.version = "2026.3";
  header.made = 1'795'219'200;
  header.program = "0.1.0";
  header.format = 2;
  header.window = 200;
  header.overlap = 40;
  header.theta = 0.3;
  header.parts = {{PackPartKind::kSegment, 3, engine::ComputeSha256("abc")}};
  return header;
}

inline std::string DocumentedPack() {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/pack-format.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = page.find("```\n") + 4;
  // The last line of the example ends with the file, without a line end.
  return page.substr(begin, page.find("\n```", begin) - begin);
}

}  // namespace answerbox::protocol
