#include "client/commands/scan_option.h"

#include "client/convert/recognition/tesseract.h"

namespace answerbox::client {

void AddScanLanguageOption(CLI::App& command, std::string& language) {
  command
      .add_option("--ocr", language,
                  "Recognise text on scanned pages and pictures, in this "
                  "language of tesseract: eng, deu, deu+eng, ...")
      ->type_name("LANGUAGE");
}

Outcome<void> CheckScanLanguage(const std::string& language) {
  if (language.empty()) return {};
  const auto checked = recognition::CheckLanguage(language);
  if (checked) return {};
  Failure failure = Rejected("--ocr: " + checked.error().message);
  failure.details["reason"] = ToString(checked.error().reason);
  return failure;
}

}  // namespace answerbox::client
