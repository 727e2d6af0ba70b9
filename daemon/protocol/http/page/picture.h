// The picture of a printed page, with the answer marked on it.
#pragma once

#include <boost/json/object.hpp>
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

}  // namespace answerbox::daemon::page
