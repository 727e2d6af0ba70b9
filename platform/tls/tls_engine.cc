#include "platform/tls/tls_engine.h"

#include <mbedtls/platform.h>

#include <algorithm>
#include <boost/asio/error.hpp>
#include <cstring>
#include <new>

#include "platform/certificate/certificate_error.h"
#include "platform/tls/tls_error.h"

namespace answerbox::platform {
namespace {

using boost::system::error_code;

// The flags of a certificate that was not sent.
constexpr std::uint32_t kNoCertificate =
    MBEDTLS_X509_BADCERT_MISSING | MBEDTLS_X509_BADCERT_SKIP_VERIFY;

bool IsWaiting(int result) {
  return result == MBEDTLS_ERR_SSL_WANT_READ ||
         result == MBEDTLS_ERR_SSL_WANT_WRITE;
}

TlsStep Waiting(int result) {
  return {.need = result == MBEDTLS_ERR_SSL_WANT_READ ? TlsNeed::kInput
                                                      : TlsNeed::kRoom};
}

TlsStep Failed(error_code error) {
  return {.need = TlsNeed::kNothing, .error = error};
}

// mbedTLS has parsed the certificates by then, so this bounds what is worked
// with, not what was read: kTlsPeerCertificateBytes covers the rest.
std::size_t CountOf(const mbedtls_x509_crt* certificates) {
  std::size_t count = 0;
  for (; certificates != nullptr; certificates = certificates->next) ++count;
  return count;
}

// Returns nothing if the budget has no room.
std::optional<BudgetShare> TakeShare(ByteBudget* budget, std::size_t bytes) {
  if (budget == nullptr || bytes == 0) return BudgetShare();
  if (!budget->TryTake(bytes)) return std::nullopt;
  return BudgetShare(*budget, bytes);
}

}  // namespace

// The whole memory is taken from the budget before mbedTLS allocates. Otherwise
// it would run out in the middle of a handshake.
boost::system::result<std::unique_ptr<TlsEngine>> TlsEngine::Make(
    std::shared_ptr<const TlsConfig> config, ByteBudget* budget,
    const std::string& server_name) {
  std::optional<BudgetShare> share = TakeShare(budget, kTlsConnectionBytes);
  std::optional<BudgetShare> certificates_share = TakeShare(
      budget, config->takes_certificates() ? kTlsPeerCertificateBytes : 0);
  if (!share || !certificates_share) {
    return error_code(TlsError::kNoMemoryLeft);
  }
  std::unique_ptr<TlsEngine> engine(new (std::nothrow) TlsEngine(
      std::move(config), std::move(*share), std::move(*certificates_share)));
  if (!engine) return error_code(TlsError::kNoMemoryLeft);
  const int result = engine->SetUp(server_name);
  if (result == MBEDTLS_ERR_SSL_ALLOC_FAILED) {
    return error_code(TlsError::kNoMemoryLeft);
  }
  if (result != 0) return MbedtlsError(result);
  return engine;
}

TlsEngine::TlsEngine(std::shared_ptr<const TlsConfig> config, BudgetShare share,
                     BudgetShare certificates_share)
    : config_(std::move(config)),
      share_(std::move(share)),
      certificates_share_(std::move(certificates_share)) {}

// mbedTLS 2.28 compares host names itself, but not addresses. Verify compares
// those.
int TlsEngine::SetUp(const std::string& server_name) {
  mbedtls_ssl_context* connection = connection_.get();
  int result = mbedtls_ssl_setup(connection, config_->get());
  if (result != 0) return result;
  mbedtls_ssl_set_bio(connection, this, Send, Receive, nullptr);
  mbedtls_ssl_set_verify(connection, Verify, this);
  if (config_->is_server()) return 0;
  server_address_ = ParseIpAddress(server_name);
  return server_address_
             ? 0
             : mbedtls_ssl_set_hostname(connection, server_name.c_str());
}

void TlsEngine::Resume(TlsSession& session) noexcept {
  // If this fails, the connection does a full handshake.
  (void)mbedtls_ssl_set_session(connection_.get(), session.get());
}

std::shared_ptr<TlsSession> TlsEngine::Session() const {
  auto session = std::make_shared<TlsSession>();
  const int result = mbedtls_ssl_get_session(connection_.get(), session->get());
  return result == 0 ? session : nullptr;
}

// The handshake runs step by step, because two things are visible only between
// steps: whether keys are exchanged (if not, the session is resumed), and
// whether the certificate that has just arrived is bad.
TlsStep TlsEngine::Handshake() {
  while (connection_->state != MBEDTLS_SSL_HANDSHAKE_OVER) {
    // A resumed session skips this step.
    has_exchanged_keys_ |=
        connection_->state == MBEDTLS_SSL_CLIENT_KEY_EXCHANGE;
    const int result = mbedtls_ssl_handshake_step(connection_.get());
    if (IsWaiting(result)) return Waiting(result);
    // mbedTLS sends no alert for this refusal alone.
    if (result == MBEDTLS_ERR_SSL_NO_CLIENT_CERTIFICATE) {
      SendAlert(MBEDTLS_SSL_ALERT_MSG_HANDSHAKE_FAILURE);
    }
    if (result != 0) return Failed(HandshakeError(result));
    // mbedTLS accepts a bad certificate if none is required.
    if (PeerFlags() != 0) {
      SendAlert(MBEDTLS_SSL_ALERT_MSG_BAD_CERT);
      return Failed(PeerError(PeerFlags()));
    }
  }
  LearnPeer();
  is_connected_ = true;
  return {};
}

// A certificate that was not sent has flags as well. mbedTLS decides whether
// one must be sent.
std::uint32_t TlsEngine::PeerFlags() const noexcept {
  constexpr std::uint32_t kUnknown = 0xffffffff;
  const std::uint32_t flags = mbedtls_ssl_get_verify_result(connection_.get());
  return flags == kUnknown ? 0 : flags & ~kNoCertificate;
}

error_code TlsEngine::HandshakeError(int result) const noexcept {
  switch (result) {
    case MBEDTLS_ERR_SSL_CONN_EOF:
      return TlsError::kTruncated;
    case MBEDTLS_ERR_SSL_ALLOC_FAILED:
    case MBEDTLS_ERR_X509_ALLOC_FAILED:
      return TlsError::kNoMemoryLeft;
    case MBEDTLS_ERR_X509_FATAL_ERROR:
      return TlsError::kPeerTooLong;
    default:
      return PeerFlags() != 0 ? PeerError(PeerFlags()) : MbedtlsError(result);
  }
}

void TlsEngine::SendAlert(unsigned char what) {
  // What does not fit into the output is lost, as the connection ends anyway.
  (void)mbedtls_ssl_send_alert_message(connection_.get(),
                                       MBEDTLS_SSL_ALERT_LEVEL_FATAL, what);
}

// Call it before ReleaseCertificates, which frees the certificate.
void TlsEngine::LearnPeer() {
  peer_.is_resumed = !has_exchanged_keys_;
  const char* suite = mbedtls_ssl_get_ciphersuite(connection_.get());
  if (suite != nullptr) peer_.cipher_suite = suite;
  const mbedtls_x509_crt* certificate =
      mbedtls_ssl_get_peer_cert(connection_.get());
  if (certificate == nullptr || certificate->raw.p == nullptr) return;
  peer_.has_certificate = true;
  peer_.common_name = CommonNameOf(*certificate);
  peer_.fingerprint = FingerprintOf(*certificate);
}

// Otherwise each connected client would hold a certificate for all of its time.
// A client keeps its server's certificate, to resume the session.
void TlsEngine::ReleaseCertificates() noexcept {
  mbedtls_ssl_session* session = connection_->session;
  if (!config_->is_server() || session == nullptr) return;
  mbedtls_x509_crt* certificates = std::exchange(session->peer_cert, nullptr);
  if (certificates != nullptr) {
    mbedtls_x509_crt_free(certificates);
    mbedtls_free(certificates);
  }
  certificates_share_.reset();
}

// If the connection ends without a close_notify, an attacker may have truncated
// it, so that is an error and not a normal end.
TlsStep TlsEngine::Read(std::span<std::byte> into) {
  if (has_peer_closed_) return Failed(boost::asio::error::eof);
  if (!is_connected_) return Failed(TlsError::kNotConnected);
  if (into.empty()) return {};
  const int result = mbedtls_ssl_read(
      connection_.get(), reinterpret_cast<unsigned char*>(into.data()),
      into.size());
  if (result > 0) return {.bytes = static_cast<std::size_t>(result)};
  if (result == MBEDTLS_ERR_SSL_WANT_READ) return Waiting(result);
  if (result == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY) {
    has_peer_closed_ = true;
    return Failed(boost::asio::error::eof);
  }
  is_connected_ = false;
  if (result == 0) return Failed(TlsError::kTruncated);
  // Reading puts only refusals of a new handshake into the output. A peer that
  // asks for many and reads no refusal has filled the output with them.
  if (result == MBEDTLS_ERR_SSL_WANT_WRITE) {
    return Failed(TlsError::kRenegotiation);
  }
  return Failed(MbedtlsError(result));
}

TlsStep TlsEngine::Write(std::span<const std::byte> from) {
  if (!is_connected_ || is_closed_) return Failed(TlsError::kNotConnected);
  if (from.empty()) return {};
  // If a record did not fit, mbedTLS would take the rest for the next record's
  // data.
  if (!Output().empty()) return {.need = TlsNeed::kRoom};
  const std::size_t size = std::min(from.size(), kMaxTlsWriteBytes);
  const int result = mbedtls_ssl_write(
      connection_.get(), reinterpret_cast<const unsigned char*>(from.data()),
      size);
  if (result > 0) return {.bytes = static_cast<std::size_t>(result)};
  is_connected_ = false;
  return Failed(MbedtlsError(result));
}

// A close_notify that finds no room is left out. The peer then sees a
// truncation, but has lost nothing that was acknowledged.
void TlsEngine::Close() {
  if (!is_connected_ || is_closed_) return;
  is_closed_ = true;
  (void)mbedtls_ssl_close_notify(connection_.get());
}

std::span<std::byte> TlsEngine::InputRoom() noexcept {
  if (input_begin_ == input_end_) input_begin_ = input_end_ = 0;
  return std::span(input_).subspan(input_end_);
}

void TlsEngine::InputArrived(std::size_t bytes) noexcept {
  input_end_ = static_cast<std::uint16_t>(input_end_ + bytes);
}

std::span<const std::byte> TlsEngine::Output() const noexcept {
  return std::span(output_).subspan(output_begin_, output_end_ - output_begin_);
}

void TlsEngine::OutputSent(std::size_t bytes) noexcept {
  output_begin_ = static_cast<std::uint16_t>(output_begin_ + bytes);
  if (output_begin_ == output_end_) output_begin_ = output_end_ = 0;
}

// mbedTLS calls these two instead of a socket's functions.
int TlsEngine::Send(void* engine, const unsigned char* bytes,
                    std::size_t size) {
  TlsEngine& self = *static_cast<TlsEngine*>(engine);
  const std::size_t taken = std::min(size, kOutputBytes - self.output_end_);
  if (taken == 0) return MBEDTLS_ERR_SSL_WANT_WRITE;
  std::memcpy(self.output_.data() + self.output_end_, bytes, taken);
  self.output_end_ = static_cast<std::uint16_t>(self.output_end_ + taken);
  return static_cast<int>(taken);
}

int TlsEngine::Receive(void* engine, unsigned char* bytes, std::size_t size) {
  TlsEngine& self = *static_cast<TlsEngine*>(engine);
  const std::size_t there = self.input_end_ - self.input_begin_;
  if (there == 0) {
    return self.has_input_ended_ ? 0 : MBEDTLS_ERR_SSL_WANT_READ;
  }
  const std::size_t taken = std::min(size, there);
  std::memcpy(bytes, self.input_.data() + self.input_begin_, taken);
  self.input_begin_ = static_cast<std::uint16_t>(self.input_begin_ + taken);
  return static_cast<int>(taken);
}

// mbedTLS calls this for each certificate of the chain that it has built, for
// the peer's own last. The certificates that the peer sent follow it, used or
// not.
int TlsEngine::Verify(void* engine, mbedtls_x509_crt* certificate, int depth,
                      std::uint32_t* flags) {
  const TlsEngine& self = *static_cast<TlsEngine*>(engine);
  if (depth > 0) return 0;
  if (CountOf(certificate) > kMaxPeerCertificates) {
    return MBEDTLS_ERR_X509_FATAL_ERROR;
  }
  if (self.server_address_ &&
      !IsForAddress(*certificate, *self.server_address_)) {
    *flags |= MBEDTLS_X509_BADCERT_CN_MISMATCH;
  }
  return 0;
}

}  // namespace answerbox::platform
