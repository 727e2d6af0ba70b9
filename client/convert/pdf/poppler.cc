#include "client/convert/pdf/poppler.h"

#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "client/convert/layout/lines/runs.h"
#include "client/process/limited_process.h"

namespace answerbox::client {
namespace {

bool Mentions(std::string_view errors, std::string_view words) {
  return errors.find(words) != std::string_view::npos;
}

// Messages of poppler that a part of the file was skipped. It then continues
// with the rest and ends with success, so text may be missing. Messages about
// fonts and colours are not among these, as they cost no text; nor are those
// about the cross-reference table, which poppler rebuilds from the objects.
constexpr std::string_view kLossOfText[] = {
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

// Returns why a program that ended by itself has not read the file, if so.
std::optional<Rejection> RejectionOfExit(const std::string& name,
                                         const ProcessEnd& end) {
  // Poppler has no exit codes for these errors, only messages.
  if (Mentions(end.errors, "Incorrect password") ||
      Mentions(end.errors, "security handler")) {
    return Rejection{RejectionReason::kEncrypted,
                     "the PDF is encrypted: save a copy without a password, "
                     "for example with qpdf --decrypt"};
  }
  // 127 may also mean that the program exists but could not be executed with
  // its limits.
  if (end.code == 127) {
    return Rejection{RejectionReason::kNoConverter,
                     name + " could not be started"};
  }
  const bool lost = std::any_of(
      std::begin(kLossOfText), std::end(kLossOfText),
      [&end](std::string_view words) { return Mentions(end.errors, words); });
  if (end.code != 0 || lost) return Damaged();
  return std::nullopt;
}

bool IsOutOfMemory(const ProcessEnd& end) {
  return Mentions(end.errors, "Out of memory") ||
         Mentions(end.errors, "bad_alloc");
}

// The kernel sends SIGXCPU at the limit of processor time, and SIGKILL if a
// program ignores it.
bool IsOutOfTime(const ProcessEnd& end) {
  return end.how == ProcessEnd::How::kSignalled &&
         (end.code == SIGXCPU || end.code == SIGKILL);
}

std::optional<Rejection> RejectionFrom(const std::string& name,
                                       const ProcessEnd& end,
                                       const PdfProgramLimits& limits) {
  const bool has_ended = end.how == ProcessEnd::How::kExited ||
                         end.how == ProcessEnd::How::kSignalled;
  if (has_ended && IsOutOfMemory(end)) {
    return Rejection{RejectionReason::kTooComplex,
                     name + " needs more than 512 MiB of memory for it"};
  }
  switch (end.how) {
    case ProcessEnd::How::kTimedOut:
      return Rejection{RejectionReason::kTooComplex,
                       name + " did not finish within " +
                           std::to_string(limits.wall.count()) + " seconds"};
    case ProcessEnd::How::kOutputTooLong:
      return Rejection{RejectionReason::kTooLarge,
                       "more than 16 MiB of text: split it into parts"};
    case ProcessEnd::How::kSignalled:
      // Any other signal is a crash of the parser.
      if (IsOutOfTime(end)) {
        return Rejection{RejectionReason::kTooComplex,
                         name + " did not finish within " +
                             std::to_string(limits.processor.count()) +
                             " seconds of processor time"};
      }
      return Damaged();
    case ProcessEnd::How::kExited:
      break;
  }
  return RejectionOfExit(name, end);
}

// Not every library says why it fails.
bool MayLackMemory(const ProcessEnd& end) {
  return IsOutOfMemory(end) ||
         (end.how == ProcessEnd::How::kSignalled && !IsOutOfTime(end));
}

}  // namespace

PdfReading::PdfReading(std::chrono::milliseconds time)
    : time_(time), stop_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  constexpr std::uint64_t kPrograms = 3;
  at_once_ = std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1,
                                       kPrograms);
  const std::uint64_t in_turn = (kPrograms + at_once_ - 1) / at_once_;
  deadline_ = Clock::now() + time * in_turn;
}

void PdfReading::Stop() noexcept { eventfd_write(stop_.get(), 1); }

void PdfReading::GoOnAlone() noexcept {
  at_once_ = 0;
  eventfd_t stopped = 0;
  eventfd_read(stop_.get(), &stopped);
}

// One program, and the bounds it runs in.
class PdfProgram {
 public:
  PdfProgram(const std::string& path, std::span<const std::string> arguments,
             const PdfInput& input, ProcessLimits limits)
      : path_(path), arguments_(arguments), input_(input), limits_(limits) {}

  [[nodiscard]] boost::system::result<ProcessEnd> Run() const {
    PdfReading* const reading = input_.reading;
    if (reading == nullptr) return RunOnce(kMaxPdfMemory);
    if (reading->at_once_ == 0) {
      reading->deadline_ = PdfReading::Clock::now() + reading->time_;
      return RunOnce(kMaxPdfMemory);
    }
    if (reading->at_once_ > 1) {
      const std::shared_lock share(reading->memory_);
      auto end = RunOnce(kMaxPdfMemory / reading->at_once_);
      if (!end || !MayLackMemory(*end)) return end;
    }
    const std::unique_lock whole(reading->memory_);
    return RunOnce(kMaxPdfMemory);
  }

 private:
  [[nodiscard]] boost::system::result<ProcessEnd> RunOnce(
      std::uint64_t memory_bytes) const {
    ProcessLimits limits = limits_;
    limits.memory_bytes = memory_bytes;
    if (const PdfReading* const reading = input_.reading) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(
          reading->deadline_ - PdfReading::Clock::now());
      limits.wall_time =
          std::clamp(left, std::chrono::milliseconds(0), limits.wall_time);
      limits.stop_fd = reading->stop_.get();
    }
    return RunLimited(path_, arguments_, input_.fd, limits);
  }

  const std::string& path_;
  std::span<const std::string> arguments_;
  const PdfInput& input_;
  const ProcessLimits limits_;
};

Conversion<std::string> RunPdfProgram(const std::string& name,
                                      std::span<const std::string> options,
                                      const PdfInput& input,
                                      std::size_t max_output_bytes,
                                      const PdfProgramLimits& limits) {
  const std::string program = FindProgram(name);
  if (program.empty()) {
    return Rejection{RejectionReason::kNoConverter,
                     "reading PDFs needs the program " + name +
                         ": install the package poppler-utils"};
  }
  // The child opens the file through its descriptor. So it reads the file that
  // was checked, and gets no name that it could take for an option or an
  // address.
  std::vector<std::string> arguments = {name};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back("/proc/self/fd/" + std::to_string(kChildInputFd));
  // Without "-" these write to a file named like their input; the other
  // programs have an option for that.
  if (name == "pdftotext" || name == "pdftops" || name == "pdftocairo") {
    arguments.emplace_back("-");
  }
  auto end = PdfProgram(program, arguments, input,
                        {.processor_time = limits.processor,
                         .wall_time = limits.wall,
                         .output_bytes = max_output_bytes,
                         .condense = limits.condense,
                         .read_bytes = limits.read_bytes})
                 .Run();
  if (!end) {
    return Rejection{RejectionReason::kNoConverter,
                     name + " could not be started: " + end.error().message()};
  }
  if (auto rejection = RejectionFrom(name, *end, limits)) {
    return *std::move(rejection);
  }
  return std::move(end->output);
}

Conversion<platform::FileDescriptor> InMemory(std::string_view bytes) {
  platform::FileDescriptor file(memfd_create("pdf", MFD_CLOEXEC));
  std::size_t written = 0;
  while (file.is_open() && written < bytes.size()) {
    const ssize_t count =
        write(file.get(), bytes.data() + written, bytes.size() - written);
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  if (!file.is_open() || written < bytes.size()) {
    return Rejection{RejectionReason::kTooComplex,
                     "there is no memory to hold a page or file"};
  }
  return file;
}

// Uses the reader of runs to decide whether a page has text, so that a page
// counts as a scan exactly if layout would find nothing on it.
std::vector<PdfPage> ListPages(std::string_view xml) {
  layout::RunReader reader(xml, 1);
  layout::RunPage page;
  std::vector<PdfPage> pages;
  while (pages.size() < layout::kMaxPages && reader.ReadPage(page)) {
    pages.push_back({.number = page.number,
                     .width = page.width / 100.0,
                     .height = page.height / 100.0,
                     .has_text = !page.runs.empty() || !page.turned.empty()});
  }
  return pages;
}

namespace {

void AppendFonts(std::string_view page, std::string& xml) {
  constexpr std::string_view kFont = "<fontspec ";
  for (std::size_t at = page.find(kFont); at != std::string_view::npos;
       at = page.find(kFont, at + 1)) {
    const std::size_t end = page.find('>', at);
    if (end == std::string_view::npos) return;
    xml += page.substr(at, end + 1 - at);
    xml += '\n';
  }
}

}  // namespace

std::string ReplacePages(std::string_view xml, std::string_view tag,
                         std::span<const PageReplacement> replacements) {
  std::string replaced;
  std::size_t copied = 0;
  std::size_t begin = xml.find(tag);
  // Copies each byte once, as both strings grow with the file.
  for (std::size_t index = 0; begin != std::string_view::npos; ++index) {
    const std::size_t next = xml.find(tag, begin + 1);
    if (replacements.empty()) break;
    if (replacements.front().index == index) {
      replaced += xml.substr(copied, begin - copied);
      replaced += replacements.front().xml;
      // Later pages use a font that is declared only on the first page with it.
      AppendFonts(xml.substr(begin, next - begin), replaced);
      replacements = replacements.subspan(1);
      // The outline may follow the last page.
      copied = std::min({next, xml.find("<outline>", begin), xml.size()});
    }
    begin = next;
  }
  replaced += xml.substr(copied);
  return replaced;
}

}  // namespace answerbox::client
