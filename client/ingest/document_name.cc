#include "client/ingest/document_name.h"

#include <string>

#include "daemon/document_name.h"

namespace answerbox::client {
namespace {

Rejection BadName(const char* why) {
  return {RejectionReason::kBadName,
          std::string("its name ") + why + ": rename it"};
}

}  // namespace

Conversion<void> CheckDocumentName(std::string_view name) {
  using Fault = daemon::DocumentNameFault;
  switch (daemon::FaultOfDocumentName(name)) {
    case Fault::kNone:
      return {};
    case Fault::kEmpty:
      return BadName("is empty");
    case Fault::kTooLong:
      return BadName("is over 1,024 bytes long");
    case Fault::kNotUtf8:
      return BadName("is not valid UTF-8");
    case Fault::kControlCharacter:
      return BadName("holds a line end or another control character");
    case Fault::kHiddenCharacter:
      return BadName(
          "holds a character that shows nothing or turns the direction of "
          "text");
    case Fault::kBlank:
      return BadName("is blank, or a part of its path is");
    case Fault::kNotRelative:
      break;
  }
  return BadName("is not a plain relative path");
}

}  // namespace answerbox::client
