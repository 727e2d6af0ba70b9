#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/converters.h"
#include "client/convert/markup/markup.h"
#include "client/convert/package/page_html.h"
#include "client/process/limited_process.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

// For a file of another format pandoc would report a parser's error. These
// messages say what to do instead.
Conversion<void> CheckBegin(int fd, std::uint64_t size) {
  if (size == 0) return Rejection{RejectionReason::kEmpty, "the file is empty"};
  if (size > kMaxPandocFileBytes) {
    return Rejection{RejectionReason::kTooLarge,
                     "larger than 64 MiB: split it into parts"};
  }
  std::array<char, 8> bytes{};
  const ssize_t count = pread(fd, bytes.data(), bytes.size(), 0);
  if (count < 0) {
    return Rejection{RejectionReason::kUnreadable, "the file can't be read"};
  }
  const std::string_view begin(bytes.data(), static_cast<std::size_t>(count));
  if (!begin.starts_with("{\\rtf")) {
    return Rejection{RejectionReason::kDamaged,
                     "this is not an RTF file, although its name says so"};
  }
  return {};
}

// Empty if the file can't be read.
std::string BytesOf(int fd, std::uint64_t size) {
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const ssize_t count = pread(fd, bytes.data(), bytes.size(), 0);
  if (count != static_cast<ssize_t>(bytes.size())) bytes.clear();
  return bytes;
}

// Returns a file in memory with the parts that pandoc would skip moved to where
// it reads them; none on failure, when the file itself is read.
platform::FileDescriptor MendedRtf(std::string_view rtf) {
  if (rtf.empty()) return {};
  const std::string mended = WithRtfParts(rtf);
  platform::FileDescriptor file(memfd_create("rtf", MFD_CLOEXEC));
  if (!file.is_open() || write(file.get(), mended.data(), mended.size()) !=
                             static_cast<ssize_t>(mended.size())) {
    return {};
  }
  return file;
}

// Notes the hidden words, deleted words and comments of RTF, which pandoc
// leaves out without saying so.
void NoteShown(std::string_view rtf, ConvertedDocument& document) {
  RtfWords words = ReadRtfWords(rtf);
  NoteLeftOut(LeftOut::kHidden, words.hidden, document.notes);
  NoteLeftOut(LeftOut::kDeleted, words.deleted, document.notes);
  NoteLeftOut(LeftOut::kComment, words.comments, document.notes);
  document.shown.push_back({.page = 0, .text = std::move(words.shown)});
}

bool PandocSays(const ProcessEnd& end, std::string_view words) {
  return end.errors.find(words) != std::string::npos;
}

// Returns the last line that pandoc wrote, which says why it failed.
std::string LastLine(std::string_view errors) {
  constexpr std::size_t kMaxBytes = 200;
  while (errors.ends_with('\n')) errors.remove_suffix(1);
  const std::size_t newline = errors.rfind('\n');
  if (newline != std::string_view::npos) errors.remove_prefix(newline + 1);
  return std::string(errors.substr(0, kMaxBytes));
}

std::optional<Rejection> RejectionOf(const ProcessEnd& end) {
  switch (end.how) {
    case ProcessEnd::How::kTimedOut:
      return Rejection{RejectionReason::kTooComplex,
                       "pandoc did not finish within 120 seconds"};
    case ProcessEnd::How::kOutputTooLong:
      return Rejection{RejectionReason::kTooLarge,
                       "pandoc makes more than 64 MiB of it: split it into "
                       "parts"};
    // A runtime that gets no memory may also end by a signal.
    case ProcessEnd::How::kSignalled:
      return Rejection{RejectionReason::kTooComplex,
                       "pandoc did not finish within 60 seconds of processor "
                       "time and 400 MiB of memory"};
    case ProcessEnd::How::kExited:
      break;
  }
  if (end.code == 0) return std::nullopt;
  if (end.code == 127) {
    return Rejection{RejectionReason::kNoConverter,
                     "pandoc could not be started"};
  }
  // Older versions do not know the option and complain about it.
  if (PandocSays(end, "--sandbox")) {
    return Rejection{RejectionReason::kNoConverter,
                     "this pandoc is too old: install version 2.15 or later"};
  }
  // 251 is the exit code of Haskell programs that run out of memory.
  if (end.code == 251 || PandocSays(end, "out of memory") ||
      PandocSays(end, "eap exhausted")) {
    return Rejection{RejectionReason::kTooComplex,
                     "pandoc needs more than 400 MiB of memory for it"};
  }
  return Rejection{RejectionReason::kDamaged,
                   "pandoc can't read it (" + LastLine(end.errors) +
                       "): the file is damaged. Open it and save it anew"};
}

// Returns the page that pandoc makes of an open file.
Conversion<std::string> PandocPage(int fd) {
  const std::string program = FindProgram("pandoc");
  if (program.empty()) {
    return Rejection{RejectionReason::kNoConverter,
                     "reading an RTF file needs the program pandoc: install "
                     "the package pandoc"};
  }
  // As with pdftotext, the child opens the file through its descriptor. The
  // sandbox keeps it from other files and from the network. A standalone page
  // has the document's title as its first heading.
  const std::array<std::string, 9> arguments = {
      "pandoc",
      "--sandbox",
      "--from",
      "rtf",
      "--to=html",
      "--standalone",
      "--wrap=none",
      "--eol=lf",
      "/proc/self/fd/" + std::to_string(kChildInputFd)};
  const ProcessLimits limits{.processor_time = kMaxPandocProcessorTime,
                             .wall_time = kMaxPandocWallTime,
                             .memory_bytes = kMaxPandocMemory,
                             .output_bytes = kMaxPandocOutputBytes};
  auto end = RunLimited(program, arguments, fd, limits);
  if (!end) {
    return Rejection{RejectionReason::kNoConverter,
                     "pandoc could not be started: " + end.error().message()};
  }
  if (auto rejection = RejectionOf(*end)) return *std::move(rejection);
  return std::move(end->output);
}

}  // namespace

Conversion<ConvertedDocument> ConvertRtf(int fd, std::uint64_t size) {
  if (const auto checked = CheckBegin(fd, size); !checked) {
    return checked.error();
  }
  const std::string rtf = BytesOf(fd, size);
  const platform::FileDescriptor mended = MendedRtf(rtf);
  Conversion<std::string> page =
      PandocPage(mended.is_open() ? mended.get() : fd);
  if (!page) return page.error();
  if (mended.is_open()) {
    page = package::WithTabbedTables(*page, kRtfTabulator);
  }
  auto document = ConvertHtml(*std::move(page), PageTitle::kIgnored);
  if (document) NoteShown(rtf, *document);
  return document;
}

}  // namespace answerbox::client
