// Finds the documents among files and folders, and names them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/format.h"

namespace answerbox::client {

struct FoundDocument {
  std::filesystem::path path;
  std::string name;  // As the daemon will know it.
  Format format;
  std::uint64_t bytes;  // As the file system says; for progress only.
  // The folder that was named, without links; the file must lie in it. Empty if
  // the file itself was named.
  std::filesystem::path within;
};

struct NamedRejection {
  std::string name;  // As given or found; may hold any byte but U+0000.
  Rejection rejection;
};

struct WalkResult {
  std::vector<FoundDocument> documents;
  std::vector<NamedRejection> refused;  // Given or found, but unusable.
  std::vector<NamedRejection> skipped;  // In a folder, but not documents.
};

// Refuses a name that the daemon would refuse. Errors: kBadName, for the
// reasons in protocol/names/document_name.h.
[[nodiscard]] Conversion<void> CheckDocumentName(std::string_view name);

// Pictures are documents only if text recognition was asked for.
enum class PictureFiles : std::uint8_t { kLeftOut, kTaken };

// What becomes of symbolic links in folders.
enum class FolderLinks : std::uint8_t {
  kRefused,
  kFollowedWithin,  // Unless they lead out of the folder that was named.
};

// Finds the documents among `paths` without reading a file. A file is named by
// its base name, a file in a folder by its path within the given folder, with
// '/' between the parts, in normal form C. Folders are walked in the byte order
// of names. A symbolic link among `paths` is followed, because a person named
// it. One in a folder is not, because whoever may write there could make the
// person who adds the folder show files of his own. No folder is entered twice.
// Names that begin with a dot are skipped. When two files have one name, the
// later one is refused.
[[nodiscard]] WalkResult FindDocuments(
    std::span<const std::filesystem::path> paths,
    PictureFiles pictures = PictureFiles::kLeftOut,
    FolderLinks links = FolderLinks::kRefused);

}  // namespace answerbox::client
