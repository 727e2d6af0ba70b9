#include "platform/certificate/pem_file.h"

#include <fcntl.h>
#include <mbedtls/pk.h>
#include <mbedtls/platform_util.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "platform/certificate/certificate_error.h"
#include "platform/file/open_file.h"

namespace answerbox::platform {

namespace {

// A file's text with a zero after it, as mbedTLS wants PEM. Wiped when
// destroyed, as it may be a private key.
class PemText {
 public:
  PemText() : bytes_(std::make_unique<unsigned char[]>(kMaxPemBytes + 1)) {}
  ~PemText() {
    if (bytes_) mbedtls_platform_zeroize(bytes_.get(), size_);
  }
  PemText(PemText&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(other.size_) {}

  [[nodiscard]] const unsigned char* data() const { return bytes_.get(); }
  [[nodiscard]] std::size_t size_with_zero() const { return size_ + 1; }

  // Returns 0 or errno; EFBIG for more than kMaxPemBytes.
  [[nodiscard]] int ReadAll(int file) {
    for (;;) {
      // Reading one byte more than allowed shows whether the file is too large.
      const ssize_t got =
          ::read(file, bytes_.get() + size_, kMaxPemBytes + 1 - size_);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return errno;
      if (got == 0) return 0;
      size_ += static_cast<std::size_t>(got);
      if (size_ > kMaxPemBytes) {
        size_ = kMaxPemBytes;
        return EFBIG;
      }
    }
  }

 private:
  std::unique_ptr<unsigned char[]> bytes_;  // Zeros after size_.
  std::size_t size_ = 0;
};

enum class Secrecy : std::uint8_t { kPublic, kPrivate };

// A private key that others can read is refused, as ssh does: it may have been
// copied already, and the owner should know.
Result<PemText> ReadText(const std::filesystem::path& path, Secrecy secrecy) {
  const auto file = OpenRegularFile(path, O_RDONLY);
  if (!file) return file.error();
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return LastError("stat", path);
  // The open file is checked, as its name may lead elsewhere a moment later.
  if (secrecy == Secrecy::kPrivate &&
      (status.st_mode & (S_IRWXO | S_IWGRP)) != 0) {
    return Error{CertificateError::kKeyOpenToOthers, "load", path};
  }
  PemText text;
  const int error = text.ReadAll(file->get());
  if (error == EFBIG) {
    return Error{CertificateError::kFileTooLarge, "load", path};
  }
  if (error != 0) {
    errno = error;
    return LastError("read", path);
  }
  return text;
}

// A positive result counts the certificates that could not be parsed. That is
// an error even if others could be parsed: peers would refuse a chain with a
// gap, and nobody would know why.
Result<void> Parsed(int result, const std::filesystem::path& path,
                    const char* what) {
  if (result == 0) return {};
  const int error = result > 0 ? MBEDTLS_ERR_X509_INVALID_FORMAT : result;
  return Error{MbedtlsError(error), what, path};
}

}  // namespace

// Accepts what TLS 1.2 peers accept today. Shorter keys are refused here, where
// a person reads the message, and not by a peer.
bool IsUsable(const mbedtls_pk_context& key) noexcept {
  constexpr std::size_t kMinRsaBits = 2048;
  switch (mbedtls_pk_get_type(&key)) {
    case MBEDTLS_PK_RSA:
      return mbedtls_pk_get_bitlen(&key) >= kMinRsaBits;
    case MBEDTLS_PK_ECKEY: {
      const mbedtls_ecp_group_id curve = mbedtls_pk_ec(key)->grp.id;
      return curve == MBEDTLS_ECP_DP_SECP256R1 ||
             curve == MBEDTLS_ECP_DP_SECP384R1;
    }
    default:
      return false;
  }
}

Result<void> ReadCertificates(const std::filesystem::path& path,
                              CertificateChain& chain) {
  const auto text = ReadText(path, Secrecy::kPublic);
  if (!text) return text.error();
  return Parsed(
      mbedtls_x509_crt_parse(chain.get(), text->data(), text->size_with_zero()),
      path, "load certificates from");
}

// The parser refuses keys with a password: a service has nobody to type it.
Result<void> ReadPrivateKey(const std::filesystem::path& path, Key& key) {
  const auto text = ReadText(path, Secrecy::kPrivate);
  if (!text) return text.error();
  const auto parsed =
      Parsed(mbedtls_pk_parse_key(key.get(), text->data(),
                                  text->size_with_zero(), nullptr, 0),
             path, "load the private key");
  if (parsed && !IsUsable(*key.get())) {
    return Error{CertificateError::kUnusableKey, "load the private key", path};
  }
  return parsed;
}

Result<void> ReadRevocationLists(const std::filesystem::path& path,
                                 RevocationList& lists) {
  const auto text = ReadText(path, Secrecy::kPublic);
  if (!text) return text.error();
  return Parsed(
      mbedtls_x509_crl_parse(lists.get(), text->data(), text->size_with_zero()),
      path, "load revocation lists from");
}

Result<void> ReadRequest(const std::filesystem::path& path,
                         CertificateRequest& request) {
  const auto text = ReadText(path, Secrecy::kPublic);
  if (!text) return text.error();
  return Parsed(mbedtls_x509_csr_parse(request.get(), text->data(),
                                       text->size_with_zero()),
                path, "load the request");
}

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
