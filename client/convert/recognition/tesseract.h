// Runs tesseract, which recognises text on pictures, in a process of its own:
// a hostile picture shares no memory with us, and work on it ends at stated
// bounds.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/rejection.h"
#include "platform/file_descriptor.h"

namespace answerbox::client::recognition {

// For one page. A page of A4 takes 3 to 5 s and 75 MB on a computer of today,
// and ten times as long on a small board.
inline constexpr std::chrono::seconds kMaxPageProcessorTime{300};
inline constexpr std::chrono::seconds kMaxPageWallTime{600};
inline constexpr std::uint64_t kMaxPageAddressSpace = 1u << 30;
inline constexpr std::size_t kMaxHocrBytes = 16u << 20;

// The picture of a page: a file that tesseract reads, such as PNG or PGM.
struct Picture {
  platform::FileDescriptor file;
  int dpi = 0;                              // 0: as the file says.
  std::optional<std::uint32_t> index = {};  // Within a file of several, from 0.
};

// What tesseract prints, given `options` alone. Errors: kNoConverter (not
// installed, or it failed).
[[nodiscard]] Conversion<std::string> RunTesseract(
    std::span<const std::string> options);

// Whether a page is taken to stand upright, or tesseract looks for the way it
// is turned, for which Debian's package tesseract-ocr-osd has the data. Without
// it the page is taken to stand upright.
enum class PageDirection : std::uint8_t { kUpright, kAny };

// The words on a picture as hOCR. Precondition: CheckLanguage(language).
// Errors: kDamaged (no picture), kTooComplex (past the bounds above),
// kNoConverter.
[[nodiscard]] Conversion<std::string> RecognizePicture(
    const Picture& picture, const std::string& language,
    PageDirection direction);

// What tesseract says is installed, sorted; "osd" is no language. Errors:
// kNoConverter (not installed, or it can't be started).
[[nodiscard]] Conversion<std::vector<std::string>> InstalledLanguages();

// Errors: kNoConverter: tesseract is missing, `language` is not a name such as
// "eng" or several joined by '+', or one of them is not installed. The message
// names the package.
[[nodiscard]] Conversion<void> CheckLanguage(std::string_view language);

}  // namespace answerbox::client::recognition
