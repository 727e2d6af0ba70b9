// The daemon speaks in the protocol's terms: its errors, JSON, records and
// banks go by their own names here.
#pragma once

#include <string>

#include "protocol/error.h"

namespace answerbox::daemon {

using namespace protocol;

// What to do with a file in a format that this program does not read. Formats
// of programs before the first release have higher numbers than today's.
inline constexpr const char* kAdviceOnOtherVersions =
    "Another version of answerboxd wrote it: add the documents again into a "
    "new state directory, and keep the old program to check old logs.";

// The error for a file of another version. Nothing is done to the file.
[[nodiscard]] inline Error OfOtherVersion(const std::string& file) {
  return {ErrorKind::kCorrupt,
          file + " has an unsupported format. " + kAdviceOnOtherVersions, file};
}

}  // namespace answerbox::daemon
