#include <mbedtls/asn1write.h>
#include <mbedtls/md.h>
#include <mbedtls/oid.h>
#include <mbedtls/pem.h>
#include <mbedtls/sha256.h>

#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "platform/certificate/certificate_error.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/issue.h"
#include "platform/certificate/mbedtls_object.h"

namespace answerbox::platform {
namespace {

constexpr unsigned char kSequence =
    MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE;
// A serial number has at most 20 bytes, a time 17, and each has a head.
constexpr std::size_t kMaxEntryBytes = 64;
constexpr std::size_t kMaxRestBytes = 2048;  // Beside the issuer's name.

// Writes DER from the end of its memory towards the beginning: the last element
// of a list is written first.
class DerWriter {
 public:
  explicit DerWriter(std::size_t capacity)
      : bytes_(capacity), position_(bytes_.data() + capacity) {}

  [[nodiscard]] std::span<const unsigned char> written() const {
    return {position_, bytes_.data() + bytes_.size()};
  }
  [[nodiscard]] std::size_t size() const { return written().size(); }

  void Raw(std::span<const unsigned char> value) {
    Check(mbedtls_asn1_write_raw_buffer(&position_, bytes_.data(), value.data(),
                                        value.size()));
  }
  // Writes the head of a value of `size` bytes that was just written.
  void Head(unsigned char tag, std::size_t size) {
    Check(mbedtls_asn1_write_len(&position_, bytes_.data(), size));
    Check(mbedtls_asn1_write_tag(&position_, bytes_.data(), tag));
  }
  void Value(unsigned char tag, std::span<const unsigned char> value) {
    Raw(value);
    Head(tag, value.size());
  }
  void Time(std::chrono::sys_seconds time) {
    const std::string text = DerTimeText(time);
    Value(text.size() == kUtcTimeBytes ? MBEDTLS_ASN1_UTC_TIME
                                       : MBEDTLS_ASN1_GENERALIZED_TIME,
          {reinterpret_cast<const unsigned char*>(text.data()), text.size()});
  }
  // Returns the first error, or 0.
  [[nodiscard]] int error() const { return error_; }

 private:
  void Check(int result) {
    if (result < 0 && error_ == 0) error_ = result;
  }

  std::vector<unsigned char> bytes_;
  unsigned char* position_;
  int error_ = 0;
};

// Writes the algorithm of `key`'s signatures. RSA's has a parameter, which is
// null. RFC 4055, section 5, and RFC 5758, section 3.2.
void WriteAlgorithm(DerWriter& der, const mbedtls_pk_context& key) {
  const std::size_t after = der.size();
  const bool is_rsa = mbedtls_pk_get_type(&key) == MBEDTLS_PK_RSA;
  if (is_rsa) der.Head(MBEDTLS_ASN1_NULL, 0);
  const std::string_view oid =
      is_rsa ? MBEDTLS_OID_PKCS1_SHA256 : MBEDTLS_OID_ECDSA_SHA256;
  der.Value(MBEDTLS_ASN1_OID,
            {reinterpret_cast<const unsigned char*>(oid.data()), oid.size()});
  der.Head(kSequence, der.size() - after);
}

// Writes from the last entry to the first, as DER is written backwards here.
void WriteEntries(DerWriter& der, const std::vector<Revocation>& revocations) {
  // RFC 5280 allows no empty list: it is left out.
  if (revocations.empty()) return;
  const std::size_t after = der.size();
  for (auto entry = revocations.rbegin(); entry != revocations.rend();
       ++entry) {
    const std::size_t after_entry = der.size();
    der.Time(entry->since);
    der.Value(MBEDTLS_ASN1_INTEGER, entry->serial);
    der.Head(kSequence, der.size() - after_entry);
  }
  der.Head(kSequence, der.size() - after);
}

std::optional<CertificateError> ObjectionTo(const CertificateChain& ca,
                                            Key& ca_key, std::size_t count) {
  if (ca->ca_istrue == 0 || mbedtls_x509_crt_check_key_usage(
                                ca.get(), MBEDTLS_X509_KU_CRL_SIGN) != 0) {
    return CertificateError::kNoCa;
  }
  if (mbedtls_pk_check_pair(&ca->pk, ca_key.get()) != 0) {
    return CertificateError::kKeyOfAnotherCertificate;
  }
  if (count > kMaxRevocations) return CertificateError::kFileTooLarge;
  return std::nullopt;
}

// Writes `body` followed by its algorithm and signature.
int Sign(Key& key, const DerWriter& body, DerWriter& der) {
  std::array<unsigned char, 32> digest{};
  std::array<unsigned char, MBEDTLS_PK_SIGNATURE_MAX_SIZE> signature{};
  std::size_t size = 0;
  constexpr int kSha256 = 0;
  int result = mbedtls_sha256_ret(body.written().data(), body.size(),
                                  digest.data(), kSha256);
  if (result == 0) {
    result = mbedtls_pk_sign(key.get(), MBEDTLS_MD_SHA256, digest.data(),
                             digest.size(), signature.data(), &size,
                             RandomBytes, nullptr);
  }
  if (result != 0) return result;
  constexpr unsigned char kNoUnusedBits[] = {0};
  der.Raw(std::span(signature).first(size));
  der.Raw(kNoUnusedBits);
  der.Head(MBEDTLS_ASN1_BIT_STRING, size + 1);
  WriteAlgorithm(der, *key.get());
  der.Raw(body.written());
  der.Head(kSequence, der.size());
  return der.error();
}

std::vector<std::uint8_t> BytesOf(const mbedtls_x509_buf& buffer) {
  return {buffer.p, buffer.p + buffer.len};
}

}  // namespace

std::vector<Revocation> RevocationsIn(const RevocationList& list) {
  std::vector<Revocation> revocations;
  // A list without entries has one entry without a serial number.
  for (const mbedtls_x509_crl_entry* entry = &list->entry;
       entry != nullptr && entry->serial.p != nullptr; entry = entry->next) {
    revocations.push_back(
        {BytesOf(entry->serial), TimeOf(entry->revocation_date)});
  }
  return revocations;
}

Revocation RevocationOf(const CertificateChain& certificate,
                        std::chrono::sys_seconds now) {
  return {BytesOf(certificate->serial), now};
}

Result<std::string> WriteRevocationList(
    const CertificateChain& ca, Key& ca_key,
    const std::vector<Revocation>& revocations, std::chrono::sys_seconds now,
    std::chrono::days validity) {
  if (const auto objection = ObjectionTo(ca, ca_key, revocations.size())) {
    return Error{*objection, "write", "the revocation list"};
  }
  const std::size_t capacity =
      kMaxRestBytes + ca->subject_raw.len + revocations.size() * kMaxEntryBytes;
  DerWriter body(capacity);
  WriteEntries(body, revocations);
  body.Time(now + validity);
  body.Time(now);
  body.Raw({ca->subject_raw.p, ca->subject_raw.len});
  WriteAlgorithm(body, *ca_key.get());
  body.Head(kSequence, body.size());
  DerWriter der(capacity + kMaxRestBytes);
  int result = body.error();
  if (result == 0) result = Sign(ca_key, body, der);
  std::string text(2 * der.size() + 128, '\0');
  std::size_t size = 0;
  if (result == 0) {
    result = mbedtls_pem_write_buffer(
        "-----BEGIN X509 CRL-----\n", "-----END X509 CRL-----\n",
        der.written().data(), der.size(),
        reinterpret_cast<unsigned char*>(text.data()), text.size(), &size);
  }
  if (result != 0) {
    return Error{MbedtlsError(result), "write", "the revocation list"};
  }
  text.resize(std::strlen(text.c_str()));
  return text;
}

}  // namespace answerbox::platform
