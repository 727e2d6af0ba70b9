#include "client/terminal/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <cstdlib>

#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

class TerminalTest : public testing::Test {
 protected:
  TerminalTest() {
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    winsize size{};
    size.ws_col = 132;
    EXPECT_EQ(openpty(&controller_, &terminal_, nullptr, nullptr, &size), 0);
  }
  ~TerminalTest() override {
    close(controller_);
    close(terminal_);
    unsetenv("NO_COLOR");
  }

  int controller_ = -1;
  int terminal_ = -1;
};

TEST_F(TerminalTest, KnowsItsWidthAndIsStyled) {
  const Terminal terminal = Terminal::Of(terminal_, ColorChoice::kAuto);
  EXPECT_TRUE(terminal.is_terminal);
  EXPECT_TRUE(terminal.styled);
  EXPECT_EQ(terminal.columns, 132u);
}

TEST_F(TerminalTest, RespectsNoColorAndDumbTerminals) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(Terminal::Of(terminal_, ColorChoice::kAuto).styled);
  EXPECT_TRUE(Terminal::Of(terminal_, ColorChoice::kAlways).styled);
  unsetenv("NO_COLOR");
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(Terminal::Of(terminal_, ColorChoice::kAuto).styled);
  EXPECT_FALSE(Terminal::Of(terminal_, ColorChoice::kNever).styled);
}

TEST_F(TerminalTest, IsNotAFile) {
  const int file = open("/dev/null", O_WRONLY);
  const Terminal terminal = Terminal::Of(file, ColorChoice::kAuto);
  close(file);
  EXPECT_FALSE(terminal.is_terminal);
  EXPECT_FALSE(terminal.styled);
  EXPECT_EQ(terminal.columns, kDefaultColumns);
}

TEST(Styled, AddsEscapeSequencesOnlyWhereWanted) {
  const Terminal styled{.is_terminal = true, .styled = true};
  EXPECT_EQ(Styled(styled, Style::kBold | Style::kUnderlined, "a"),
            "\x1b[1;4ma\x1b[0m");
  EXPECT_EQ(Styled(styled, Style::kPlain, "a"), "a");
  EXPECT_EQ(Styled(styled, Style::kBold, ""), "");
  EXPECT_EQ(Styled({}, Style::kBold, "a"), "a");
}

}  // namespace
}  // namespace answerbox::client
