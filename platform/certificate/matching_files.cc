#include <mbedtls/pk.h>

#include <algorithm>
#include <span>

#include "platform/certificate/certificate_error.h"
#include "platform/certificate/pem_file.h"

namespace answerbox::platform {
namespace {

// Compares the bytes of the names: a CA writes its own name the same way in
// both.
bool IsIssuedBy(const mbedtls_x509_crl& list, const mbedtls_x509_crt& ca) {
  const auto bytes = [](const mbedtls_x509_buf& buffer) {
    return std::span(buffer.p, buffer.len);
  };
  return std::ranges::equal(bytes(list.issuer_raw), bytes(ca.subject_raw));
}

bool IsIssuedByOneOf(const mbedtls_x509_crl& list,
                     const mbedtls_x509_crt* cas) {
  for (; cas != nullptr; cas = cas->next) {
    if (IsIssuedBy(list, *cas)) return true;
  }
  return false;
}

}  // namespace

Result<void> ReadPair(const std::filesystem::path& certificate,
                      const std::filesystem::path& private_key,
                      CertificateChain& chain, Key& key) {
  auto done = ReadCertificates(certificate, chain);
  if (done) done = ReadPrivateKey(private_key, key);
  if (!done || mbedtls_pk_check_pair(&chain->pk, key.get()) == 0) return done;
  for (const auto* each = chain->next; each != nullptr; each = each->next) {
    if (mbedtls_pk_check_pair(&each->pk, key.get()) == 0) {
      return Error{CertificateError::kChainOutOfOrder, "load", certificate};
    }
  }
  return Error{CertificateError::kKeyOfAnotherCertificate, "load", private_key};
}

Result<void> ReadRevocationListsOf(const CertificateChain& cas,
                                   const std::filesystem::path& path,
                                   RevocationList& lists) {
  auto done = ReadRevocationLists(path, lists);
  if (!done) return done;
  for (const auto* list = lists.get(); list != nullptr; list = list->next) {
    if (!IsIssuedByOneOf(*list, cas.get())) {
      return Error{CertificateError::kListOfAnotherCa, "load", path};
    }
  }
  return done;
}

}  // namespace answerbox::platform
