// What every format is converted to: the text a person would read, with the
// marks that the engine needs to name page and section. docs/documents.md says
// how.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/document_text.h"

namespace answerbox::client {

// UTF-8 without U+0000, at most engine::kMaxDocumentBytes, not only white
// space. Marks keep the preconditions of engine::DocumentText.
struct ConvertedDocument {
  std::string text = {};
  std::vector<engine::PageMark> pages = {};
  std::vector<engine::HeadingMark> headings = {};
  // Of text without structure, none. Otherwise every visible character but
  // markers of items and separators of cells lies in a block that may hold text
  // of its own, and each heading mark is the range of a heading or title unless
  // it is in a block whose inside is not told apart, such as a menu.
  std::vector<engine::TextBlock> blocks = {};
};

// Why a file can't become a document.
enum class RejectionReason : std::uint8_t {
  kInvalidUtf8,
  kUnsupportedCharset,
  kBinary,
  kEmpty,
  kTooLarge,
  kTooComplex,       // Nests too deep or needs too much memory or time.
  kEncrypted,        // A PDF that asks for a password.
  kNoText,           // A PDF that holds only pictures.
  kDamaged,          // Cut short, or broken inside.
  kNoConverter,      // The program that reads the format is missing or failed.
  kUnreadable,       // Missing, no permission, or a read error.
  kNotAFile,         // A FIFO, device, socket or folder.
  kChanged,          // Vanished, grew or shrank while it was read.
  kUnknownFormat,    // An extension no converter knows.
  kBadName,          // A name the daemon would refuse.
  kDuplicateName,    // Two files of one run have the same name.
  kRefusedByDaemon,  // The daemon refused it; its message follows.
};

struct Rejection {
  RejectionReason reason = RejectionReason::kUnreadable;
  std::string message;  // A phrase that follows the file's name and a colon.
  std::optional<std::uint64_t> offset = {};  // Bytes into the file, if known.
};

// The stable word for programs, such as "invalid_utf8"; static storage.
[[nodiscard]] const char* ToString(RejectionReason reason) noexcept;

template <typename T>
using Conversion = boost::system::result<T, Rejection>;

[[noreturn]] inline void throw_exception_from_error(
    const Rejection& rejection, const boost::source_location&) {
  throw std::logic_error(rejection.message);
}

// A file of one of the text formats is read whole, up to this size.
inline constexpr std::size_t kMaxTextFileBytes = engine::kMaxDocumentBytes;

// Checks `bytes` as text. White space alone is empty. Errors: kEmpty, kBinary
// (U+0000, or one byte in ten is a control character), kInvalidUtf8 with the
// offset.
[[nodiscard]] Conversion<void> CheckText(std::string_view bytes);

// The last check that every converter makes of its result. Errors: kEmpty,
// kTooLarge (text, pages or headings over the engine's limits). Blocks
// that engine::CheckTextBlocks does not accept are a fault of the converter: it
// asserts, and where assertions are off the document has no blocks.
[[nodiscard]] Conversion<ConvertedDocument> Finish(ConvertedDocument document);

}  // namespace answerbox::client
