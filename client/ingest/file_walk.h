// Which files the paths of one command line mean, and under which names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "client/convert/converted_document.h"
#include "client/convert/format.h"

namespace answerbox::client {

struct FoundDocument {
  std::filesystem::path path;
  std::string name;  // As the daemon will know it.
  Format format;
  std::uint64_t bytes;  // As the file system says; for progress only.
};

struct NamedRejection {
  std::string name;  // As given or found; may hold any byte but '/' at will.
  Rejection rejection;
};

struct WalkResult {
  std::vector<FoundDocument> documents;
  std::vector<NamedRejection> refused;  // Meant to be added, but can't be.
  std::vector<NamedRejection> skipped;  // Found in a folder, not documents.
};

// A file is known by its base name, a file in a folder by its path within the
// folder given, with '/' between the parts. Folders are walked in the byte
// order of names; symbolic links are followed, but no folder is entered twice;
// what begins with a dot is left out. Of two files with one name the later is
// refused. Reads no file.
[[nodiscard]] WalkResult FindDocuments(
    std::span<const std::filesystem::path> paths);

}  // namespace answerbox::client
