#include "platform/certificate/certificate_facts.h"

#include <mbedtls/oid.h>
#include <mbedtls/sha256.h>
#include <mbedtls/x509.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>

#include "platform/certificate/certificate_names.h"

namespace answerbox::platform {
namespace {

constexpr std::size_t kMaxDistinguishedNameBytes = 512;

// Others have written the text of a certificate: control characters in it could
// change what a terminal shows.
std::string TextOf(const mbedtls_x509_name& name) {
  char text[kMaxDistinguishedNameBytes];
  if (mbedtls_x509_dn_gets(text, sizeof text, &name) < 0) {
    return "(longer than 512 bytes)";
  }
  std::string printable = text;
  std::ranges::replace_if(
      printable, [](char c) { return c < ' ' || c > '~'; }, '?');
  return printable;
}

bool IsCommonName(const mbedtls_x509_buf& oid) {
  return MBEDTLS_OID_CMP(MBEDTLS_OID_AT_CN, &oid) == 0;
}

std::string Formatted(std::chrono::sys_seconds time, const char* format) {
  const std::time_t seconds = time.time_since_epoch().count();
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), format, &parts);
  return text.data();
}

}  // namespace

Fingerprint FingerprintOf(const mbedtls_x509_crt& certificate) noexcept {
  Fingerprint fingerprint{};
  constexpr int kSha256 = 0;  // 1 would be SHA-224.
  // The call can fail only with an implementation in hardware.
  (void)mbedtls_sha256_ret(certificate.raw.p, certificate.raw.len,
                           fingerprint.data(), kSha256);
  return fingerprint;
}

std::string FingerprintText(const Fingerprint& fingerprint) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const std::uint8_t byte : fingerprint) {
    if (!text.empty()) text += ':';
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

// The common name identifies its owner, so there must be exactly one, and it
// must be readable as it is.
std::optional<std::string> CommonNameOf(const mbedtls_x509_crt& certificate) {
  const mbedtls_x509_buf* found = nullptr;
  for (const mbedtls_x509_name* part = &certificate.subject; part != nullptr;
       part = part->next) {
    if (!IsCommonName(part->oid)) continue;
    if (found != nullptr) return std::nullopt;
    found = &part->val;
  }
  if (found == nullptr || found->len == 0 || found->len > kMaxCommonNameBytes) {
    return std::nullopt;
  }
  std::string name(reinterpret_cast<const char*>(found->p), found->len);
  const bool is_printable =
      std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
  if (!is_printable) return std::nullopt;
  return name;
}

CertificateFacts FactsOf(const mbedtls_x509_crt& certificate) {
  return {.subject = TextOf(certificate.subject),
          .issuer = TextOf(certificate.issuer),
          .names = NamesIn(certificate),
          .valid_from = TimeOf(certificate.valid_from),
          .valid_until = TimeOf(certificate.valid_to),
          .is_ca = certificate.ca_istrue != 0,
          .fingerprint = FingerprintOf(certificate)};
}

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

// RFC 5280, section 4.1.2.5: UTCTime through 2049, GeneralizedTime from 2050
// on.
std::string DerTimeText(std::chrono::sys_seconds time) {
  using namespace std::chrono;
  const year_month_day date(floor<days>(time));
  return Formatted(
      time, date.year() < year(2050) ? "%y%m%d%H%M%SZ" : "%Y%m%d%H%M%SZ");
}

}  // namespace answerbox::platform
