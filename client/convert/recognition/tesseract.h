// Runs tesseract, which recognises text on pictures, in a separate process: a
// hostile picture shares no memory with us, and work on it ends at stated
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

// Bounds for one page. A page of A4 takes 3 to 5 s and 75 MB on a current
// computer, and ten times as long on a small board.
inline constexpr std::chrono::seconds kMaxPageProcessorTime{300};
inline constexpr std::chrono::seconds kMaxPageWallTime{600};
inline constexpr std::uint64_t kMaxPageMemory = 512u << 20;
inline constexpr std::size_t kMaxHocrBytes = 16u << 20;

// The picture of a page: a file that tesseract reads, such as PNG or PGM.
struct Picture {
  platform::FileDescriptor file;
  int dpi = 0;                              // 0: as the file says.
  std::optional<std::uint32_t> index = {};  // In a file of several, from 0.
};

// Returns tesseract's output for `options` alone. Errors: kNoConverter (not
// installed, or it failed).
[[nodiscard]] Conversion<std::string> RunTesseract(
    std::span<const std::string> options);

// Whether a page is assumed to be upright, or tesseract finds out how it is
// turned. For kAny Debian's package tesseract-ocr-osd has the data; without it
// the page is assumed to be upright.
enum class PageDirection : std::uint8_t { kUpright, kAny };

// Returns the words on a picture as hOCR. Precondition:
// CheckLanguage(language). Errors: kDamaged (no picture), kTooComplex (past the
// bounds above), kNoConverter.
[[nodiscard]] Conversion<std::string> RecognizePicture(
    const Picture& picture, const std::string& language,
    PageDirection direction);

// Returns the languages installed for tesseract, sorted; "osd" is no language.
// Errors: kNoConverter (not installed, or it can't be started).
[[nodiscard]] Conversion<std::vector<std::string>> InstalledLanguages();

// Errors: kNoConverter: tesseract is missing, `language` is not a name such as
// "eng" or several joined by '+', or one of them is not installed. The message
// names the package.
[[nodiscard]] Conversion<void> CheckLanguage(std::string_view language);

}  // namespace answerbox::client::recognition
