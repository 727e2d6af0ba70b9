#include "client/backup/tar_header.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string>

namespace answerbox::client {
namespace {

struct Field {
  std::size_t at;
  std::size_t bytes;
};

constexpr Field kName{0, 100};
constexpr Field kMode{100, 8};
constexpr Field kUser{108, 8};
constexpr Field kGroup{116, 8};
constexpr Field kSize{124, 12};
constexpr Field kTime{136, 12};
constexpr Field kSum{148, 8};
constexpr Field kMagic{257, 8};
constexpr Field kPrefix{345, 155};
constexpr std::size_t kTypeAt = 156;
constexpr char kRegularFile = '0';

void Put(TarHeader& header, Field field, std::string_view text) {
  std::ranges::copy(text, header.begin() + static_cast<long>(field.at));
}

// Octal digits that fill the field but for a zero byte at its end.
void PutNumber(TarHeader& header, Field field, std::uint64_t number) {
  for (std::size_t i = field.bytes - 1; i-- > 0; number /= 8) {
    header[field.at + i] = static_cast<char>('0' + number % 8);
  }
}

std::uint64_t NumberAt(const TarHeader& header, Field field) {
  std::uint64_t number = 0;
  const char* const begin = header.data() + field.at;
  std::from_chars(begin, begin + field.bytes, number, 8);
  return number;
}

// The number of bytes before the '/' between prefix and name; 0: no prefix.
std::size_t SplitAt(std::string_view path) {
  if (path.size() <= kName.bytes) return 0;
  return path.find('/', path.size() - kName.bytes - 1);
}

}  // namespace

bool FitsTarHeader(std::string_view path) noexcept {
  const std::size_t split = SplitAt(path);
  return !path.empty() && split != path.npos && split <= kPrefix.bytes;
}

TarHeader MakeTarHeader(const TarEntry& entry) noexcept {
  TarHeader header{};
  const std::size_t split = SplitAt(entry.path);
  Put(header, kName, entry.path.substr(split == 0 ? 0 : split + 1));
  Put(header, kPrefix, entry.path.substr(0, split));
  PutNumber(header, kMode, entry.mode);
  PutNumber(header, kUser, 0);
  PutNumber(header, kGroup, 0);
  PutNumber(header, kSize, entry.bytes);
  PutNumber(header, kTime, entry.time);
  header[kTypeAt] = kRegularFile;
  Put(header, kMagic, std::string_view("ustar\00000", kMagic.bytes));
  // The sum of all bytes, those of the sum counted as blanks: six digits, a
  // zero byte and a blank.
  Put(header, kSum, std::string(kSum.bytes, ' '));
  const auto sum =
      std::accumulate(header.begin(), header.end(), std::uint64_t{0},
                      [](std::uint64_t all, char byte) {
                        return all + static_cast<unsigned char>(byte);
                      });
  PutNumber(header, {kSum.at, kSum.bytes - 1}, sum);
  header[kSum.at + kSum.bytes - 2] = '\0';
  return header;
}

std::optional<TarEntry> ReadTarHeader(const TarHeader& header,
                                      std::string_view path,
                                      unsigned mode) noexcept {
  const TarEntry entry{path, NumberAt(header, kSize), mode,
                       NumberAt(header, kTime)};
  if (MakeTarHeader(entry) != header) return std::nullopt;
  return entry;
}

}  // namespace answerbox::client
