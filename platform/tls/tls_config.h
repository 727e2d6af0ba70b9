// What all connections of a listener, or of a client, have in common: their
// certificate and key, whom they trust, ciphers, tickets. Immutable once made,
// and safe to use from any threads. To reload it, make a new one and give it to
// new connections: those that are open hold on to the old one.
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

#include "platform/certificate/mbedtls_object.h"
#include "platform/error.h"

namespace answerbox::platform {

enum class AesSpeed : std::uint8_t {
  kInstructions,  // mbedTLS uses the processor's own: AES-GCM comes first.
  kTables,        // It goes by tables in memory: ChaCha20 comes first, which is
                  // quicker then, and reads no memory at secret places.
};

// How fast the processor is that runs this program. mbedTLS 2.28 has code for
// AES-NI on x86-64, and none for ARM's instructions: those that have them gain
// nothing.
[[nodiscard]] AesSpeed AesSpeedHere() noexcept;

// Which cipher suites are offered and taken, the best first: TLS 1.2 with
// forward secrecy (ECDHE) and authenticated encryption (AES-GCM,
// ChaCha20-Poly1305), nothing else. Numbers of suites, ended by 0; static.
[[nodiscard]] const int* CipherOrder(AesSpeed speed) noexcept;

// Whether a server asks for the client's certificate. One that is sent must be
// valid, whatever is said here.
enum class ClientCertificate : std::uint8_t { kNone, kOptional, kRequired };

struct TlsServerOptions {
  std::filesystem::path certificate{};  // With those between it and its CA.
  std::filesystem::path private_key{};
  ClientCertificate client_certificate = ClientCertificate::kNone;
  // Whose certificates clients may have. Needed for kOptional and kRequired.
  std::filesystem::path client_ca{};
  std::filesystem::path client_revocation_list{};  // Empty: none.
  // How long a client may go on with an earlier session instead of a whole
  // handshake; its certificate isn't checked again then. The keys are drawn
  // anew as often, and with each TlsConfig. 0: never.
  std::chrono::seconds ticket_lifetime = std::chrono::hours(1);
  AesSpeed aes = AesSpeedHere();
};

struct TlsClientOptions {
  std::filesystem::path server_ca{};  // Whose certificates servers may have.
  std::filesystem::path server_revocation_list{};  // Empty: none.
  // What the client shows of itself; both empty: nothing.
  std::filesystem::path certificate{};
  std::filesystem::path private_key{};
  AesSpeed aes = AesSpeedHere();
};

// How many a peer may send: its own, and those between it and its CA.
inline constexpr std::size_t kMaxPeerCertificates = 5;

class TlsConfig {
 public:
  // Reads the files; they are not needed later.
  // Errors: those of platform/certificate/pem_file.h, with the file's name;
  // kKeyOfAnotherCertificate; kListOfAnotherCa; kNoCa where client certificates
  // are asked for without a CA.
  [[nodiscard]] static Result<std::shared_ptr<const TlsConfig>> ForServer(
      const TlsServerOptions& options);
  [[nodiscard]] static Result<std::shared_ptr<const TlsConfig>> ForClient(
      const TlsClientOptions& options);

  explicit TlsConfig(int role) noexcept;  // Empty: for the functions above.

  [[nodiscard]] const mbedtls_ssl_config* get() const noexcept {
    return config_.get();
  }
  [[nodiscard]] bool is_server() const noexcept {
    return role_ == MBEDTLS_SSL_IS_SERVER;
  }
  // Whether a peer may send certificates, for which memory is set aside.
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
  CertificateChain certificate_;
  Key private_key_;
  CertificateChain ca_;
  RevocationList revocations_;
  Tickets tickets_;
  Settings config_;  // Last: it refers to those above.
};

}  // namespace answerbox::platform
