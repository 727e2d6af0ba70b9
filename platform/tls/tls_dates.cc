#include "platform/tls/tls_dates.h"

#include "platform/certificate/certificate_facts.h"

namespace answerbox::platform {

std::vector<std::string> DateTroubles(std::span<const TlsFileDates> dates,
                                      std::chrono::sys_seconds now) {
  std::vector<std::string> troubles;
  for (const TlsFileDates& one : dates) {
    const std::string what =
        "the " + std::string(one.what) + " in " + one.file.native();
    if (now < one.from) {
      troubles.push_back(what + " is not valid before " +
                         ReadableTimeText(one.from) +
                         ", and this machine's clock says " +
                         ReadableTimeText(now) + ": set the clock");
    } else if (now > one.until) {
      troubles.push_back(what + " expired on " + ReadableTimeText(one.until) +
                         ", so TLS clients get no connection: renew it");
    } else if (now + kWarnBeforeExpiry > one.until) {
      troubles.push_back(what + " expires on " + ReadableTimeText(one.until) +
                         ": renew it");
    }
  }
  return troubles;
}

std::string ClockText() {
  return ReadableTimeText(std::chrono::floor<std::chrono::seconds>(
      std::chrono::system_clock::now()));
}

}  // namespace answerbox::platform
