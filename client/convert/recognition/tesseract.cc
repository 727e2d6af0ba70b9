#include "client/convert/recognition/tesseract.h"

#include <fcntl.h>

#include <csignal>
#include <utility>
#include <vector>

#include "client/process/limited_process.h"

namespace answerbox::client::recognition {
namespace {

using platform::FileDescriptor;

Rejection NoConverter(std::string why) {
  return {RejectionReason::kNoConverter, std::move(why)};
}

Conversion<ProcessEnd> Run(std::span<const std::string> options, int input_fd) {
  const std::string program = FindProgram("tesseract");
  if (program.empty()) {
    return NoConverter(
        "recognising text needs the program tesseract: install the package "
        "tesseract-ocr");
  }
  std::vector<std::string> arguments = {"tesseract"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProcessLimits limits{.processor_time = kMaxPageProcessorTime,
                             .wall_time = kMaxPageWallTime,
                             .address_space_bytes = kMaxPageAddressSpace,
                             .output_bytes = kMaxHocrBytes};
  auto end = RunLimited(program, arguments, input_fd, limits);
  if (!end) {
    return NoConverter("tesseract could not be started: " +
                       end.error().message());
  }
  if (end->how == ProcessEnd::How::kExited && end->code == 127) {
    return NoConverter("tesseract could not be started");
  }
  return *std::move(end);
}

bool TesseractSays(const ProcessEnd& end, std::string_view words) {
  return end.errors.find(words) != std::string::npos;
}

std::optional<Rejection> FaultOf(const ProcessEnd& end) {
  switch (end.how) {
    case ProcessEnd::How::kTimedOut:
      return Rejection{RejectionReason::kTooComplex,
                       "tesseract did not finish it within 10 minutes"};
    case ProcessEnd::How::kOutputTooLong:
      return Rejection{RejectionReason::kTooComplex,
                       "tesseract says more than 16 MiB about it"};
    case ProcessEnd::How::kSignalled:
      return Rejection{RejectionReason::kTooComplex,
                       "tesseract did not finish it within 5 minutes of "
                       "processor time and 1 GiB of memory"};
    case ProcessEnd::How::kExited:
      break;
  }
  if (end.code == 0) return std::nullopt;
  if (TesseractSays(end, "bad_alloc") || TesseractSays(end, "too large")) {
    return Rejection{RejectionReason::kTooComplex,
                     "tesseract needs more than 1 GiB of memory for it"};
  }
  return Rejection{RejectionReason::kDamaged,
                   "tesseract can't read the picture: it is damaged"};
}

}  // namespace

Conversion<std::string> RunTesseract(std::span<const std::string> options) {
  const FileDescriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  auto end = Run(options, nothing.get());
  if (!end) return end.error();
  if (end->how != ProcessEnd::How::kExited || end->code != 0) {
    return NoConverter("tesseract fails: " + end->errors.substr(0, 200));
  }
  return std::move(end->output);
}

Conversion<std::string> RecognizePicture(const Picture& picture,
                                         const std::string& language) {
  // Tesseract gets a descriptor, and no name that it could take for an address
  // or for a list of files. Method 2, Sauvola's, tells ink from paper by its
  // surroundings: otherwise the dark side of a photograph is lost.
  std::vector<std::string> options = {
      "/proc/self/fd/" + std::to_string(kChildInputFd),
      "stdout",
      "-l",
      language,
      "-c",
      "tessedit_create_hocr=1",
      "-c",
      "thresholding_method=2"};
  if (picture.dpi > 0) {
    options.insert(options.end(), {"--dpi", std::to_string(picture.dpi)});
  }
  if (picture.index) {
    options.insert(options.end(), {"-c", "tessedit_page_number=" +
                                             std::to_string(*picture.index)});
  }
  auto end = Run(options, picture.file.get());
  if (!end) return end.error();
  if (auto fault = FaultOf(*end)) return *std::move(fault);
  return std::move(end->output);
}

}  // namespace answerbox::client::recognition
