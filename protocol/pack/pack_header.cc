#include "protocol/pack/pack_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "protocol/names/collection_name.h"

namespace answerbox::protocol {
namespace {

constexpr std::string_view kPackBegin = "answerbox-pack 1\n";
constexpr std::string_view kSigned = "\nsignature ";
constexpr std::string_view kUnsigned = "\nunsigned\n";
// A signature of P-256 has at most 72 bytes.
constexpr std::size_t kMaxSignatureBytes = 72;
// The sum of all parts then fits into 64 bits with ease.
constexpr std::uint64_t kMaxPartBytes = std::uint64_t{1} << 46;
constexpr std::uint64_t kLatestMade = 253'402'300'799;  // In the year 9999.
constexpr std::array<std::string_view, 3> kKindNames = {"segment", "synonyms",
                                                        "exam"};

Error CorruptPack(const char* field, std::size_t offset) {
  return {.kind = ErrorKind::kRejected,
          .message = std::string("This is no pack, or a damaged one (") +
                     field + ", byte " + std::to_string(offset) +
                     "): copy it again.",
          .subject = "damaged_pack",
          .offset = offset};
}

// The shortest text that reads back as the same number.
std::string DecimalOf(double value) {
  std::array<char, 32> text{};
  return {text.data(),
          std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

// Takes one line after the other: a key, and the words after it.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // The rest of the next line, if it begins with `key` and a blank.
  std::optional<std::string_view> Take(std::string_view key) {
    const std::string_view rest = text_.substr(at_);
    const std::size_t end = rest.find('\n');
    if (end == rest.npos || !rest.starts_with(key) || end <= key.size() ||
        rest[key.size()] != ' ') {
      return std::nullopt;
    }
    at_ += end + 1;
    return rest.substr(key.size() + 1, end - key.size() - 1);
  }

  // Other spellings of the number, such as 007, are found when the whole is
  // compared with what would be written.
  template <typename Number>
  bool TakeNumber(std::string_view key, Number& number) {
    const auto text = Take(key);
    return text && ReadAll(*text, number);
  }

  template <typename Number>
  static bool ReadAll(std::string_view text, Number& number) {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
  }

  [[nodiscard]] std::size_t at() const noexcept { return at_; }
  [[nodiscard]] bool AtEnd() const noexcept { return at_ == text_.size(); }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// strverscmp() takes "010" for a fraction, which is lower than "09".
std::string WithoutLeadingZeros(std::string_view version) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string text;
  for (std::size_t i = 0; i < version.size(); ++i) {
    const bool begins = text.empty() || !is_digit(text.back());
    const bool goes_on = i + 1 < version.size() && is_digit(version[i + 1]);
    if (version[i] != '0' || !begins || !goes_on) text += version[i];
  }
  return text;
}

std::optional<PackPart> ReadPart(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t second = line.find(' ', first + 1);
  if (first == line.npos || second == line.npos) return std::nullopt;
  const auto kind = std::ranges::find(kKindNames, line.substr(0, first));
  const auto digest = DigestFromHex(line.substr(second + 1));
  PackPart part;
  if (kind == kKindNames.end() || !digest ||
      !Lines::ReadAll(line.substr(first + 1, second - first - 1), part.bytes) ||
      part.bytes == 0 || part.bytes > kMaxPartBytes) {
    return std::nullopt;
  }
  part.kind = static_cast<PackPartKind>(kind - kKindNames.begin());
  part.sha256 = *digest;
  return part;
}

bool AreInOrder(const std::vector<PackPart>& parts) {
  const auto is_segment = [](const PackPart& part) {
    return part.kind == PackPartKind::kSegment;
  };
  const auto texts = std::ranges::find_if_not(parts, is_segment);
  const auto segments = texts - parts.begin();
  return segments > 0 && std::cmp_less_equal(segments, kMaxPackSegments) &&
         // Of the others there is one each, and so they are strictly ascending.
         std::adjacent_find(texts, parts.end(),
                            [](const auto& a, const auto& b) {
                              return a.kind >= b.kind;
                            }) == parts.end();
}

// Returns the field that is wrong; null: none.
const char* ReadLines(Lines& lines, PackHeader& header) {
  const auto take_word = [&](const char* key, std::string& word) {
    const auto text = lines.Take(key);
    if (text) word = *text;
    return text && IsPackWord(*text);
  };
  if (!take_word("name", header.name) || !IsCollectionName(header.name)) {
    return "name";
  }
  if (!take_word("version", header.version)) return "version";
  if (!lines.TakeNumber("made", header.made) || header.made > kLatestMade) {
    return "made";
  }
  if (!take_word("program", header.program)) return "program";
  if (!lines.TakeNumber("format", header.format)) return "format";
  const auto profile = lines.Take("profile");
  if (profile != "default" && profile != "paper") return "profile";
  header.is_paper = profile == "paper";
  if (!lines.TakeNumber("window", header.window)) return "window";
  if (!lines.TakeNumber("overlap", header.overlap)) return "overlap";
  if (!lines.TakeNumber("theta", header.theta) ||
      !(header.theta >= 0.0 && header.theta <= 1.0)) {
    return "theta";
  }
  while (const auto line = lines.Take("part")) {
    const auto part = ReadPart(*line);
    if (!part) return "part";
    header.parts.push_back(*part);
  }
  if (!lines.AtEnd()) return "line";
  return AreInOrder(header.parts) ? nullptr : "parts";
}

// Reads "30450221..." with the line's end.
std::optional<std::string> ReadSignature(std::string_view line) {
  const std::string_view hex = line.substr(0, line.find('\n'));
  if (hex.size() % 2 != 0 || hex.size() > 2 * kMaxSignatureBytes) {
    return std::nullopt;
  }
  std::string signature;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    std::uint8_t byte = 0;
    const auto read =
        std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    if (read.ec != std::errc() || read.ptr != hex.data() + i + 2) {
      return std::nullopt;
    }
    signature += static_cast<char>(byte);
  }
  return signature;
}

}  // namespace

std::uint64_t PackHeader::bytes() const noexcept {
  std::uint64_t sum = 0;
  for (const PackPart& part : parts) sum += part.bytes;
  return sum;
}

bool IsPackWord(std::string_view text) noexcept {
  constexpr std::string_view kAllowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-";
  return !text.empty() && text.size() <= kMaxPackWordBytes &&
         text.find_first_not_of(kAllowed) == text.npos;
}

bool IsLowerVersion(std::string_view version, std::string_view other) {
  return ::strverscmp(WithoutLeadingZeros(version).c_str(),
                      WithoutLeadingZeros(other).c_str()) < 0;
}

std::string EncodePackHeader(const PackHeader& header) {
  std::string text(kPackBegin);
  text += "name " + header.name + "\nversion " + header.version + "\nmade " +
          std::to_string(header.made) + "\nprogram " + header.program +
          "\nformat " + std::to_string(header.format) + "\nprofile " +
          (header.is_paper ? "paper" : "default") + "\nwindow " +
          std::to_string(header.window) + "\noverlap " +
          std::to_string(header.overlap) + "\ntheta " +
          DecimalOf(header.theta) + '\n';
  for (const PackPart& part : header.parts) {
    text += "part ";
    text += kKindNames[static_cast<std::size_t>(part.kind)];
    text += ' ' + std::to_string(part.bytes) + ' ' + ToHex(part.sha256) + '\n';
  }
  return text;
}

std::string SignatureLine(std::string_view signature) {
  if (signature.empty()) return std::string(kUnsigned.substr(1));
  return std::string(kSigned.substr(1)) +
         ToHex(std::as_bytes(std::span(signature))) + '\n';
}

Digest PackSeal::sha256() const noexcept {
  return engine::ComputeSha256(signed_text);
}

std::size_t PackSeal::bytes() const {
  return signed_text.size() + SignatureLine(signature).size();
}

std::size_t FindPackSealEnd(std::string_view text) noexcept {
  text = text.substr(0, kMaxPackHeaderBytes);
  const std::size_t none = text.find(kUnsigned);
  const std::size_t begin = text.find(kSigned);
  if (none < begin) return none + kUnsigned.size();
  if (begin == text.npos) return 0;
  const std::size_t end = text.find('\n', begin + kSigned.size());
  return end == text.npos ? 0 : end + 1;
}

Result<PackSeal> ParsePackSeal(std::string_view text) {
  if (!text.starts_with(kPackBegin)) return CorruptPack("version", 0);
  const std::size_t end = FindPackSealEnd(text);
  if (end == 0)
    return CorruptPack("header", std::min(text.size(), kMaxPackHeaderBytes));
  text = text.substr(0, end);
  PackSeal seal;
  if (text.ends_with(kUnsigned)) {
    seal.signed_text = text.substr(0, end - kUnsigned.size() + 1);
  } else {
    const std::size_t begin = text.find(kSigned) + 1;
    const auto read = ReadSignature(text.substr(begin + kSigned.size() - 1));
    if (!read || read->empty()) return CorruptPack("signature", begin);
    seal.signed_text = text.substr(0, begin);
    seal.signature = *read;
  }
  Lines lines(std::string_view(seal.signed_text).substr(kPackBegin.size()));
  if (const char* wrong = ReadLines(lines, seal.header)) {
    return CorruptPack(wrong, kPackBegin.size() + lines.at());
  }
  // Each pack has one spelling: "made 007" is damage, too.
  if (EncodePackHeader(seal.header) + SignatureLine(seal.signature) != text) {
    return CorruptPack("spelling", 0);
  }
  return seal;
}

}  // namespace answerbox::protocol
