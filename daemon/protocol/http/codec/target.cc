#include "daemon/protocol/http/codec/target.h"

#include <string.h>

#include <algorithm>

#include "engine/text/utf8.h"

namespace answerbox::daemon::http {
namespace {

// Returns 0 to 15; nothing for another character.
std::optional<unsigned> HexDigit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  if (lower >= 'a' && lower <= 'f') return lower - 'a' + 10;
  return std::nullopt;
}

// The text has room for all before it grows: a copy that is left behind would
// not be wiped.
std::optional<std::string> Decode(std::string_view encoded) {
  std::string text;
  text.reserve(encoded.size());
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    char c = encoded[i];
    if (c == '+') c = ' ';
    if (c == '%') {
      if (encoded.size() - i < 3) return std::nullopt;
      const auto high = HexDigit(encoded[i + 1]);
      const auto low = HexDigit(encoded[i + 2]);
      if (!high || !low) return std::nullopt;
      c = static_cast<char>(*high << 4 | *low);
      i += 2;
    }
    if (c == '\0') return std::nullopt;
    text += c;
  }
  if (!engine::ValidateUtf8(text)) return std::nullopt;
  return text;
}

bool IsPathCharacter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-' || c == '/';
}

bool IsPlainPath(std::string_view path) noexcept {
  return path.starts_with('/') && std::ranges::all_of(path, IsPathCharacter) &&
         path.find("//") == std::string_view::npos &&
         path.find("/.") == std::string_view::npos;
}

}  // namespace

Form::~Form() {
  for (auto& [name, value] : fields_) {
    ::explicit_bzero(value.data(), value.size());
  }
}

std::optional<Form> Form::Read(std::string_view text) {
  Form form;
  form.fields_.reserve(kMaxFields);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (field.empty()) continue;
    if (form.fields_.size() == kMaxFields) return std::nullopt;
    const std::size_t equals = std::min(field.find('='), field.size());
    auto name = Decode(field.substr(0, equals));
    auto value = Decode(field.substr(std::min(equals + 1, field.size())));
    if (!name || !value) return std::nullopt;
    form.fields_.emplace_back(std::move(*name), std::move(*value));
  }
  return form;
}

std::string_view Form::Get(std::string_view name) const noexcept {
  for (const auto& [known, value] : fields_) {
    if (known == name) return value;
  }
  return {};
}

bool Form::Has(std::string_view name) const noexcept {
  return std::ranges::any_of(
      fields_, [&](const auto& field) { return field.first == name; });
}

std::optional<Target> ReadTarget(std::string_view text) {
  const std::size_t end = std::min(text.find('?'), text.size());
  const std::string_view path = text.substr(0, end);
  if (!IsPlainPath(path)) return std::nullopt;
  auto query = Form::Read(text.substr(std::min(end + 1, text.size())));
  if (!query) return std::nullopt;
  return Target{path, std::move(*query)};
}

}  // namespace answerbox::daemon::http
