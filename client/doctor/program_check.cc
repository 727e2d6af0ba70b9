// The programs that convert documents: what can't be read without them.
#include "client/doctor/box.h"
#include "client/process/limited_process.h"

namespace answerbox::client {

void CheckPrograms(Box&, Findings& found) {
  struct Converter {
    const char* program;
    const char* package;
    const char* reads;
    Severity without;
  };
  constexpr Converter kConverters[] = {
      {"pdftohtml", "poppler-utils", "PDF files", Severity::kWarning},
      {"pandoc", "pandoc", "RTF files", Severity::kNote},
      {"tesseract", "tesseract-ocr", "scans and pictures", Severity::kNote}};
  for (const auto& [program, package, reads, without] : kConverters) {
    if (!FindProgram(program).empty()) {
      found.Ok("programs", std::string(program) + " is there for " + reads);
      continue;
    }
    found.Add("programs", without,
              std::string(reads) + " can't be added: " + program +
                  " is not installed",
              std::string("sudo apt install ") + package);
  }
}

}  // namespace answerbox::client
