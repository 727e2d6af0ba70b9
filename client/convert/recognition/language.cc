#include "client/convert/recognition/language.h"

#include <algorithm>
#include <array>

#include "client/convert/recognition/tesseract.h"
#include "engine/text/character_class.h"

namespace answerbox::client::recognition {
namespace {

constexpr std::size_t kMaxLanguageBytes = 64;

// Names of Debian's packages have dashes: "chi_sim" is in
// tesseract-ocr-chi-sim.
std::string PackageOf(std::string_view language) {
  std::string package = "tesseract-ocr-" + std::string(language);
  std::ranges::replace(package, '_', '-');
  return package;
}

// Tesseract makes the name of a file of it.
bool IsLanguageName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return c == '_' || engine::Is(c, engine::kDigitByte) ||
           (engine::ToLowerAscii(c) >= 'a' && engine::ToLowerAscii(c) <= 'z');
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
    // The first line is a sentence.
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
