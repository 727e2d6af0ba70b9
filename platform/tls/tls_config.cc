#include "platform/tls/tls_config.h"

#include <mbedtls/md.h>
#include <mbedtls/pk.h>
#include <mbedtls/ssl_ciphersuites.h>

#include <array>

#include "platform/certificate/certificate_error.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/pem_file.h"

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

namespace {

// 128 bits come before 256: neither can be broken, and the shorter key is
// faster.
constexpr int kAesFirst[] = {
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
    MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
    MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    0};

constexpr int kChaChaFirst[] = {
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
    MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
    MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    0};

constexpr mbedtls_ecp_group_id kCurves[] = {
    MBEDTLS_ECP_DP_SECP256R1, MBEDTLS_ECP_DP_CURVE25519,
    MBEDTLS_ECP_DP_SECP384R1, MBEDTLS_ECP_DP_NONE};

constexpr std::array<unsigned char, 32> kAnyDigest{1};

// mbedTLS 2.28 makes a table for a key on a curve at its first use, without a
// lock. This use makes the table before other threads have the key.
int UseOnce(mbedtls_pk_context& private_key) {
  std::array<unsigned char, MBEDTLS_PK_SIGNATURE_MAX_SIZE> signature{};
  std::size_t size = 0;
  return mbedtls_pk_sign(&private_key, MBEDTLS_MD_SHA256, kAnyDigest.data(),
                         kAnyDigest.size(), signature.data(), &size,
                         RandomBytes, nullptr);
}

void UsePublicOnce(mbedtls_pk_context& key) {
  // r = 1 and s = 1 in DER. No key makes this signature, but mbedTLS computes
  // with it.
  constexpr std::array<unsigned char, 8> kSignature{0x30, 6, 2, 1, 1, 2, 1, 1};
  if (!mbedtls_pk_can_do(&key, MBEDTLS_PK_ECDSA)) return;
  (void)mbedtls_pk_verify(&key, MBEDTLS_MD_SHA256, kAnyDigest.data(),
                          kAnyDigest.size(), kSignature.data(),
                          kSignature.size());
}

int ToMbedtls(ClientCertificate wish) {
  switch (wish) {
    case ClientCertificate::kNone:
      return MBEDTLS_SSL_VERIFY_NONE;
    case ClientCertificate::kOptional:
      return MBEDTLS_SSL_VERIFY_OPTIONAL;
    case ClientCertificate::kRequired:
      break;
  }
  return MBEDTLS_SSL_VERIFY_REQUIRED;
}

void NoteDates(const std::filesystem::path& file, std::string_view what,
               const CertificateChain& chain,
               std::vector<TlsFileDates>& dates) {
  for (const auto* each = chain.get(); each != nullptr; each = each->next) {
    dates.push_back(
        {file, what, TimeOf(each->valid_from), TimeOf(each->valid_to)});
  }
}

Error Unable(int result, const char* operation) {
  return {MbedtlsError(result), operation, "TLS"};
}

}  // namespace

AesSpeed AesSpeedHere() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("aes") != 0) return AesSpeed::kInstructions;
#endif
  return AesSpeed::kTables;
}

const int* CipherOrder(AesSpeed speed) noexcept {
  return speed == AesSpeed::kInstructions ? kAesFirst : kChaChaFirst;
}

TlsConfig::TlsConfig(int role) noexcept
    : role_(role), takes_certificates_(role == MBEDTLS_SSL_IS_CLIENT) {}

// 3.3 is TLS 1.2 (RFC 5246, section 6.2.1). Renegotiation has been the source
// of attacks (CVE-2009-3555), and no client of ours needs it.
Result<void> TlsConfig::SetDefaults(AesSpeed aes) {
  const int result = mbedtls_ssl_config_defaults(config_.get(), role_,
                                                 MBEDTLS_SSL_TRANSPORT_STREAM,
                                                 MBEDTLS_SSL_PRESET_DEFAULT);
  if (result != 0) return Unable(result, "set up");
  mbedtls_ssl_conf_rng(config_.get(), RandomBytes, nullptr);
  mbedtls_ssl_conf_min_version(config_.get(), MBEDTLS_SSL_MAJOR_VERSION_3,
                               MBEDTLS_SSL_MINOR_VERSION_3);
  mbedtls_ssl_conf_ciphersuites(config_.get(), CipherOrder(aes));
  mbedtls_ssl_conf_curves(config_.get(), kCurves);
  mbedtls_ssl_conf_renegotiation(config_.get(),
                                 MBEDTLS_SSL_RENEGOTIATION_DISABLED);
  return {};
}

Result<void> TlsConfig::ShowCertificate(
    const std::filesystem::path& certificate,
    const std::filesystem::path& private_key) {
  auto done = ReadPair(certificate, private_key, certificate_, private_key_);
  if (!done) return done;
  NoteDates(certificate, "certificate", certificate_, dates_);
  int result = UseOnce(*private_key_.get());
  if (result == 0) {
    result = mbedtls_ssl_conf_own_cert(config_.get(), certificate_.get(),
                                       private_key_.get());
  }
  if (result != 0) return Error{MbedtlsError(result), "use", private_key};
  return {};
}

// These certificates are trusted without a further signature, so only files
// that the operator named are loaded.
Result<void> TlsConfig::Trust(const std::filesystem::path& ca,
                              const std::filesystem::path& revocations) {
  auto done = ReadCertificates(ca, ca_);
  if (!done) return done;
  for (auto* each = ca_.get(); each != nullptr; each = each->next) {
    UsePublicOnce(each->pk);
  }
  NoteDates(ca, "CA", ca_, dates_);
  if (revocations.empty()) {
    mbedtls_ssl_conf_ca_chain(config_.get(), ca_.get(), nullptr);
    return {};
  }
  done = ReadRevocationListsOf(ca_, revocations, revocations_);
  if (!done) return done;
  for (const auto* list = revocations_.get(); list != nullptr;
       list = list->next) {
    dates_.push_back({revocations, "revocation list", TimeOf(list->this_update),
                      TimeOf(list->next_update)});
  }
  mbedtls_ssl_conf_ca_chain(config_.get(), ca_.get(), revocations_.get());
  return {};
}

// A full handshake takes long on a small board. With a ticket, the client keeps
// the session, encrypted with a key that only this TlsConfig has.
Result<void> TlsConfig::OfferTickets(std::chrono::seconds lifetime) {
  const int result = mbedtls_ssl_ticket_setup(
      tickets_.get(), RandomBytes, nullptr, MBEDTLS_CIPHER_AES_256_GCM,
      static_cast<std::uint32_t>(lifetime.count()));
  if (result != 0) return Unable(result, "set up tickets of");
  mbedtls_ssl_conf_session_tickets_cb(config_.get(), mbedtls_ssl_ticket_write,
                                      mbedtls_ssl_ticket_parse, tickets_.get());
  return {};
}

Result<std::shared_ptr<const TlsConfig>> TlsConfig::ForServer(
    const TlsServerOptions& options) {
  auto config = std::make_shared<TlsConfig>(MBEDTLS_SSL_IS_SERVER);
  auto done = config->SetDefaults(options.aes);
  if (done) {
    done = config->ShowCertificate(options.certificate, options.private_key);
  }
  if (done && options.client_certificate != ClientCertificate::kNone) {
    if (options.client_ca.empty()) {
      return Error{CertificateError::kNoCa, "ask for client certificates with",
                   "no CA"};
    }
    config->takes_certificates_ = true;
    done = config->Trust(options.client_ca, options.client_revocation_list);
  }
  mbedtls_ssl_conf_authmode(config->config_.get(),
                            ToMbedtls(options.client_certificate));
  if (done && options.ticket_lifetime > std::chrono::seconds::zero()) {
    done = config->OfferTickets(options.ticket_lifetime);
  }
  if (!done) return done.error();
  return std::shared_ptr<const TlsConfig>(std::move(config));
}

Result<std::shared_ptr<const TlsConfig>> TlsConfig::ForClient(
    const TlsClientOptions& options) {
  auto config = std::make_shared<TlsConfig>(MBEDTLS_SSL_IS_CLIENT);
  auto done = config->SetDefaults(options.aes);
  if (done) {
    done = config->Trust(options.server_ca, options.server_revocation_list);
  }
  if (done && !options.certificate.empty()) {
    done = config->ShowCertificate(options.certificate, options.private_key);
  }
  mbedtls_ssl_conf_authmode(config->config_.get(), MBEDTLS_SSL_VERIFY_REQUIRED);
  if (!done) return done.error();
  return std::shared_ptr<const TlsConfig>(std::move(config));
}

}  // namespace answerbox::platform
