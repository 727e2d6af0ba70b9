#include "platform/tls/tls_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/error.hpp>
#include <string>

#include "platform/certificate/certificate_error.h"
#include "platform/certificate/mbedtls_object.h"
#include "platform/tls/tls_config.h"
#include "platform/tls/tls_error.h"
#include "tests/platform/certificate/test_authority.h"
#include "tests/platform/tls/engine_pair.h"

namespace answerbox::tests {
namespace {

using platform::ClientCertificate;
using platform::MbedtlsError;
using platform::TlsConfig;
using platform::TlsEngine;
using platform::TlsError;
using platform::TlsNeed;

void Feed(TlsEngine& engine, std::string_view text) {
  const auto bytes = Bytes(text);
  std::ranges::copy(bytes, engine.InputRoom().begin());
  engine.InputArrived(bytes.size());
}

// A client of mbedTLS with settings that our client does not have. Returns the
// first bytes that it sends.
class RawClient {
 public:
  explicit RawClient(int minor_version) {
    EXPECT_EQ(mbedtls_ssl_config_defaults(config_.get(), MBEDTLS_SSL_IS_CLIENT,
                                          MBEDTLS_SSL_TRANSPORT_STREAM,
                                          MBEDTLS_SSL_PRESET_DEFAULT),
              0);
    mbedtls_ssl_conf_rng(config_.get(), platform::RandomBytes, nullptr);
    mbedtls_ssl_conf_max_version(config_.get(), MBEDTLS_SSL_MAJOR_VERSION_3,
                                 minor_version);
    EXPECT_EQ(mbedtls_ssl_setup(connection_.get(), config_.get()), 0);
    mbedtls_ssl_set_bio(
        connection_.get(), this,
        [](void* self, const unsigned char* bytes, std::size_t size) {
          static_cast<RawClient*>(self)->sent_.append(
              reinterpret_cast<const char*>(bytes), size);
          return static_cast<int>(size);
        },
        [](void*, unsigned char*, std::size_t) {
          return MBEDTLS_ERR_SSL_WANT_READ;
        },
        nullptr);
    EXPECT_EQ(mbedtls_ssl_handshake(connection_.get()),
              MBEDTLS_ERR_SSL_WANT_READ);
  }
  [[nodiscard]] const std::string& hello() const { return sent_; }

 private:
  platform::MbedtlsObject<mbedtls_ssl_config, mbedtls_ssl_config_init,
                          mbedtls_ssl_config_free>
      config_;
  platform::MbedtlsObject<mbedtls_ssl_context, mbedtls_ssl_init,
                          mbedtls_ssl_free>
      connection_;
  std::string sent_;
};

class TlsEngineTest : public ::testing::Test {
 protected:
  TlsEngineTest() : authority_(folder_.path(), "ca") {
    const auto own = authority_.Issue("server");
    server_ = MakeEngine(*TlsConfig::ForServer(
        {.certificate = own.certificate, .private_key = own.private_key}));
    client_ = MakeEngine(
        *TlsConfig::ForClient({.server_ca = authority_.certificate()}));
  }

  void Connect() {
    while (!server_->is_connected() || !client_->is_connected()) {
      ASSERT_FALSE(client_->Handshake().error);
      Carry(*client_, *server_);
      ASSERT_FALSE(server_->Handshake().error);
      Carry(*server_, *client_);
    }
  }

  TemporaryFolder folder_;
  TestAuthority authority_;
  std::unique_ptr<TlsEngine> server_;
  std::unique_ptr<TlsEngine> client_;
  std::array<std::byte, 20000> into_{};
};

TEST_F(TlsEngineTest, TakesTheHelloOfATls12Client) {
  Feed(*server_, RawClient(MBEDTLS_SSL_MINOR_VERSION_3).hello());
  EXPECT_EQ(server_->Handshake().need, TlsNeed::kInput);
}

TEST_F(TlsEngineTest, RefusesAClientOfTls11) {
  Feed(*server_, RawClient(MBEDTLS_SSL_MINOR_VERSION_2).hello());
  EXPECT_EQ(server_->Handshake().error,
            MbedtlsError(MBEDTLS_ERR_SSL_BAD_HS_PROTOCOL_VERSION));
  EXPECT_FALSE(server_->Output().empty());  // An alert.
}

TEST_F(TlsEngineTest, TakesAHelloByteByByte) {
  const std::string hello = RawClient(MBEDTLS_SSL_MINOR_VERSION_3).hello();
  for (const char& byte : hello) {
    EXPECT_TRUE(server_->Output().empty());
    Feed(*server_, {&byte, 1});
    const auto step = server_->Handshake();
    ASSERT_FALSE(step.error);
    ASSERT_EQ(step.need, TlsNeed::kInput);
  }
  EXPECT_FALSE(server_->Output().empty());
}

TEST_F(TlsEngineTest, EveryBeginningOfAHelloIsTruncated) {
  const std::string hello = RawClient(MBEDTLS_SSL_MINOR_VERSION_3).hello();
  const auto own = authority_.Issue("server");
  const auto config = *TlsConfig::ForServer(
      {.certificate = own.certificate, .private_key = own.private_key});
  for (std::size_t size = 0; size < hello.size(); size += 7) {
    const auto server = MakeEngine(config);
    Feed(*server, std::string_view(hello).substr(0, size));
    server->InputEnded();
    EXPECT_EQ(server->Handshake().error, TlsError::kTruncated) << size;
  }
}

TEST_F(TlsEngineTest, RefusesWhatIsNotTls) {
  Feed(*server_, "GET / HTTP/1.1\r\nHost: box\r\n\r\n");
  EXPECT_TRUE(server_->Handshake().error);
  EXPECT_FALSE(server_->is_connected());
}

TEST_F(TlsEngineTest, NothingCanBeReadOrWrittenBeforeTheHandshake) {
  EXPECT_EQ(server_->Read(into_).error, TlsError::kNotConnected);
  EXPECT_EQ(server_->Write(into_).error, TlsError::kNotConnected);
}

TEST_F(TlsEngineTest, AWrittenRecordAlwaysFits) {
  Connect();
  EXPECT_EQ(server_->Write(into_).bytes, platform::kMaxTlsWriteBytes);
  const std::size_t output = server_->Output().size();
  EXPECT_EQ(server_->Write(into_).need, TlsNeed::kRoom);
  EXPECT_EQ(server_->Output().size(), output);
}

TEST_F(TlsEngineTest, AnAlteredRecordEndsTheConnection) {
  Connect();
  EXPECT_EQ(server_->Write(Bytes("dose: 4 mg")).bytes, 10u);
  std::string record(reinterpret_cast<const char*>(server_->Output().data()),
                     server_->Output().size());
  record.back() = static_cast<char>(record.back() ^ 1);
  Feed(*client_, record);
  EXPECT_EQ(client_->Read(into_).error,
            MbedtlsError(MBEDTLS_ERR_SSL_INVALID_MAC));
  EXPECT_EQ(client_->Write(into_).error, TlsError::kNotConnected);
}

TEST_F(TlsEngineTest, CloseNotifyIsTheEndAndStaysIt) {
  Connect();
  server_->Close();
  EXPECT_EQ(server_->Write(Bytes("more")).error, TlsError::kNotConnected);
  Carry(*server_, *client_);
  client_->InputEnded();
  EXPECT_EQ(client_->Read(into_).error, boost::asio::error::eof);
  EXPECT_EQ(client_->Read(into_).error, boost::asio::error::eof);
}

TEST_F(TlsEngineTest, AnEndWithoutCloseNotifyIsATruncation) {
  Connect();
  client_->InputEnded();
  EXPECT_EQ(client_->Read(into_).error, TlsError::kTruncated);
}

// A budget with a fixed room, such as that of four engines.
class SmallBudget final : public platform::ByteBudget {
 public:
  explicit SmallBudget(std::size_t bytes) : left_(bytes) {}
  bool TryTake(std::size_t bytes) noexcept override {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  void GiveBack(std::size_t bytes) noexcept override { left_ += bytes; }
  [[nodiscard]] std::size_t left() const { return left_; }

 private:
  std::size_t left_;
};

TEST_F(TlsEngineTest, NoMoreAreMadeThanTheBudgetHasRoomFor) {
  const auto own = authority_.Issue("server");
  const auto config = *TlsConfig::ForServer(
      {.certificate = own.certificate, .private_key = own.private_key});
  SmallBudget budget(platform::kTlsConnectionBytes);
  {
    const auto first = TlsEngine::Make(config, &budget, "");
    ASSERT_TRUE(first);
    EXPECT_EQ(budget.left(), 0u);
    EXPECT_EQ(TlsEngine::Make(config, &budget, "").error(),
              make_error_code(TlsError::kNoMemoryLeft));
  }
  EXPECT_EQ(budget.left(), platform::kTlsConnectionBytes);
}

TEST_F(TlsEngineTest, CertificatesAreChargedUntilTheServerReleasesThem) {
  const auto own = authority_.Issue("server");
  const auto shown = authority_.Issue("client");
  const auto config =
      *TlsConfig::ForServer({.certificate = own.certificate,
                             .private_key = own.private_key,
                             .client_certificate = ClientCertificate::kOptional,
                             .client_ca = authority_.certificate()});
  constexpr std::size_t kBoth =
      platform::kTlsConnectionBytes + platform::kTlsPeerCertificateBytes;
  SmallBudget less(kBoth - 1);
  EXPECT_FALSE(TlsEngine::Make(config, &less, ""));
  EXPECT_EQ(less.left(), kBoth - 1);
  SmallBudget budget(kBoth);
  const auto server = *TlsEngine::Make(config, &budget, "");
  EXPECT_EQ(budget.left(), 0u);
  const auto client =
      MakeEngine(*TlsConfig::ForClient({.server_ca = authority_.certificate(),
                                        .certificate = shown.certificate,
                                        .private_key = shown.private_key}));
  for (int turn = 0; turn < 50 && !server->is_connected(); ++turn) {
    EXPECT_FALSE(client->Handshake().error);
    Carry(*client, *server);
    EXPECT_FALSE(server->Handshake().error);
    Carry(*server, *client);
  }
  server->ReleaseCertificates();
  EXPECT_EQ(budget.left(), platform::kTlsPeerCertificateBytes);
  EXPECT_EQ(server->peer().common_name, "client");
  EXPECT_FALSE(client->Handshake().error);
  const std::array<std::byte, 3> data{};
  EXPECT_EQ(client->Write(data).bytes, data.size());
  Carry(*client, *server);
  std::array<std::byte, 8> read{};
  EXPECT_EQ(server->Read(read).bytes, data.size());
}

}  // namespace
}  // namespace answerbox::tests
