#include "client/convert/pdf/written_objects.h"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/pdf/poppler.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// An annotation's dictionary has some 500 bytes; its text may have more.
constexpr std::size_t kMaxBefore = 8u << 10;
constexpr std::size_t kMaxAfter = 64u << 10;

// A book in proof has a few thousand. For each, between kMaxBefore and
// kMaxAfter bytes may be read.
constexpr std::size_t kMaxNotes = 1u << 14;

constexpr std::string_view kBlanks("\0\t\n\f\r ", 6);
constexpr std::string_view kSubtype = "/Subtype";

// Whether `text` begins with exactly the name of a note's kind, such as
// "/Text".
bool IsNoteName(std::string_view text) {
  constexpr std::array<std::string_view, 6> kKinds = {
      "/Text", "/Highlight", "/Underline", "/Squiggly", "/StrikeOut", "/Caret"};
  return std::ranges::any_of(kKinds, [text](std::string_view kind) {
    return text.starts_with(kind) && (text.size() == kind.size() ||
                                      !engine::IsWordByte(text[kind.size()]));
  });
}

// Returns where the dictionary around `at` begins. Strings before it that
// contain its delimiters are rare, and ignored.
std::size_t DictionaryBegin(std::string_view text, std::size_t at) {
  const std::size_t least = at - std::min(at, kMaxBefore);
  int depth = 0;
  for (std::size_t i = at; i >= least + 2; --i) {
    const std::string_view sign = text.substr(i - 2, 2);
    if (sign == ">>") {
      ++depth;
      --i;
    } else if (sign == "<<") {
      if (depth-- == 0) return i;
      --i;
    }
  }
  return at;
}

// Takes a literal string off `text`, and returns it without its brackets. Only
// its blanks must be right: "\\n" counts as a letter.
std::optional<std::string> TakeLiteral(std::string_view& text) {
  std::string taken;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      taken += text[++i];
      continue;
    }
    if (c == '(' && depth++ == 0) continue;
    if (c == ')' && --depth == 0) {
      text.remove_prefix(i + 1);
      return taken;
    }
    taken += c;
  }
  return std::nullopt;
}

std::optional<std::string> TakeHexadecimal(std::string_view& text) {
  const std::size_t end = text.find('>');
  if (end == std::string_view::npos) return std::nullopt;
  std::string taken;
  int digits = 0;
  int value = 0;
  for (const char c : text.substr(1, end - 1)) {
    const char lower = engine::ToLowerAscii(c);
    if (engine::IsDigit(c)) {
      value = value * 16 + (c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      value = value * 16 + (lower - 'a' + 10);
    } else {
      continue;
    }
    if (++digits % 2 != 0) continue;
    taken += static_cast<char>(value);
    value = 0;
  }
  text.remove_prefix(end + 1);
  return taken;
}

// Text strings are UTF-16 if they begin with its mark; otherwise a letter has
// one byte or more.
std::uint32_t CountWordsOf(std::string_view note) {
  const std::size_t unit = note.starts_with("\xFE\xFF") ? 2 : 1;
  std::uint32_t words = 0;
  bool is_in_word = false;
  for (std::size_t i = unit == 2 ? 2 : 0; i + unit <= note.size(); i += unit) {
    const std::string_view letter = note.substr(i, unit);
    const bool is_blank = static_cast<unsigned char>(letter.back()) <= ' ' &&
                          (unit == 1 || letter.front() == '\0');
    words += !is_blank && !is_in_word ? 1 : 0;
    is_in_word = !is_blank;
  }
  return words;
}

// Counts the words of /Contents in the dictionary that continues in `text`.
std::uint32_t CountContents(std::string_view text) {
  text = ValueOf(text.substr(0, kMaxAfter), "/Contents");
  if (text.empty()) return 0;
  text = SkipBlanks(text);
  std::optional<std::string> note;
  if (text.starts_with('(')) {
    note = TakeLiteral(text);
  } else if (text.starts_with('<') && !text.starts_with("<<")) {
    note = TakeHexadecimal(text);
  } else {
    return 1;  // Another object has it.
  }
  return note ? CountWordsOf(*note) : 0;
}

std::string BytesAt(int fd, std::uint64_t offset, std::size_t length) {
  std::string bytes(length, '\0');
  const ssize_t count =
      pread(fd, bytes.data(), length, static_cast<off_t>(offset));
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return bytes;
}

constexpr std::size_t kMaxStreamBytes = 4u << 20;

// Returns as much of the zlib stream at `offset` as can be unpacked.
std::string InflateAt(int fd, std::uint64_t offset) {
  constexpr std::size_t kStep = 64u << 10;
  std::string out;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return out;
  for (int status = Z_OK; status == Z_OK && out.size() < kMaxStreamBytes;) {
    std::string packed;
    if (stream.avail_in == 0) {
      packed = BytesAt(fd, offset, kStep);
      offset += packed.size();
      if (packed.empty()) break;
      stream.next_in = reinterpret_cast<Bytef*>(packed.data());
      stream.avail_in = static_cast<uInt>(packed.size());
    }
    while (status == Z_OK && stream.avail_in > 0 &&
           out.size() < kMaxStreamBytes) {
      const std::size_t before = out.size();
      out.resize(before + kStep);
      stream.next_out = reinterpret_cast<Bytef*>(&out[before]);
      stream.avail_out = kStep;
      status = inflate(&stream, Z_NO_FLUSH);
      out.resize(before + kStep - stream.avail_out);
    }
  }
  inflateEnd(&stream);
  return out;
}

// Counts the words of the notes in [begin, end). Each dictionary counts once.
std::uint32_t CountWordsIn(std::string_view bytes, std::size_t begin,
                           std::size_t end, std::size_t& notes) {
  std::uint32_t words = 0;
  std::size_t last = std::string_view::npos;
  for (std::size_t at = bytes.find(kSubtype, begin);
       at < end && notes < kMaxNotes; at = bytes.find(kSubtype, at + 1)) {
    if (!IsNoteName(SkipBlanks(bytes.substr(at + kSubtype.size())))) continue;
    ++notes;
    const std::size_t dictionary = DictionaryBegin(bytes, at);
    if (dictionary == last) continue;
    last = dictionary;
    words += CountContents(bytes.substr(dictionary));
  }
  return words;
}

// Whether a stream is only packed, whose dictionary is around `at` and ends
// `bytes`. What a predictor or a second filter did is not undone here.
bool HasOneFilter(std::string_view bytes, std::size_t at) {
  constexpr std::string_view kDecode = "Decode";  // FlateDecode, DecodeParms.
  bytes.remove_prefix(DictionaryBegin(bytes, at));
  const std::size_t first = bytes.find(kDecode);
  return first != std::string_view::npos && first == bytes.rfind(kDecode);
}

// Returns where a stream's data begin, whose dictionary continues at `at`.
std::optional<std::size_t> StreamBegin(std::string_view bytes, std::size_t at) {
  constexpr std::string_view kStream = "stream";
  const std::size_t stream = bytes.substr(0, at + kMaxBefore).find(kStream, at);
  if (stream == std::string_view::npos) return std::nullopt;
  return std::min(bytes.find_first_not_of("\r\n", stream + kStream.size()),
                  bytes.size());
}

}  // namespace

std::string_view SkipBlanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

std::string_view ValueOf(std::string_view text, std::string_view key) {
  int depth = 0;
  while (!text.empty()) {
    if (text.starts_with(key) && depth == 0) return text.substr(key.size());
    if (text.starts_with("<<") || text.starts_with(">>")) {
      if (text.front() == '>' && depth-- == 0) return {};
      depth += text.front() == '<' ? 1 : 0;
      text.remove_prefix(2);
    } else if (text.front() == '(') {
      if (!TakeLiteral(text)) return {};
    } else {
      text.remove_prefix(1);
    }
  }
  return {};
}

std::uint32_t CountNoteWords(std::string_view bytes) {
  std::size_t notes = 0;
  return CountWordsIn(bytes, 0, bytes.size(), notes);
}

bool SetsTransparency(std::string_view bytes) {
  for (const std::string_view opacity : {"/ca", "/CA"}) {
    for (std::size_t at = bytes.find(opacity); at != std::string_view::npos;
         at = bytes.find(opacity, at + 1)) {
      const std::string_view value =
          SkipBlanks(bytes.substr(at + opacity.size()));
      const std::size_t end =
          std::min(value.find_first_not_of("0123456789."), value.size());
      // Packed data may contain the same letters by chance.
      const bool is_number =
          end > 0 &&
          (end == value.size() || value[end] == '/' || value[end] == '>' ||
           kBlanks.find(value[end]) != std::string_view::npos);
      // "1.0", but not "12 0 R", whose value is another object.
      const std::string_view number = value.substr(0, end);
      if (is_number && number != "1" &&
          (!number.starts_with("1.") ||
           number.find_first_not_of('0', 2) != std::string_view::npos)) {
        return true;
      }
    }
  }
  return bytes.find("/Luminosity") != std::string_view::npos;
}

WrittenObjects ReadWrittenObjects(int fd, std::uint64_t size) {
  constexpr std::size_t kWindow = 1u << 20;
  constexpr std::uint64_t kMaxInflatedBytes = 64u << 20;
  // Counted at least this long, as a broken stream has no objects but takes
  // time.
  constexpr std::size_t kLeastOfStream = 4u << 10;
  constexpr std::string_view kObjects = "/ObjStm";
  constexpr std::string_view kTags = "/StructTreeRoot";
  WrittenObjects written;
  std::uint64_t inflated = 0;
  std::size_t notes = 0;
  const auto read = [&](std::string_view bytes, std::size_t begin,
                        std::size_t end) {
    written.note_words += CountWordsIn(bytes, begin, end, notes);
    written.may_be_transparent =
        written.may_be_transparent || SetsTransparency(bytes);
    written.may_be_tagged =
        written.may_be_tagged || bytes.find(kTags) != std::string_view::npos;
  };
  for (std::uint64_t at = 0; at < size; at += kWindow) {
    const auto before = std::min<std::uint64_t>(at, kMaxBefore);
    const std::string bytes =
        BytesAt(fd, at - before, before + kWindow + kMaxAfter);
    const std::size_t end = before + kWindow;
    read(bytes, before, end);
    // The objects of an encrypted file can't be unpacked.
    if (bytes.find("/Encrypt") != std::string::npos) {
      written.may_be_transparent = written.may_be_tagged = true;
    }
    for (std::size_t found = bytes.find(kObjects, before);
         found < end && inflated < kMaxInflatedBytes;
         found = bytes.find(kObjects, found + 1)) {
      const auto data = StreamBegin(bytes, found + kObjects.size());
      if (!data) {
        written.may_be_tagged = true;
        continue;
      }
      const std::string objects = InflateAt(fd, at - before + *data);
      written.may_be_tagged =
          written.may_be_tagged || objects.empty() ||
          objects.size() >= kMaxStreamBytes ||
          !HasOneFilter(std::string_view(bytes).substr(0, *data), found);
      inflated += std::max(objects.size(), kLeastOfStream);
      read(objects, 0, objects.size());
    }
  }
  const bool is_over_bound = inflated >= kMaxInflatedBytes;
  written.may_be_transparent = written.may_be_transparent || is_over_bound;
  written.may_be_tagged = written.may_be_tagged || is_over_bound;
  return written;
}

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
