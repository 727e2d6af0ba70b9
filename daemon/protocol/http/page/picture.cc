#include "daemon/protocol/http/page/picture.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cassert>
#include <cstdlib>
#include <iterator>
#include <utility>
#include <vector>

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

namespace {

using Bytes = std::vector<std::uint8_t>;

// Of version 11, level M (table 9).
constexpr unsigned kVersion = 11;
constexpr std::size_t kDataBytes = 254;
constexpr std::array<std::size_t, 5> kBlocks = {50, 51, 51, 51, 51};
constexpr std::size_t kCorrectionBytes = 30;            // Of each block.
constexpr std::array<int, 3> kAlignment = {6, 30, 54};  // Table E.1.
constexpr int kSide = kCodeModules;
constexpr int kTiming = 6;  // The row, and the column, of alternating modules.

// The product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1.
std::uint8_t Product(std::uint8_t a, std::uint8_t b) {
  unsigned product = 0;
  for (int bit = 7; bit >= 0; --bit) {
    product = product << 1 ^ (product >> 7) * 0x11Du;
    if ((b >> bit & 1) != 0) product ^= a;
  }
  return static_cast<std::uint8_t>(product);
}

// The coefficients of (x - 2^0) ... (x - 2^29) below the highest, which is 1,
// from high to low.
Bytes Generator() {
  Bytes generator(kCorrectionBytes, 0);
  generator.back() = 1;
  std::uint8_t root = 1;
  for (std::size_t i = 0; i < kCorrectionBytes; ++i) {
    for (std::size_t at = 0; at < kCorrectionBytes; ++at) {
      generator[at] = Product(generator[at], root);
      if (at + 1 < kCorrectionBytes) generator[at] ^= generator[at + 1];
    }
    root = Product(root, 2);
  }
  return generator;
}

// The rest of the data, as a polynomial, divided by the generator.
Bytes CorrectionOf(std::span<const std::uint8_t> data, const Bytes& generator) {
  Bytes rest(kCorrectionBytes, 0);
  for (const std::uint8_t byte : data) {
    const auto factor = static_cast<std::uint8_t>(byte ^ rest.front());
    std::shift_left(rest.begin(), rest.end(), 1);
    rest.back() = 0;
    for (std::size_t at = 0; at < kCorrectionBytes; ++at) {
      rest[at] ^= Product(generator[at], factor);
    }
  }
  return rest;
}

// One segment of bytes: its mode (4 bits), their number (16 bits), the bytes,
// the end (4 bits); then padding.
Bytes DataOf(std::string_view text) {
  Bytes data;
  std::uint8_t half = 0x4;  // The mode; the rest is shifted by half a byte.
  const auto add = [&](std::uint8_t byte) {
    data.push_back(static_cast<std::uint8_t>(half << 4 | byte >> 4));
    half = byte & 0xF;
  };
  add(static_cast<std::uint8_t>(text.size() >> 8));
  add(static_cast<std::uint8_t>(text.size()));
  for (const char c : text) add(static_cast<std::uint8_t>(c));
  data.push_back(static_cast<std::uint8_t>(half << 4));
  for (std::uint8_t pad = 0xEC; data.size() < kDataBytes; pad ^= 0xEC ^ 0x11) {
    data.push_back(pad);
  }
  return data;
}

// The bytes of all blocks by turns, then their corrections by turns.
Bytes CodewordsOf(std::string_view text) {
  const Bytes data = DataOf(text);
  const Bytes generator = Generator();
  std::vector<std::span<const std::uint8_t>> blocks;
  std::vector<Bytes> corrections;
  for (std::size_t at = 0; const std::size_t size : kBlocks) {
    blocks.push_back(std::span(data).subspan(at, size));
    corrections.push_back(CorrectionOf(blocks.back(), generator));
    at += size;
  }
  Bytes codewords;
  for (std::size_t i = 0; i < kBlocks.back(); ++i) {
    for (const auto block : blocks) {
      if (i < block.size()) codewords.push_back(block[i]);
    }
  }
  for (std::size_t i = 0; i < kCorrectionBytes; ++i) {
    for (const Bytes& correction : corrections) {
      codewords.push_back(correction[i]);
    }
  }
  return codewords;
}

// `value` with the rest of its division by a generator of `bits` bits.
constexpr unsigned WithCheck(unsigned value, unsigned bits,
                             unsigned generator) {
  unsigned rest = value;
  for (unsigned i = 0; i < bits; ++i) {
    rest = rest << 1 ^ (rest >> (bits - 1)) * generator;
  }
  return value << bits | rest;
}

class Drawing {
 public:
  Drawing() {
    for (int i = 0; i < kSide; ++i) {
      Set(kTiming, i, i % 2 == 0);
      Set(i, kTiming, i % 2 == 0);
    }
    for (const auto& [row, column] :
         {std::pair(3, 3), std::pair(3, kSide - 4), std::pair(kSide - 4, 3)}) {
      DrawRings(row, column, 4);
    }
    for (const int row : kAlignment) {
      for (const int column : kAlignment) {
        const bool is_corner = IsFixed(row + 1, column + 1);
        if (!is_corner) DrawRings(row, column, 2);
      }
    }
    DrawFormat();
    DrawVersion();
  }

  // In columns of two from the right, up and down by turns. Every code has mask
  // 0, which inverts the modules whose row and column add up to an even number.
  void Fill(const Bytes& codewords) {
    std::size_t bit = 0;
    bool is_upward = true;
    for (int right = kSide - 1; right > 0; right -= 2) {
      if (right == kTiming) --right;
      for (int i = 0; i < 2 * kSide; ++i) {
        const int row = is_upward ? kSide - 1 - i / 2 : i / 2;
        const int column = right - i % 2;
        if (IsFixed(row, column)) continue;
        const bool is_set = (codewords[bit / 8] >> (7 - bit % 8) & 1) != 0;
        ++bit;
        At(matrix_, row, column) = is_set != ((row + column) % 2 == 0);
      }
      is_upward = !is_upward;
    }
    assert(bit == 8 * codewords.size());
  }

  [[nodiscard]] const CodeMatrix& matrix() const noexcept { return matrix_; }

 private:
  static CodeMatrix::value_type::reference At(CodeMatrix& matrix, int row,
                                              int column) {
    return matrix.at(
        static_cast<std::size_t>(row))[static_cast<std::size_t>(column)];
  }
  [[nodiscard]] bool IsFixed(int row, int column) {
    return At(fixed_, row, column);
  }
  void Set(int row, int column, bool is_dark) {
    At(matrix_, row, column) = is_dark;
    At(fixed_, row, column) = true;
  }

  // Rings around a module. Light is ring 1 of an alignment pattern (`most` 2),
  // and rings 2 and 4 of a finder pattern with its edge (`most` 4).
  void DrawRings(int row, int column, int most) {
    for (int y = std::max(row - most, 0); y <= std::min(row + most, kSide - 1);
         ++y) {
      for (int x = std::max(column - most, 0);
           x <= std::min(column + most, kSide - 1); ++x) {
        const int ring = std::max(std::abs(y - row), std::abs(x - column));
        Set(y, x, most == 2 ? ring != 1 : ring != 2 && ring != 4);
      }
    }
  }

  // Level M and the mask, both 0, twice (figure 25).
  void DrawFormat() {
    constexpr unsigned kFormat = WithCheck(0, 10, 0x537) ^ 0x5412;
    for (int i = 0; i < 15; ++i) {
      const bool is_dark = (kFormat >> i & 1) != 0;
      const int down = i < 6 ? i : i < 8 ? i + 1 : kSide - 15 + i;
      const int left = i < 8 ? kSide - 1 - i : i == 8 ? 7 : 14 - i;
      Set(down, 8, is_dark);
      Set(8, left, is_dark);
    }
    Set(kSide - 8, 8, true);
  }

  void DrawVersion() {
    constexpr unsigned kBits = WithCheck(kVersion, 12, 0x1F25);
    for (int i = 0; i < 18; ++i) {
      const bool is_dark = (kBits >> i & 1) != 0;
      Set(kSide - 11 + i % 3, i / 3, is_dark);
      Set(i / 3, kSide - 11 + i % 3, is_dark);
    }
  }

  CodeMatrix matrix_{};
  CodeMatrix fixed_{};  // What is no data.
};

}  // namespace

CodeMatrix MakeCode(std::string_view text) {
  assert(text.size() <= kMaxCodeBytes);
  Drawing drawing;
  drawing.Fill(CodewordsOf(text));
  return drawing.matrix();
}

std::string RenderCode(std::string_view text) {
  const CodeMatrix matrix = MakeCode(text);
  std::string path;
  for (std::size_t row = 0; row < kCodeModules; ++row) {
    for (std::size_t column = 0; column < kCodeModules; ++column) {
      if (!matrix[row][column]) continue;
      path += "M" + std::to_string(column) + " " + std::to_string(row);
      const std::size_t begin = column;
      while (column < kCodeModules && matrix[row][column]) ++column;
      path += "h" + std::to_string(column - begin) + "v1H" +
              std::to_string(begin) + "z";
    }
  }
  // Four modules stay blank around it.
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 69 69\" "
         "width=\"276\" height=\"276\" shape-rendering=\"crispEdges\"><path "
         "fill=\"#fff\" d=\"M-4-4h69v69h-69z\"/><path d=\"" +
         path + "\"/></svg>";
}

}  // namespace answerbox::daemon::page
