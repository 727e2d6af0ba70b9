#include "platform/certificate/certificate_time.h"

#include <array>
#include <ctime>

namespace answerbox::platform {
namespace {

std::string Formatted(std::chrono::sys_seconds time, const char* format) {
  const std::time_t seconds = time.time_since_epoch().count();
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), format, &parts);
  return text.data();
}

}  // namespace

std::chrono::sys_seconds TimeOf(const mbedtls_x509_time& time) {
  using namespace std::chrono;
  const year_month_day date(year(time.year),
                            month(static_cast<unsigned>(time.mon)),
                            day(static_cast<unsigned>(time.day)));
  return sys_days(date) + hours(time.hour) + minutes(time.min) +
         seconds(time.sec);
}

std::string CompactTimeText(std::chrono::sys_seconds time) {
  return Formatted(time, "%Y%m%d%H%M%S");
}

std::string ReadableTimeText(std::chrono::sys_seconds time) {
  return Formatted(time, "%Y-%m-%d %H:%M:%S UTC");
}

std::string DerTimeText(std::chrono::sys_seconds time) {
  using namespace std::chrono;
  const year_month_day date(floor<days>(time));
  return Formatted(
      time, date.year() < year(2050) ? "%y%m%d%H%M%SZ" : "%Y%m%d%H%M%SZ");
}

}  // namespace answerbox::platform
