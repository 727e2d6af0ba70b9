#include "daemon/protocol/http/page/picture.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstddef>
#include <iterator>

#include "protocol/audit/digest.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::daemon::page {
namespace {

using protocol::BlockBox;
using protocol::NumberAt;

struct Size {
  std::uint32_t width = 0;  // Pixels.
  std::uint32_t height = 0;
};

std::uint32_t BigEndianAt(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at]))
             << 8 |
         static_cast<unsigned char>(bytes[at + 1]);
}

// Whether a segment begins a frame, and so has its size (ITU-T T.81, table
// B.1): FFC0 to FFCF without the three that are other things.
bool BeginsFrame(unsigned char marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
         marker != 0xCC;
}

// Goes from segment to segment until the frame (ITU-T T.81, B.2.2).
std::optional<Size> SizeOf(std::string_view jpeg) {
  constexpr std::size_t kFrameBytes = 9;  // Up to its width.
  for (std::size_t at = 2; at + kFrameBytes <= jpeg.size();) {
    if (jpeg[at] != '\xFF') return std::nullopt;
    const auto marker = static_cast<unsigned char>(jpeg[at + 1]);
    if (BeginsFrame(marker)) {
      const Size size{BigEndianAt(jpeg, at + 7), BigEndianAt(jpeg, at + 5)};
      if (size.width == 0 || size.height == 0) return std::nullopt;
      return size;
    }
    at += 2 + std::size_t{BigEndianAt(jpeg, at + 2)};
  }
  return std::nullopt;
}

std::string Attribute(std::string_view name, std::uint32_t value) {
  return " " + std::string(name) + "=\"" + std::to_string(value) + "\"";
}

// A box as pixels of the picture.
std::string Frame(const BlockBox& box, Size size) {
  const auto part = [](std::uint32_t of, std::uint32_t whole) {
    return of * whole / protocol::kPageParts;
  };
  return "<rect" + Attribute("x", part(box.x, size.width)) +
         Attribute("y", part(box.y, size.height)) +
         Attribute("width", part(box.width, size.width) + 1) +
         Attribute("height", part(box.height, size.height) + 1) + "/>";
}

AnswerBytes OffsetsOf(const boost::json::object& place) {
  const boost::json::object& offsets = protocol::ObjectAt(place, "offsets");
  return {static_cast<std::uint32_t>(NumberAt(offsets, "begin")),
          static_cast<std::uint32_t>(NumberAt(offsets, "end"))};
}

}  // namespace

// Its parts follow each other, but for the heads of a row's columns.
AnswerBytes BytesOnItsPage(const boost::json::object& answer) {
  AnswerBytes bytes = OffsetsOf(answer);
  for (const auto& value : protocol::ArrayAt(answer, "parts")) {
    const boost::json::object& part = protocol::AsObject(value);
    if (NumberAt(part, "page") != NumberAt(answer, "page") ||
        protocol::TextAt(part, "role") == "header") {
      continue;
    }
    const AnswerBytes its = OffsetsOf(part);
    bytes = {std::min(bytes.begin, its.begin), std::max(bytes.end, its.end)};
  }
  return bytes;
}

std::span<const BlockBox> BoxesOfAnswer(std::span<const BlockBox> boxes,
                                        AnswerBytes answer) noexcept {
  const auto after =
      std::ranges::upper_bound(boxes, answer.begin, {}, &BlockBox::offset);
  // A block has a box for each of its columns.
  const std::uint32_t first =
      after == boxes.begin() ? answer.begin : std::prev(after)->offset;
  const auto begin =
      std::ranges::lower_bound(boxes, first, {}, &BlockBox::offset);
  const auto end = std::ranges::lower_bound(
      boxes, std::max(answer.end, answer.begin + 1), {}, &BlockBox::offset);
  return {begin, std::max(begin, end)};
}

std::optional<std::string> RenderPicture(std::string_view jpeg,
                                         std::span<const BlockBox> boxes) {
  const auto size = SizeOf(jpeg);
  if (!size) return std::nullopt;
  const std::string area =
      Attribute("width", size->width) + Attribute("height", size->height);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + area +
                    " viewBox=\"0 0 " + std::to_string(size->width) + " " +
                    std::to_string(size->height) + "\"><image" + area +
                    " href=\"data:image/jpeg;base64,";
  out += protocol::ToBase64(std::as_bytes(std::span(jpeg)));
  out +=
      "\"/><g fill=\"#ffd400\" fill-opacity=\".3\" stroke=\"#a35b00\" "
      "stroke-width=\"3\">";
  for (const BlockBox& box : boxes) out += Frame(box, *size);
  return out + "</g></svg>";
}

}  // namespace answerbox::daemon::page
