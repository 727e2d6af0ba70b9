#include "engine/result.h"

namespace answerbox::engine {

const char* Describe(ErrorCode code) noexcept {
  // Without a default, so that the compiler names a code that is missing here.
  switch (code) {
    case ErrorCode::kInvalidUtf8:
      return "not valid UTF-8";
    case ErrorCode::kBinaryText:
      return "binary data, not text";
    case ErrorCode::kTruncated:
      return "segment is cut short";
    case ErrorCode::kCorrupt:
      return "segment is damaged";
    case ErrorCode::kUnsupportedVersion:
      return "segment has an unsupported format version";
    case ErrorCode::kLimitExceeded:
      return "over the limit";
    case ErrorCode::kArenaExhausted:
      return "question needs more memory than its budget";
    case ErrorCode::kSinkFailed:
      return "write failed";
    case ErrorCode::kInvalidArgument:
      return "invalid argument";
    case ErrorCode::kNoSuchDocument:
      return "no such document";
    case ErrorCode::kStopped:
      return "stopped";
  }
  return "unknown error";
}

}  // namespace answerbox::engine
