// The settings that all connections of a listener, or of a client, share: their
// certificate and key, whom they trust, ciphers, tickets. Immutable, and safe
// to use from any thread. To reload it, make a new one and give it to new
// connections; open connections keep the old one.
//
// TLS 1.2 only, with the cipher suites of CipherOrder and keys on the curves
// P-256, X25519 and P-384. No renegotiation, no compression.
#pragma once

#include <mbedtls/ssl.h>
#include <mbedtls/ssl_ticket.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/certificate/mbedtls_object.h"
#include "platform/error.h"

namespace answerbox::platform {

// When a file of the configuration counts.
struct TlsFileDates {
  std::filesystem::path file{};
  std::string_view what{};  // "certificate", "CA" or "revocation list".
  std::chrono::sys_seconds from{};
  std::chrono::sys_seconds until{};  // The last second.
};

// Somebody who can renew a certificate comes by within this time.
inline constexpr std::chrono::days kWarnBeforeExpiry{30};

// Returns a sentence for each file that does not count yet or any more, or will
// soon expire.
[[nodiscard]] std::vector<std::string> DateTroubles(
    std::span<const TlsFileDates> dates, std::chrono::sys_seconds now);

// Returns "YYYY-MM-DD hh:mm:ss UTC" of the machine's clock.
[[nodiscard]] std::string ClockText();

enum class AesSpeed : std::uint8_t {
  kInstructions,  // mbedTLS uses the processor's own: AES-GCM comes first.
  kTables,        // It goes by tables in memory: ChaCha20 comes first, which is
                  // quicker then, and reads no memory at secret places.
};

// Returns how fast AES is on this processor. mbedTLS 2.28 has code for AES-NI
// on x86-64, but not for the instructions of ARM, so processors with those gain
// nothing.
[[nodiscard]] AesSpeed AesSpeedHere() noexcept;

// Returns the cipher suites that are offered and accepted, the best first: TLS
// 1.2 with forward secrecy (ECDHE) and authenticated encryption (AES-GCM,
// ChaCha20-Poly1305), nothing else. The numbers of suites end with 0; static.
[[nodiscard]] const int* CipherOrder(AesSpeed speed) noexcept;

// Whether a server asks for the client's certificate. A certificate that is
// sent must always be valid.
enum class ClientCertificate : std::uint8_t { kNone, kOptional, kRequired };

struct TlsServerOptions {
  std::filesystem::path certificate{};  // With those between it and its CA.
  std::filesystem::path private_key{};
  ClientCertificate client_certificate = ClientCertificate::kNone;
  // The CA of clients' certificates. Needed for kOptional and kRequired.
  std::filesystem::path client_ca{};
  std::filesystem::path client_revocation_list{};  // Empty: none.
  // How long a client may resume an earlier session without a full handshake,
  // in which its certificate isn't checked again. The keys are renewed as
  // often, and with each TlsConfig. 0: never.
  std::chrono::seconds ticket_lifetime = std::chrono::hours(1);
  AesSpeed aes = AesSpeedHere();
};

struct TlsClientOptions {
  std::filesystem::path server_ca{};  // Whose certificates servers may have.
  std::filesystem::path server_revocation_list{};  // Empty: none.
  // The client's own certificate; both empty: none.
  std::filesystem::path certificate{};
  std::filesystem::path private_key{};
  AesSpeed aes = AesSpeedHere();
};

// The most certificates that a peer may send: its own, and those between it and
// its CA.
inline constexpr std::size_t kMaxPeerCertificates = 5;

class TlsConfig {
 public:
  // Reads the files, which are not needed later.
  // Errors: those of platform/certificate/pem_file.h, with the file's name;
  // kKeyOfAnotherCertificate; kListOfAnotherCa; kNoCa if client certificates
  // are asked for without a CA.
  [[nodiscard]] static Result<std::shared_ptr<const TlsConfig>> ForServer(
      const TlsServerOptions& options);
  [[nodiscard]] static Result<std::shared_ptr<const TlsConfig>> ForClient(
      const TlsClientOptions& options);

  explicit TlsConfig(int role) noexcept;  // Empty: for the functions above.

  [[nodiscard]] const mbedtls_ssl_config* get() const noexcept {
    return config_.get();
  }
  // Of every certificate and list, in the order of the files.
  [[nodiscard]] const std::vector<TlsFileDates>& dates() const noexcept {
    return dates_;
  }
  [[nodiscard]] bool is_server() const noexcept {
    return role_ == MBEDTLS_SSL_IS_SERVER;
  }
  // Returns whether a peer may send certificates, for which memory is reserved.
  [[nodiscard]] bool takes_certificates() const noexcept {
    return takes_certificates_;
  }

 private:
  using Settings = MbedtlsObject<mbedtls_ssl_config, mbedtls_ssl_config_init,
                                 mbedtls_ssl_config_free>;
  using Tickets =
      MbedtlsObject<mbedtls_ssl_ticket_context, mbedtls_ssl_ticket_init,
                    mbedtls_ssl_ticket_free>;

  [[nodiscard]] Result<void> SetDefaults(AesSpeed aes);
  [[nodiscard]] Result<void> ShowCertificate(
      const std::filesystem::path& certificate,
      const std::filesystem::path& private_key);
  [[nodiscard]] Result<void> Trust(const std::filesystem::path& ca,
                                   const std::filesystem::path& revocations);
  [[nodiscard]] Result<void> OfferTickets(std::chrono::seconds lifetime);

  const int role_;
  bool takes_certificates_;
  std::vector<TlsFileDates> dates_;
  CertificateChain certificate_;
  Key private_key_;
  CertificateChain ca_;
  RevocationList revocations_;
  Tickets tickets_;
  Settings config_;  // Last: it refers to those above.
};

}  // namespace answerbox::platform
