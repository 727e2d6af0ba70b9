#include "daemon/collections/files/names.h"

#include <algorithm>
#include <string>

#include "daemon/collections/files/errors.h"
#include "engine/index/format/segment_records.h"
#include "protocol/names/document_name.h"

namespace answerbox::daemon {
namespace {

static_assert(kMaxDocumentNameBytes <= engine::kMaxDocumentNameBytes,
              "a segment can hold every name that is allowed");

Error BadName(std::string_view name, const std::string& why) {
  return Rejected("bad_name",
                  "The document name " + Quoted(name) + " " + why + ".");
}

}  // namespace

bool IsNumberedFile(std::string_view name) noexcept {
  return std::ranges::any_of(
      kNumberedExtensions,
      [&](std::string_view extension) { return name.ends_with(extension); });
}

Result<void> CheckCollectionName(std::string_view name) {
  // The name is also that of a folder.
  if (IsCollectionName(name)) return {};
  return Rejected("bad_name",
                  "The collection name " + Quoted(name) +
                      " is not 1 to 64 of a-z 0-9 - _ that begin with a letter "
                      "or digit.");
}

Result<void> CheckDocumentName(std::string_view name) {
  switch (FaultOfDocumentName(name)) {
    case DocumentNameFault::kNone:
      return {};
    case DocumentNameFault::kEmpty:
      return BadName(name, "is empty");
    case DocumentNameFault::kTooLong:
      return BadName(
          name, "has " + std::to_string(name.size()) + " bytes; at most " +
                    std::to_string(kMaxDocumentNameBytes) + " are allowed");
    case DocumentNameFault::kNotUtf8:
      return BadName(name, "is not UTF-8");
    case DocumentNameFault::kControlCharacter:
      return BadName(name, "has a control character in it");
    // Two names that look the same would be two documents, which nobody could
    // tell apart.
    case DocumentNameFault::kHiddenCharacter:
      return BadName(name,
                     "has a character in it that shows nothing or turns the "
                     "direction of text");
    case DocumentNameFault::kBlank:
      return BadName(name, "is blank, or a part of it is");
    case DocumentNameFault::kNotRelative:
      break;
  }
  return BadName(name,
                 "is not a relative path: no part may be empty, \".\" or "
                 "\"..\"");
}

}  // namespace answerbox::daemon
