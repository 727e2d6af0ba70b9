#include "protocol/calls/param.h"

#include <array>
#include <charconv>
#include <type_traits>

namespace answerbox::protocol {
namespace {

std::string NumberText(std::uint64_t number, std::string_view separator) {
  std::string text = std::to_string(number);
  // From the end, so that what is inserted moves no place that is still to
  // come.
  for (std::size_t at = text.size(); at > 3; at -= 3) {
    text.insert(at - 3, separator);
  }
  return text;
}

std::string NumberText(double number, std::string_view) {
  std::array<char, 32> digits{};
  const auto end =
      // The shortest digits: 0.1 and not 0.100000.
      std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

// "auto (default), sentence or list".
std::string NamesText(const ChoiceParam& choice) {
  // A name that has a flag of its own is no word of the option.
  const std::size_t count = choice.names.size() - !choice.last.name.empty();
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += i + 1 < count ? ", " : " or ";
    text += choice.names[i];
    if (i == 0 && choice.default_text.empty()) text += " (default)";
  }
  return text;
}

void Replace(std::string& text, std::string_view mark,
             const std::string& with) {
  const std::size_t at = text.find(mark);
  if (at != std::string::npos) text.replace(at, mark.size(), with);
}

}  // namespace

// Flags have defaults, so no request has to name them.
bool IsRequired(const Param& param) noexcept {
  return std::visit(
      [](const auto* one) {
        if constexpr (requires { one->is_required; }) {
          return one->is_required;
        } else {
          return false;
        }
      },
      param);
}

std::string RangeText(const Param& param, std::string_view separator) {
  return std::visit(
      [&](const auto* one) -> std::string {
        if constexpr (requires { one->least; }) {
          return NumberText(one->least, separator) + " to " +
                 NumberText(one->most, separator);
        } else {
          return {};
        }
      },
      param);
}

std::string DefaultText(const Param& param, std::string_view separator) {
  return std::visit(
      [&](const auto* one) -> std::string {
        using Type = std::remove_cvref_t<decltype(*one)>;
        std::string text;
        if constexpr (std::is_same_v<Type, TextParam>) {
          if (!one->fallback.empty()) {
            text = " \"" + std::string(one->fallback) + '"';
          }
        } else if constexpr (requires { one->least; }) {
          if (one->fallback) text = ' ' + NumberText(*one->fallback, separator);
        }
        if constexpr (requires { one->default_text; }) {
          if (!one->default_text.empty()) {
            text += ": " + std::string(one->default_text);
          }
        }
        return text.empty() ? text : "default" + text;
      },
      param);
}

std::string HelpText(const Param& param, const Option& option) {
  std::string text(option.help);
  Replace(text, "{range}", RangeText(param));
  const std::string fallback = DefaultText(param);
  Replace(text, "{default}", fallback.empty() ? "" : " (" + fallback + ")");
  if (const auto* choice = std::get_if<const ChoiceParam*>(&param)) {
    Replace(text, "{names}", NamesText(**choice));
  }
  return text;
}

}  // namespace answerbox::protocol
