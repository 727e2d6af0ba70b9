#include "platform/certificate/certificate_facts.h"

#include <arpa/inet.h>
#include <mbedtls/asn1.h>
#include <mbedtls/asn1write.h>
#include <mbedtls/oid.h>
#include <mbedtls/sha256.h>
#include <mbedtls/x509.h>

#include <algorithm>
#include <ctime>
#include <string_view>

#include "platform/certificate/certificate_error.h"

namespace answerbox::platform {

namespace {

// GeneralName's tags for dNSName and iPAddress (RFC 5280, section 4.2.1.6).
constexpr unsigned char kHostTag = MBEDTLS_ASN1_CONTEXT_SPECIFIC | 2;
constexpr unsigned char kAddressTag = MBEDTLS_ASN1_CONTEXT_SPECIFIC | 7;
constexpr std::size_t kMaxHostNameBytes = 253;
constexpr std::size_t kMaxLabelBytes = 63;
// Tag and length: names are shorter than 256 bytes, their sum than 64 KiB.
constexpr std::size_t kMaxHeadBytes = 4;

bool IsLabel(std::string_view label) noexcept {
  const auto is_letter_or_digit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
  };
  if (label.empty() || label.size() > kMaxLabelBytes) return false;
  if (label.front() == '-' || label.back() == '-') return false;
  return std::ranges::all_of(label, [&](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_';
  });
}

// mbedTLS writes DER from the end of a buffer towards its begin.
std::size_t WriteBackwards(unsigned char** position, unsigned char* begin,
                           unsigned char tag,
                           std::span<const unsigned char> value) {
  int size = mbedtls_asn1_write_raw_buffer(position, begin, value.data(),
                                           value.size());
  size += mbedtls_asn1_write_len(position, begin, value.size());
  size += mbedtls_asn1_write_tag(position, begin, tag);
  return static_cast<std::size_t>(size);
}

}  // namespace

// Uses inet_pton(3), which accepts neither short forms nor a zone: a
// certificate is for one exact address.
std::optional<IpAddress> ParseIpAddress(const std::string& text) {
  IpAddress address;
  if (::inet_pton(AF_INET, text.c_str(), address.bytes.data()) == 1) {
    address.size = 4;
    return address;
  }
  if (::inet_pton(AF_INET6, text.c_str(), address.bytes.data()) == 1) {
    address.size = 16;
    return address;
  }
  return std::nullopt;
}

// RFC 1123, section 2.1. A wildcard stands for the whole first label (RFC 6125,
// section 6.4.3).
bool IsHostName(const std::string& text) noexcept {
  if (text.empty() || text.size() > kMaxHostNameBytes) return false;
  std::string_view rest = text;
  if (rest.starts_with("*.")) rest.remove_prefix(2);
  for (;;) {
    const std::size_t dot = rest.find('.');
    if (!IsLabel(rest.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    rest.remove_prefix(dot + 1);
  }
}

// Writes from the last name to the first, because a length is known only when
// the bytes that it counts are written.
Result<std::vector<std::uint8_t>> EncodeNames(
    std::span<const std::string> names) {
  if (names.empty() || names.size() > kMaxNames) {
    return Error{CertificateError::kBadName, "use",
                 std::to_string(names.size()) + " names"};
  }
  std::vector<std::uint8_t> der(
      kMaxHeadBytes + names.size() * (kMaxHeadBytes + kMaxHostNameBytes));
  unsigned char* position = der.data() + der.size();
  std::size_t size = 0;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (const auto address = ParseIpAddress(*name)) {
      size +=
          WriteBackwards(&position, der.data(), kAddressTag, address->span());
    } else if (IsHostName(*name)) {
      const auto* text = reinterpret_cast<const unsigned char*>(name->data());
      size +=
          WriteBackwards(&position, der.data(), kHostTag, {text, name->size()});
    } else {
      return Error{CertificateError::kBadName, "use", *name};
    }
  }
  size += static_cast<std::size_t>(
      mbedtls_asn1_write_len(&position, der.data(), size));
  size += static_cast<std::size_t>(mbedtls_asn1_write_tag(
      &position, der.data(), MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE));
  der.erase(der.begin(), der.end() - static_cast<std::ptrdiff_t>(size));
  return der;
}

// The names are for people and messages. Anything unlike a host name is left
// out, as it might be shown on a terminal.
std::vector<std::string> NamesIn(const mbedtls_x509_crt& certificate) {
  std::vector<std::string> names;
  // mbedTLS has checked the structure. A list without entries has an empty
  // buffer in its first element.
  for (const mbedtls_x509_sequence* entry = &certificate.subject_alt_names;
       entry != nullptr && names.size() < kMaxNames; entry = entry->next) {
    const mbedtls_x509_buf& value = entry->buf;
    if (value.p == nullptr) continue;
    if (value.tag == kHostTag) {
      std::string name(reinterpret_cast<const char*>(value.p), value.len);
      if (IsHostName(name)) names.push_back(std::move(name));
    } else if (value.tag == kAddressTag &&
               (value.len == 4 || value.len == 16)) {
      char text[INET6_ADDRSTRLEN];
      const int family = value.len == 4 ? AF_INET : AF_INET6;
      names.emplace_back(::inet_ntop(family, value.p, text, sizeof text));
    }
  }
  return names;
}

// Compares all bytes, without wildcards: RFC 5280, section 4.2.1.6.
bool IsForAddress(const mbedtls_x509_crt& certificate,
                  const IpAddress& address) noexcept {
  for (const mbedtls_x509_sequence* entry = &certificate.subject_alt_names;
       entry != nullptr; entry = entry->next) {
    const mbedtls_x509_buf& value = entry->buf;
    if (value.p != nullptr && value.tag == kAddressTag &&
        std::ranges::equal(std::span(value.p, value.len), address.span())) {
      return true;
    }
  }
  return false;
}

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
