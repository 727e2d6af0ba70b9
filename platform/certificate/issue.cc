#include "platform/certificate/issue.h"

#include <mbedtls/asn1write.h>
#include <mbedtls/bignum.h>
#include <mbedtls/ecp.h>
#include <mbedtls/md.h>
#include <mbedtls/oid.h>
#include <mbedtls/platform_util.h>
#include <mbedtls/x509.h>

#include <algorithm>
#include <array>
#include <optional>

#include "platform/certificate/certificate_error.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/pem_file.h"

namespace answerbox::platform {
namespace {

using CertificateWriter =
    MbedtlsObject<mbedtls_x509write_cert, mbedtls_x509write_crt_init,
                  mbedtls_x509write_crt_free>;
using RequestWriter =
    MbedtlsObject<mbedtls_x509write_csr, mbedtls_x509write_csr_init,
                  mbedtls_x509write_csr_free>;
using BigNumber =
    MbedtlsObject<mbedtls_mpi, mbedtls_mpi_init, mbedtls_mpi_free>;

// Room for kMaxNames names of full length, in base64.
constexpr std::size_t kMaxWrittenBytes = std::size_t{16} << 10;

Error Unable(int result, const char* operation) {
  return {MbedtlsError(result), operation, "certificate"};
}

// Returns "CN=...", the form that mbedTLS parses. Commas, equal signs and
// backslashes are refused, as they would change its structure.
Result<std::string> SubjectOf(const std::string& common_name) {
  const bool is_plain = std::ranges::all_of(common_name, [](char c) {
    return c >= ' ' && c <= '~' && c != ',' && c != '=' && c != '\\';
  });
  if (!is_plain || common_name.empty() ||
      common_name.size() > kMaxCommonNameBytes) {
    return Error{CertificateError::kBadName, "use", common_name};
  }
  return "CN=" + common_name;
}

Result<void> SetSubject(mbedtls_x509write_cert* writer,
                        const std::string& common_name) {
  const auto subject = SubjectOf(common_name);
  if (!subject) return subject.error();
  const int result =
      mbedtls_x509write_crt_set_subject_name(writer, subject->c_str());
  if (result != 0) return Unable(result, "make");
  return {};
}

// Sets 16 random bytes, positive and without leading zeros. RFC 5280, section
// 4.1.2.2, asks for a positive number of at most 20 bytes that the CA never
// uses twice. Random numbers need no stored counter. The mask makes the first
// bits 01.
int SetSerial(mbedtls_x509write_cert* writer) {
  std::array<unsigned char, 16> bytes{};
  int result = RandomBytes(nullptr, bytes.data(), bytes.size());
  if (result != 0) return result;
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x3f) | 0x40);
  BigNumber serial;
  result = mbedtls_mpi_read_binary(serial.get(), bytes.data(), bytes.size());
  return result != 0 ? result
                     : mbedtls_x509write_crt_set_serial(writer, serial.get());
}

// Sets the extended key usage, server and client (RFC 5280, section 4.2.1.12):
// a box may be server and client with one certificate. DER is written from its
// end to its beginning.
int SetPeerUsage(mbedtls_x509write_cert* writer) {
  std::array<unsigned char, 32> der{};
  unsigned char* position = der.data() + der.size();
  int size =
      mbedtls_asn1_write_oid(&position, der.data(), MBEDTLS_OID_CLIENT_AUTH,
                             MBEDTLS_OID_SIZE(MBEDTLS_OID_CLIENT_AUTH));
  size += mbedtls_asn1_write_oid(&position, der.data(), MBEDTLS_OID_SERVER_AUTH,
                                 MBEDTLS_OID_SIZE(MBEDTLS_OID_SERVER_AUTH));
  size += mbedtls_asn1_write_len(&position, der.data(),
                                 static_cast<std::size_t>(size));
  size += mbedtls_asn1_write_tag(
      &position, der.data(), MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE);
  return mbedtls_x509write_crt_set_extension(
      writer, MBEDTLS_OID_EXTENDED_KEY_USAGE,
      MBEDTLS_OID_SIZE(MBEDTLS_OID_EXTENDED_KEY_USAGE), 0, position,
      static_cast<std::size_t>(size));
}

// A peer's key signs handshakes and nothing else. A CA signs peers, but no
// further CA.
int SetUse(mbedtls_x509write_cert* writer, CertificateUse use) {
  const bool is_ca = use == CertificateUse::kCa;
  constexpr int kNoPathLimit = -1;
  constexpr int kPeersOnly = 0;  // No CA below this one.
  int result = mbedtls_x509write_crt_set_basic_constraints(
      writer, is_ca ? 1 : 0, is_ca ? kPeersOnly : kNoPathLimit);
  if (result != 0) return result;
  const unsigned usage =
      is_ca ? MBEDTLS_X509_KU_KEY_CERT_SIGN | MBEDTLS_X509_KU_CRL_SIGN
            : MBEDTLS_X509_KU_DIGITAL_SIGNATURE;
  result = mbedtls_x509write_crt_set_key_usage(writer, usage);
  return result != 0 || is_ca ? result : SetPeerUsage(writer);
}

// Writes the extension as bytes, because mbedTLS 2.28 has no function for it.
Result<void> SetNames(mbedtls_x509write_cert* writer,
                      std::span<const std::string> names) {
  if (names.empty()) return {};
  const auto der = EncodeNames(names);
  if (!der) return der.error();
  const int result = mbedtls_x509write_crt_set_extension(
      writer, MBEDTLS_OID_SUBJECT_ALT_NAME,
      MBEDTLS_OID_SIZE(MBEDTLS_OID_SUBJECT_ALT_NAME), 0, der->data(),
      der->size());
  if (result != 0) return Unable(result, "write names of");
  return {};
}

// Sets everything but subject, issuer and keys. The clock of a board without a
// battery may be behind. So the certificate is valid from an hour before:
// otherwise that board would not accept a new one yet.
Result<void> SetTerms(mbedtls_x509write_cert* writer,
                      const CertificateTerms& terms) {
  const auto begin = terms.now - std::chrono::hours(1);
  const auto end = terms.now + terms.validity;
  mbedtls_x509write_crt_set_version(writer, MBEDTLS_X509_CRT_VERSION_3);
  mbedtls_x509write_crt_set_md_alg(writer, MBEDTLS_MD_SHA256);
  int result = SetSerial(writer);
  if (result == 0) {
    result = mbedtls_x509write_crt_set_validity(
        writer, CompactTimeText(begin).c_str(), CompactTimeText(end).c_str());
  }
  if (result == 0) result = SetUse(writer, terms.use);
  if (result == 0) {
    result = mbedtls_x509write_crt_set_subject_key_identifier(writer);
  }
  if (result == 0) {
    result = mbedtls_x509write_crt_set_authority_key_identifier(writer);
  }
  if (result != 0) return Unable(result, "make");
  return SetNames(writer, terms.names);
}

// mbedTLS does not report the length that it needs, so the buffer has room for
// the longest certificate.
Result<std::string> PemOf(mbedtls_x509write_cert* writer) {
  std::vector<unsigned char> text(kMaxWrittenBytes);
  const int result = mbedtls_x509write_crt_pem(writer, text.data(), text.size(),
                                               RandomBytes, nullptr);
  if (result != 0) return Unable(result, "write");
  return std::string(reinterpret_cast<const char*>(text.data()));
}

// Returns whether the maker of the request has the private key. mbedTLS (2.28)
// reads requests without checking their signatures. Without this check,
// somebody could get a certificate for another's public key in their own name.
bool IsSignedByItsKey(CertificateRequest& request) {
  std::array<unsigned char, MBEDTLS_MD_MAX_SIZE> digest{};
  const mbedtls_md_info_t* hash = mbedtls_md_info_from_type(request->sig_md);
  if (hash == nullptr ||
      mbedtls_md(hash, request->cri.p, request->cri.len, digest.data()) != 0) {
    return false;
  }
  return mbedtls_pk_verify_ext(request->sig_pk, request->sig_opts, &request->pk,
                               request->sig_md, digest.data(),
                               mbedtls_md_get_size(hash), request->sig.p,
                               request->sig.len) == 0;
}

// Everybody who trusts a CA believes what it signs, so everything is checked
// first.
std::optional<CertificateError> Objection(CertificateRequest& request,
                                          const CertificateChain& ca,
                                          Key& ca_key) {
  if (!IsUsable(request->pk)) return CertificateError::kUnusableKey;
  if (!IsSignedByItsKey(request)) {
    return CertificateError::kBadRequestSignature;
  }
  if (ca->ca_istrue == 0 || mbedtls_x509_crt_check_key_usage(
                                ca.get(), MBEDTLS_X509_KU_KEY_CERT_SIGN) != 0) {
    return CertificateError::kNoCa;
  }
  if (mbedtls_pk_check_pair(&ca->pk, ca_key.get()) != 0) {
    return CertificateError::kKeyOfAnotherCertificate;
  }
  return std::nullopt;
}

// Copies a name with the types of its strings. mbedTLS keeps one part of each
// kind, so a name with two units, for example, can't be copied.
Result<void> CopyName(const mbedtls_x509_name& from,
                      mbedtls_asn1_named_data** to) {
  const auto failure = Error{CertificateError::kUncopiableName, "sign", "name"};
  std::size_t parts = 0;
  for (const mbedtls_x509_name* part = &from; part != nullptr;
       part = part->next) {
    mbedtls_asn1_named_data* copy = mbedtls_asn1_store_named_data(
        to, reinterpret_cast<const char*>(part->oid.p), part->oid.len,
        part->val.p, part->val.len);
    if (copy == nullptr) return failure;
    copy->val.tag = part->val.tag;
    ++parts;
  }
  for (const auto* copy = *to; copy != nullptr; copy = copy->next) --parts;
  if (parts != 0) return failure;
  return {};
}

}  // namespace

// Uses P-256: every peer supports it, and a small board signs with it in
// milliseconds.
Result<void> MakeKey(Key& key) {
  int result =
      mbedtls_pk_setup(key.get(), mbedtls_pk_info_from_type(MBEDTLS_PK_ECKEY));
  if (result == 0) {
    result =
        mbedtls_ecp_gen_key(MBEDTLS_ECP_DP_SECP256R1, mbedtls_pk_ec(*key.get()),
                            RandomBytes, nullptr);
  }
  if (result != 0) return Error{MbedtlsError(result), "make", "private key"};
  return {};
}

// The text on the stack is wiped. The caller has to wipe the returned text.
Result<std::string> PrivateKeyPem(Key& key) {
  std::array<unsigned char, 1024> text{};
  const int result =
      mbedtls_pk_write_key_pem(key.get(), text.data(), text.size());
  std::string pem(reinterpret_cast<const char*>(text.data()));
  mbedtls_platform_zeroize(text.data(), text.size());
  if (result != 0) return Error{MbedtlsError(result), "write", "private key"};
  return pem;
}

// Subject and issuer are the same, and the key signs its own certificate.
Result<std::string> MakeSelfSigned(Key& key, const CertificateTerms& terms) {
  CertificateWriter writer;
  mbedtls_x509write_crt_set_subject_key(writer.get(), key.get());
  mbedtls_x509write_crt_set_issuer_key(writer.get(), key.get());
  auto done = SetSubject(writer.get(), terms.common_name);
  if (done) {
    const int result = mbedtls_x509write_crt_set_issuer_name(
        writer.get(), ("CN=" + terms.common_name).c_str());
    if (result != 0) return Unable(result, "make");
    done = SetTerms(writer.get(), terms);
  }
  if (!done) return done.error();
  return PemOf(writer.get());
}

Result<std::string> MakeRequest(Key& key, const std::string& common_name,
                                std::span<const std::string> names) {
  const auto subject = SubjectOf(common_name);
  if (!subject) return subject.error();
  RequestWriter writer;
  mbedtls_x509write_csr_set_key(writer.get(), key.get());
  mbedtls_x509write_csr_set_md_alg(writer.get(), MBEDTLS_MD_SHA256);
  int result =
      mbedtls_x509write_csr_set_subject_name(writer.get(), subject->c_str());
  if (result == 0 && !names.empty()) {
    const auto der = EncodeNames(names);
    if (!der) return der.error();
    result = mbedtls_x509write_csr_set_extension(
        writer.get(), MBEDTLS_OID_SUBJECT_ALT_NAME,
        MBEDTLS_OID_SIZE(MBEDTLS_OID_SUBJECT_ALT_NAME), der->data(),
        der->size());
  }
  std::vector<unsigned char> text(kMaxWrittenBytes);
  if (result == 0) {
    result = mbedtls_x509write_csr_pem(writer.get(), text.data(), text.size(),
                                       RandomBytes, nullptr);
  }
  if (result != 0) {
    return Error{MbedtlsError(result), "make", "certificate request"};
  }
  return std::string(reinterpret_cast<const char*>(text.data()));
}

// Names in the request are not copied: a CA that signs whatever it is asked for
// would sign anything.
Result<std::string> SignRequest(CertificateRequest& request,
                                const CertificateChain& ca, Key& ca_key,
                                const CertificateTerms& terms) {
  if (const auto objection = Objection(request, ca, ca_key)) {
    return Error{*objection, "sign", "the request"};
  }
  CertificateWriter writer;
  mbedtls_x509write_crt_set_subject_key(writer.get(), &request->pk);
  mbedtls_x509write_crt_set_issuer_key(writer.get(), ca_key.get());
  auto done = CopyName(ca->subject, &writer->issuer);
  if (done) {
    done = terms.common_name.empty()
               ? CopyName(request->subject, &writer->subject)
               : SetSubject(writer.get(), terms.common_name);
  }
  if (done) done = SetTerms(writer.get(), terms);
  if (!done) return done.error();
  return PemOf(writer.get());
}

}  // namespace answerbox::platform
