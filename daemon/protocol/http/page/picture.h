// What the page shows beside an answer: the picture of the printed page with
// the answer marked on it, and a code of its record.
#pragma once

#include <array>
#include <bitset>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/pictures/page_pictures.h"

namespace answerbox::daemon::page {

inline constexpr std::string_view kPictureContentType = "image/svg+xml";

// Bytes of the document's text.
struct AnswerBytes {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Returns what of the answer stands on its page.
//   answer  of a reply of `ask`
[[nodiscard]] AnswerBytes BytesOnItsPage(const boost::json::object& answer);

// Returns the boxes of the blocks in which the answer stands: those with the
// greatest offset at or before its begin, and those that begin within it.
//   boxes  of its page, ascending by offset
[[nodiscard]] std::span<const protocol::BlockBox> BoxesOfAnswer(
    std::span<const protocol::BlockBox> boxes, AnswerBytes answer) noexcept;

// Returns an SVG file that holds the JPEG file and a frame for each box; it is
// at most half as long again as the JPEG, and 130 bytes for each box. Nothing
// for bytes that do not say how large the picture is: clients sent them.
[[nodiscard]] std::optional<std::string> RenderPicture(
    std::string_view jpeg, std::span<const protocol::BlockBox> boxes);

// A short text as a QR code (ISO/IEC 18004), which telephones read from paper.
// All codes are of version 11 and error correction level M: the smallest that
// hold a head of the audit log, and that bear a fold or a stain.
inline constexpr std::size_t kCodeModules = 61;  // On each side.
inline constexpr std::size_t kMaxCodeBytes = 251;

// By row, from the top; in a row by column. True: dark.
using CodeMatrix = std::array<std::bitset<kCodeModules>, kCodeModules>;

// Precondition: `text` has at most kMaxCodeBytes bytes.
[[nodiscard]] CodeMatrix MakeCode(std::string_view text);

// Returns the code as an SVG file, with the blank edge that it needs; some 15
// KB. Precondition: as above.
[[nodiscard]] std::string RenderCode(std::string_view text);

}  // namespace answerbox::daemon::page
