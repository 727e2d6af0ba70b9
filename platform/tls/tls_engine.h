// One end of a TLS connection between two buffers: encrypted bytes go into one
// and come out of the other; the engine does not know their source or
// destination. Each call does what it can with the present bytes, and returns
// what it needs to continue. Used by one thread at a time.
#pragma once

#include <mbedtls/ssl.h>

#include <array>
#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/mbedtls_object.h"
#include "platform/tls/tls_config.h"

namespace answerbox::platform {

// A memory budget that connections of all kinds share; its owner decides
// whether there is room. Called from the thread of a connection's socket.
class ByteBudget {
 public:
  virtual ~ByteBudget() = default;
  // Takes `bytes`. Returns false, and takes nothing, when there is no room.
  [[nodiscard]] virtual bool TryTake(std::size_t bytes) noexcept = 0;
  virtual void GiveBack(std::size_t bytes) noexcept = 0;
};

// Gives its bytes back when destroyed.
class BudgetShare {
 public:
  BudgetShare() = default;
  // Takes over `bytes` that were taken from `budget`.
  BudgetShare(ByteBudget& budget, std::size_t bytes) noexcept
      : budget_(&budget), bytes_(bytes) {}
  BudgetShare(BudgetShare&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)), bytes_(other.bytes_) {}
  BudgetShare& operator=(BudgetShare&&) = delete;
  ~BudgetShare() {
    if (budget_ != nullptr) budget_->GiveBack(bytes_);
  }

 private:
  ByteBudget* budget_ = nullptr;
  std::size_t bytes_ = 0;
};

// The most heap memory of one connection, including its handshake. The packaged
// mbedTLS can't be given an allocator (it has MBEDTLS_PLATFORM_MEMORY off), so
// this is taken from the budget at the beginning, in one piece. Measured on
// x86-64, tests/platform/tls/tls_memory_test.cc: 42 KB open, of which 33 KB are
// mbedTLS's two records of 16 KB, and 50 KB in the handshake.
inline constexpr std::size_t kTlsConnectionBytes = std::size_t{56} << 10;

// Additional memory if the peer may send certificates, until
// ReleaseCertificates: the message that brings them has 16 KB at most, and they
// are kept parsed. While mbedTLS parses a message of many tiny ones, before
// they are counted and refused, it takes up to 200 KB (estimated by the sizes
// of its structures), once for each thread that does handshakes.
inline constexpr std::size_t kTlsPeerCertificateBytes = std::size_t{32} << 10;

// Application data is sent in records of this size at most.
inline constexpr std::size_t kMaxTlsWriteBytes = 4096;

// Facts about the peer after the handshake.
struct TlsPeer {
  // Whether it has sent a certificate, which is valid in that case.
  bool has_certificate = false;
  std::optional<std::string> common_name;  // See CommonNameOf.
  Fingerprint fingerprint{};               // Zeros without a certificate.
  std::string_view cipher_suite;           // mbedTLS's name for it; static.
  bool is_resumed = false;                 // By a ticket.
};

// A client's session, with which a later connection needs no full handshake.
using TlsSession = MbedtlsObject<mbedtls_ssl_session, mbedtls_ssl_session_init,
                                 mbedtls_ssl_session_free>;

enum class TlsNeed : std::uint8_t {
  kNothing,  // Done, or failed.
  kInput,    // More bytes from the peer.
  kRoom,     // Output must be sent first.
};

struct TlsStep {
  TlsNeed need = TlsNeed::kNothing;
  boost::system::error_code error{};
  std::size_t bytes = 0;  // Application data that was read or written.
};

class TlsEngine {
 public:
  // Errors: kNoMemoryLeft; a server name that is too long.
  //   budget       outlives the engine; null: unbounded
  //   server_name  for a client: the host name or IP address that the server's
  //                certificate must have
  [[nodiscard]] static boost::system::result<std::unique_ptr<TlsEngine>> Make(
      std::shared_ptr<const TlsConfig> config, ByteBudget* budget,
      const std::string& server_name);
  TlsEngine(const TlsEngine&) = delete;
  TlsEngine& operator=(const TlsEngine&) = delete;

  // Continues an earlier session. Call it before a client's handshake.
  void Resume(TlsSession& session) noexcept;
  // Returns the session after the handshake; null if the server has sent no
  // ticket.
  [[nodiscard]] std::shared_ptr<TlsSession> Session() const;

  // Does the next part. Takes milliseconds of CPU time where keys are computed.
  // Errors: those of tls_error.h and of mbedTLS. The output may hold an alert
  // after an error.
  [[nodiscard]] TlsStep Handshake();
  // Frees the peer's certificates, which a server does not need after the
  // handshake, and gives back their memory. A client keeps both for Session().
  // Call it on the budget's thread.
  void ReleaseCertificates() noexcept;
  // Errors: asio::error::eof after the peer's close_notify, kTruncated when its
  // bytes end without one. After another error the engine can't be used any
  // more.
  [[nodiscard]] TlsStep Read(std::span<std::byte> into);
  // Encrypts the first kMaxTlsWriteBytes of `from`, or all of it. Returns
  // kRoom, and does nothing, unless the output is empty.
  [[nodiscard]] TlsStep Write(std::span<const std::byte> from);
  // Puts close_notify into the output.
  void Close();

  // Room for encrypted bytes from the peer, and the number of bytes written to
  // it.
  [[nodiscard]] std::span<std::byte> InputRoom() noexcept;
  void InputArrived(std::size_t bytes) noexcept;
  void InputEnded() noexcept { has_input_ended_ = true; }
  // Encrypted bytes for the peer, and the number of bytes sent.
  [[nodiscard]] std::span<const std::byte> Output() const noexcept;
  void OutputSent(std::size_t bytes) noexcept;

  // Returns a number that changes when a step of the handshake is done.
  [[nodiscard]] int handshake_progress() const noexcept {
    return connection_->state;
  }
  [[nodiscard]] bool is_connected() const noexcept { return is_connected_; }
  [[nodiscard]] const TlsPeer& peer() const noexcept { return peer_; }

 private:
  using Connection =
      MbedtlsObject<mbedtls_ssl_context, mbedtls_ssl_init, mbedtls_ssl_free>;

  TlsEngine(std::shared_ptr<const TlsConfig> config, BudgetShare share,
            BudgetShare certificates_share);

  [[nodiscard]] int SetUp(const std::string& server_name);
  // Callbacks with mbedTLS's signatures; the first parameter is the engine.
  static int Send(void* engine, const unsigned char* bytes, std::size_t size);
  static int Receive(void* engine, unsigned char* bytes, std::size_t size);
  static int Verify(void* engine, mbedtls_x509_crt* certificate, int depth,
                    std::uint32_t* flags);
  // Returns why the peer's certificate is refused; 0 if it is accepted, or none
  // was sent.
  [[nodiscard]] std::uint32_t PeerFlags() const noexcept;
  [[nodiscard]] boost::system::error_code HandshakeError(
      int result) const noexcept;
  void SendAlert(unsigned char what);
  void LearnPeer();

  static constexpr std::size_t kInputBytes = 4096;
  // Room for a record's overhead besides its data, and for an alert or two.
  static constexpr std::size_t kOutputBytes = kMaxTlsWriteBytes + 128;

  const std::shared_ptr<const TlsConfig> config_;
  const BudgetShare share_;
  std::optional<BudgetShare> certificates_share_;
  Connection connection_;
  std::optional<IpAddress> server_address_;
  TlsPeer peer_;
  bool has_input_ended_ = false;
  bool has_peer_closed_ = false;
  bool is_closed_ = false;  // By us, for writing.
  bool is_connected_ = false;
  bool has_exchanged_keys_ = false;
  // The content of each buffer is [begin, end).
  std::uint16_t input_begin_ = 0;
  std::uint16_t input_end_ = 0;
  std::uint16_t output_begin_ = 0;
  std::uint16_t output_end_ = 0;
  std::array<std::byte, kInputBytes> input_;
  std::array<std::byte, kOutputBytes> output_;
};

}  // namespace answerbox::platform
