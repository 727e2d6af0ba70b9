#include "client/terminal/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace answerbox::client {
namespace {

bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';  // https://no-color.org
}

bool IsDumb() {
  const char* term = std::getenv("TERM");
  return term != nullptr && std::string_view(term) == "dumb";
}

// Select Graphic Rendition parameters (ECMA-48, 8.3.117).
struct Rendition {
  Style style;
  const char* parameter;
};
constexpr Rendition kRenditions[] = {{Style::kBold, "1"},
                                     {Style::kDim, "2"},
                                     {Style::kUnderlined, "4"},
                                     {Style::kBad, "31"},
                                     {Style::kGood, "32"}};

}  // namespace

// The width is read once: a table is not wrapped again when its window changes.
Terminal Terminal::Of(int fd, ColorChoice choice) {
  Terminal terminal;
  terminal.is_terminal = isatty(fd) == 1;
  // Serial consoles report 0 columns.
  winsize size{};
  if (terminal.is_terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 &&
      size.ws_col != 0) {
    terminal.columns = std::max<std::size_t>(size.ws_col, kMinColumns);
  }
  switch (choice) {
    case ColorChoice::kAuto:
      terminal.styled = terminal.is_terminal && !IsSet("NO_COLOR") && !IsDumb();
      break;
    case ColorChoice::kAlways:
      terminal.styled = true;
      break;
    case ColorChoice::kNever:
      break;
  }
  return terminal;
}

std::string Styled(const Terminal& terminal, Style style,
                   std::string_view text) {
  if (!terminal.styled || style == Style::kPlain || text.empty()) {
    return std::string(text);
  }
  std::string parameters;
  for (const Rendition& rendition : kRenditions) {
    if ((static_cast<unsigned>(style) &
         static_cast<unsigned>(rendition.style)) == 0) {
      continue;
    }
    if (!parameters.empty()) parameters += ';';
    parameters += rendition.parameter;
  }
  return "\x1b[" + parameters + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace answerbox::client
