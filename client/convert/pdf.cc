#include "client/convert/pdf.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/pdf_text.h"
#include "client/process/limited_process.h"

namespace answerbox::client {
namespace {

// Where readers look for the header and the end-of-file mark (ISO 32000-1,
// annex H, implementation notes 13 and 18).
constexpr std::size_t kSearchedBytes = 1024;

// Room for page breaks and running lines beside the text that is kept.
constexpr std::size_t kMaxOutputBytes = engine::kMaxDocumentBytes + (1u << 20);

std::optional<std::string> ReadAt(int fd, std::uint64_t offset,
                                  std::size_t length) {
  std::string bytes(length, '\0');
  const ssize_t count =
      pread(fd, bytes.data(), length, static_cast<off_t>(offset));
  if (count < 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

// Returns the end of the file without the zeros and blanks that some transfers
// append.
std::optional<std::string> ReadEnd(int fd, std::uint64_t size) {
  constexpr std::uint64_t kPadding = 64u << 10;
  const std::uint64_t length = std::min(size, kPadding + kSearchedBytes);
  auto bytes = ReadAt(fd, size - length, static_cast<std::size_t>(length));
  if (!bytes) return bytes;
  while (!bytes->empty() && static_cast<unsigned char>(bytes->back()) <= ' ') {
    bytes->pop_back();
  }
  if (bytes->size() > kSearchedBytes) {
    bytes->erase(0, bytes->size() - kSearchedBytes);
  }
  return bytes;
}

Conversion<void> CheckFrame(int fd, std::uint64_t size) {
  if (size == 0) return Rejection{RejectionReason::kEmpty, "the file is empty"};
  const auto begin = ReadAt(fd, 0, kSearchedBytes);
  const auto end = ReadEnd(fd, size);
  if (!begin || !end) {
    return Rejection{RejectionReason::kUnreadable, "the file can't be read"};
  }
  if (begin->find("%PDF-") == std::string::npos) {
    return Rejection{RejectionReason::kDamaged,
                     "this is not a PDF, although its name says so"};
  }
  if (end->find("%%EOF") == std::string::npos) {
    return Rejection{RejectionReason::kDamaged,
                     "the PDF is cut short: its end is missing, copy or "
                     "download it again"};
  }
  return {};
}

bool Mentions(std::string_view errors, std::string_view words) {
  return errors.find(words) != std::string_view::npos;
}

// What pdftotext prints when it missed a part of the file. It then continues
// with the rest and ends with success, so text may be missing. Complaints about
// fonts and colours are not among these, as they cost no text.
constexpr std::string_view kLossOfText[] = {
    "xref num",
    "XRef",
    "xref",
    "Unterminated string",
    "End of file inside",
    "Unexpected end of file",
    "Missing 'endstream'",
    "Bad FlateDecode",
    "flate stream",
    "Top-level pages object",
    "Page count in top-level",
    "Couldn't read page catalog",
    "Bad 'Length'",
    "Kid object",
    "Page tree",
    "Page contents object",
    "Failed to create page",
    "Failed to parse page",
};

Rejection Damaged() {
  return {RejectionReason::kDamaged,
          "the PDF is damaged inside, so text would be missing: copy or "
          "download it again, or repair it, for example with qpdf"};
}

std::optional<Rejection> RejectionFrom(const ProcessEnd& end) {
  switch (end.how) {
    case ProcessEnd::How::kTimedOut:
      return Rejection{RejectionReason::kTooComplex,
                       "pdftotext did not finish within 120 seconds"};
    case ProcessEnd::How::kOutputTooLong:
      return Rejection{RejectionReason::kTooLarge,
                       "more than 16 MiB of text: split it into parts"};
    case ProcessEnd::How::kSignalled:
      if (end.code == SIGXCPU || end.code == SIGKILL) {
        return Rejection{RejectionReason::kTooComplex,
                         "pdftotext did not finish within 60 seconds of "
                         "processor time"};
      }
      return Damaged();
    case ProcessEnd::How::kExited:
      break;
  }
  if (Mentions(end.errors, "Incorrect password") ||
      Mentions(end.errors, "security handler")) {
    return Rejection{RejectionReason::kEncrypted,
                     "the PDF is encrypted: save a copy without a password, "
                     "for example with qpdf --decrypt"};
  }
  if (end.code == 127) {
    return Rejection{RejectionReason::kNoConverter,
                     "pdftotext could not be started"};
  }
  if (Mentions(end.errors, "Out of memory") ||
      Mentions(end.errors, "bad_alloc")) {
    return Rejection{RejectionReason::kTooComplex,
                     "pdftotext needs more than 1 GiB of memory for it"};
  }
  const bool lost = std::any_of(
      std::begin(kLossOfText), std::end(kLossOfText),
      [&end](std::string_view words) { return Mentions(end.errors, words); });
  if (end.code != 0 || lost) return Damaged();
  return std::nullopt;
}

}  // namespace

Conversion<ConvertedDocument> ConvertPdf(int fd, std::uint64_t size) {
  if (size > kMaxPdfBytes) {
    return Rejection{RejectionReason::kTooLarge,
                     "larger than 512 MiB: split it into parts"};
  }
  if (const auto frame = CheckFrame(fd, size); !frame) return frame.error();
  const std::string program = FindProgram("pdftotext");
  if (program.empty()) {
    return Rejection{RejectionReason::kNoConverter,
                     "reading PDFs needs the program pdftotext: install the "
                     "package poppler-utils"};
  }
  // The child opens the file through its descriptor. So it reads the file that
  // was checked, and sees no name that it could take for an option or an
  // address.
  const std::array<std::string, 7> arguments = {
      "pdftotext", "-enc", "UTF-8",
      "-eol",      "unix", "/proc/self/fd/" + std::to_string(kChildInputFd),
      "-"};
  const ProcessLimits limits{.processor_time = kMaxPdfProcessorTime,
                             .wall_time = kMaxPdfWallTime,
                             .address_space_bytes = kMaxPdfAddressSpace,
                             .output_bytes = kMaxOutputBytes};
  auto end = RunLimited(program, arguments, fd, limits);
  if (!end) {
    return Rejection{
        RejectionReason::kNoConverter,
        "pdftotext could not be started: " + end.error().message()};
  }
  if (auto rejection = RejectionFrom(*end)) return *std::move(rejection);
  return DocumentFromPdfText(std::move(end->output));
}

}  // namespace answerbox::client
