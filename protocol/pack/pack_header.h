// The header of a pack: what it holds, and what is signed. docs/pack-format.md
// has its lines; these functions are their only reader and writer. Packs come
// from anywhere: nothing is trusted before the signature was checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/audit/digest.h"
#include "protocol/error.h"

namespace answerbox::protocol {

inline constexpr std::size_t kMaxPackSegments = 256;
inline constexpr std::size_t kMaxPackHeaderBytes = std::size_t{64} << 10;
// Of the version of a pack or a program.
inline constexpr std::size_t kMaxPackWordBytes = 64;

enum class PackPartKind : std::uint8_t { kSegment, kSynonyms, kExam };

struct PackPart {
  PackPartKind kind = PackPartKind::kSegment;
  std::uint64_t bytes = 0;  // 1 or more.
  Digest sha256{};
};

struct PackHeader {
  std::string name;          // Of a collection.
  std::string version;       // Words as IsPackWord allows them.
  std::uint64_t made = 0;    // Seconds since 1970.
  std::string program;       // Version of the program that made it.
  std::uint32_t format = 0;  // The newest of its segments.
  bool is_paper = false;     // Profile.
  std::uint16_t window = 0;
  std::uint16_t overlap = 0;
  double theta = 0.0;  // In [0, 1].
  // Segments in document order, one or more; then at most one file of synonyms,
  // and one of an exam.
  std::vector<PackPart> parts;

  // Returns the sum of the parts' bytes.
  [[nodiscard]] std::uint64_t bytes() const noexcept;
};

// Whether `text` is 1 to kMaxPackWordBytes of A-Z a-z 0-9 . _ + -
[[nodiscard]] bool IsPackWord(std::string_view text) noexcept;

// Orders versions: digits by the number that they make, as in "1.9" < "1.10".
[[nodiscard]] bool IsLowerVersion(std::string_view version,
                                  std::string_view other);

// The lines of the header, which are what is signed.
[[nodiscard]] std::string EncodePackHeader(const PackHeader& header);
// The line after them. An empty signature (DER) makes that of an unsigned pack.
[[nodiscard]] std::string SignatureLine(std::string_view signature);

// What a pack begins with.
struct PackSeal {
  PackHeader header;
  std::string signed_text;  // As EncodePackHeader gives it.
  std::string signature;    // DER; empty: the pack is unsigned.

  // Identifies the pack: of signed_text, and so of all parts.
  [[nodiscard]] Digest sha256() const noexcept;
  [[nodiscard]] std::size_t bytes() const;  // Where the first part begins.
};

// Reads the header and the signature line, at most kMaxPackHeaderBytes, and
// accepts only what the functions above write. Errors: kRejected
// (damaged_pack), with the offset.
[[nodiscard]] Result<PackSeal> ParsePackSeal(std::string_view text);

// How many bytes of `text`, the beginning of a pack, header and signature line
// have; 0: more bytes are needed to tell.
[[nodiscard]] std::size_t FindPackSealEnd(std::string_view text) noexcept;

}  // namespace answerbox::protocol
