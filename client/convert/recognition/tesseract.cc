#include "client/convert/recognition/tesseract.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <utility>

#include "client/process/limited_process.h"
#include "engine/text/character_class.h"

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
                             .memory_bytes = kMaxPageMemory,
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
                       "processor time and 512 MiB of memory"};
    case ProcessEnd::How::kExited:
      break;
  }
  if (end.code == 0) return std::nullopt;
  if (TesseractSays(end, "bad_alloc") || TesseractSays(end, "too large")) {
    return Rejection{RejectionReason::kTooComplex,
                     "tesseract needs more than 512 MiB of memory for it"};
  }
  return Rejection{RejectionReason::kDamaged,
                   "tesseract can't read the picture: it is damaged"};
}

constexpr std::size_t kMaxLanguageBytes = 64;

// The names of Debian's packages have dashes: "chi_sim" is in
// tesseract-ocr-chi-sim.
std::string PackageOf(std::string_view language) {
  std::string package = "tesseract-ocr-" + std::string(language);
  std::ranges::replace(package, '_', '-');
  return package;
}

// Checks the language, as tesseract makes the name of a file from it.
bool IsLanguageName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return c == '_' || engine::IsLetter(c) || engine::IsDigit(c);
  });
}

Rejection NotALanguage(std::string_view language) {
  return {RejectionReason::kNoConverter,
          "\"" + std::string(language) +
              "\" is no language of text recognition: use a name such as eng, "
              "or several as in deu+eng"};
}

std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text.empty() ? "none" : text;
}

}  // namespace

Conversion<std::string> RunTesseract(std::span<const std::string> options) {
  // RunLimited needs an input for every child; this child reads none.
  const FileDescriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  auto end = Run(options, nothing.get());
  if (!end) return end.error();
  if (end->how != ProcessEnd::How::kExited || end->code != 0) {
    return NoConverter("tesseract fails: " + end->errors.substr(0, 200));
  }
  return std::move(end->output);
}

Conversion<std::string> RecognizePicture(const Picture& picture,
                                         const std::string& language,
                                         PageDirection direction) {
  // Tesseract gets a descriptor instead of a name, which it could take for an
  // address or for a list of files. Method 2, Sauvola's, distinguishes ink from
  // paper by the surroundings: otherwise text in the dark part of a photograph
  // is lost.
  std::vector<std::string> options = {
      "/proc/self/fd/" + std::to_string(kChildInputFd),
      "stdout",
      "-l",
      language,
      "-c",
      "tessedit_create_hocr=1",
      "-c",
      "thresholding_method=2"};
  if (direction == PageDirection::kAny) {
    // By default a short text is not enough to decide. A wrong turn gives a
    // worse reading, and is then not used.
    options.insert(options.end(),
                   {"--psm", "1", "-c", "min_orientation_margin=1"});
  }
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

Conversion<std::vector<std::string>> InstalledLanguages() {
  const std::array<std::string, 1> options = {"--list-langs"};
  const auto output = RunTesseract(options);
  if (!output) return output.error();
  std::vector<std::string> languages;
  std::string_view rest = *output;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    // The first line is a sentence, and no language.
    if (IsLanguageName(line) && line != "osd") languages.emplace_back(line);
  }
  std::ranges::sort(languages);
  return languages;
}

Conversion<void> CheckLanguage(std::string_view language) {
  if (language.size() > kMaxLanguageBytes || language.ends_with('+')) {
    return NotALanguage(language);
  }
  const auto installed = InstalledLanguages();
  if (!installed) return installed.error();
  // At least one name, so that an empty language is refused.
  std::string_view rest = language;
  do {
    const std::size_t end = std::min(rest.find('+'), rest.size());
    const std::string_view name = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!IsLanguageName(name)) return NotALanguage(language);
    if (!std::ranges::binary_search(*installed, name)) {
      return Rejection{RejectionReason::kNoConverter,
                       "text recognition has no language \"" +
                           std::string(name) +
                           "\" (installed: " + Joined(*installed) +
                           "): install the package " + PackageOf(name)};
    }
  } while (!rest.empty());
  return {};
}

}  // namespace answerbox::client::recognition
