#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/pdf/poppler.h"
#include "client/convert/pdf/written_objects.h"

namespace answerbox::client {
namespace {

// Larger files are mostly pictures, and the copy is held in memory.
constexpr std::uint64_t kMaxCopiedBytes = 16u << 20;

constexpr std::string_view kIntents = "/OutputIntents";

bool Contains(std::string_view bytes, std::string_view words) {
  return bytes.find(words) != std::string_view::npos;
}

// Whether the key at `at` is one of the catalog. Text and attached files may
// show a catalog too, but the file's table lists no object in such a place.
bool IsInCatalog(std::string_view bytes, std::size_t at) {
  constexpr std::size_t kMaxCatalogBytes = 64u << 10;
  constexpr std::string_view kObject = " obj";
  const std::size_t least = at - std::min(at, kMaxCatalogBytes);
  const std::size_t head = bytes.substr(least, at - least).rfind(kObject);
  if (head == std::string_view::npos) return false;
  std::string_view catalog =
      SkipBlanks(bytes.substr(0, at + kMaxCatalogBytes)
                     .substr(least + head + kObject.size()));
  if (!catalog.starts_with("<<")) return false;
  catalog.remove_prefix(2);
  if (ValueOf(catalog, kIntents).data() != &bytes[at] + kIntents.size() ||
      !SkipBlanks(ValueOf(catalog, "/Type")).starts_with("/Catalog")) {
    return false;
  }
  // Its number and generation, such as "1 0", are before the head.
  const std::size_t before =
      bytes.find_last_not_of("0123456789 ", least + head) + 1;
  std::string place = std::to_string(bytes.find_first_not_of(' ', before));
  place.insert(0, 10 - place.size(), '0');
  return Contains(bytes, place + " 0");
}

// Whether colours may be given by a profile of their own, from which poppler
// computes those of the intent. Unknown in streams of objects.
bool MayHaveProfiles(std::string_view bytes) {
  constexpr std::array<std::string_view, 5> kSigns = {
      "/ICCBased", "/CalRGB", "/CalGray", "/Lab", "/ObjStm"};
  return std::ranges::any_of(
      kSigns, [bytes](std::string_view sign) { return Contains(bytes, sign); });
}

}  // namespace

std::optional<PdfCopy> CopyWithoutIntent(int fd, std::uint64_t size) {
  // A file that was updated has several catalogs, a hostile one any number.
  constexpr int kMostIntents = 16;
  if (size > kMaxCopiedBytes) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (pread(fd, bytes.data(), bytes.size(), 0) !=
      static_cast<ssize_t>(bytes.size())) {
    return std::nullopt;
  }
  int intents = 0;
  bool is_renamed = false;
  for (std::size_t at = bytes.find(kIntents); at != std::string::npos;
       at = bytes.find(kIntents, at + 1)) {
    if (++intents > kMostIntents) return std::nullopt;
    // Another name of the same length, so that all objects stay in their
    // places. Readers skip names that they do not know.
    if (!IsInCatalog(bytes, at)) continue;
    bytes[at + 1] = 'X';
    is_renamed = true;
  }
  if (!is_renamed) return std::nullopt;
  auto file = InMemory(bytes);
  if (!file) return std::nullopt;
  return PdfCopy{.file = *std::move(file),
                 .has_same_colors = !MayHaveProfiles(bytes)};
}

}  // namespace answerbox::client
