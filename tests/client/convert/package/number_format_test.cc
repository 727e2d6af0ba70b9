#include "client/convert/package/number_format.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::client::package {
namespace {

TEST(NumberFormat, ShowsNumbersAsTheirFormatSays) {
  const struct {
    const char* value;
    const char* format;
    const char* shown;
  } kCases[] = {{"20.100000000000001", "", "20.1"},
                {"5", "General", "5"},
                {"1234.5", "#,##0.00", "1,234.50"},
                {"1234567", "#,##0", "1,234,567"},
                {"-3.5", "0.0;(0.0)", "(3.5)"},
                {"-3.5", "0.0", "-3.5"},
                {"0", "0;-0;\"none\"", "none"},
                {"0.5", "0%", "50%"},
                {"7", "000", "007"},
                {"2.5", "0.0##\\ \"mg\"", "2.5 mg"},
                {"12", "[$\xE2\x82\xAC-407] 0.00", "\xE2\x82\xAC 12.00"},
                {"46354", "yyyy\\-mm\\-dd", "2026-11-28"},
                {"46354.75", "d mmm yyyy h:mm AM/PM", "28 Nov 2026 6:00 PM"},
                {"0.5", "hh:mm", "12:00"},
                {"1", "yyyy", "1899"},
                {"x", "0.00", "x"},
                {"1e999", "0", "1e999"},
                {"-1", "yyyy", "-1"},
                {"1234567", "0.0,,", "1.2"},
                {"1234", "#,##0_);(#,##0)", "1,234 "},
                {"0.25", "#.##", ".25"},
                {"1.5", "# ?/?", "1.5"},
                {"12", "[Red]0", "12"},
                {"46354.75", "[h]:mm", "18:00"},
                {"46354.752", "hh:mm:ss.00", "18:02:53"},
                {"46354", "dddd, mmmm", "Saturday, November"},
                {"46354", "[$-409]d/m/yy", "28/11/26"},
                {"3", "\"", ""},
                {"3", "\\", ""}};
  for (const auto& c : kCases) {
    EXPECT_EQ(FormatNumber(c.value, c.format, false), c.shown)
        << c.value << " " << c.format;
  }
}

TEST(NumberFormat, DatesMayCountFrom1904) {
  EXPECT_EQ(FormatNumber("0", "yyyy-mm-dd", true), "1904-01-01");
  EXPECT_EQ(FormatNumber("46354", BuiltInFormat(14), false), "2026-11-28");
}

TEST(NumberFormat, LongFormatsAreBounded) {
  const std::string digits(100'000, '0');
  EXPECT_EQ(FormatNumber("1", digits + "." + digits, false),
            std::string(29, '0') + "1." + std::string(30, '0'));
  EXPECT_EQ(FormatNumber("1", std::string(100'000, ','), false), "");
}

}  // namespace
}  // namespace answerbox::client::package
