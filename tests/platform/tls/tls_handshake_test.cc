#include <gmock/gmock.h>

#include "platform/certificate/certificate_error.h"
#include "platform/certificate/pem_file.h"
#include "platform/tls/tls_error.h"
#include "tests/platform/tls/tls_link.h"

namespace answerbox::tests {
namespace {

using platform::ClientCertificate;
using platform::TlsError;
using std::chrono::days;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class TlsHandshakeTest : public TlsLinkTest {
 protected:
  // The error of a server that requires certificates, for this client's
  // certificate.
  error_code Verdict(const TestCertificate& client) {
    return Shake(ForServer(ClientCertificate::kRequired), ForClient(client))
        .server;
  }
};

TEST_F(TlsHandshakeTest, ConnectsWithAnEcdsaCertificate) {
  Connect(ForServer(), ForClient());
  EXPECT_THAT(server_->peer().cipher_suite, StartsWith("TLS-ECDHE-ECDSA-"));
  EXPECT_EQ(server_->peer().cipher_suite, client_->peer().cipher_suite);
}

TEST_F(TlsHandshakeTest, ConnectsWithAnRsaCertificate) {
  server_certificate_ = authority_.Issue("rsa", {.key = KeyKind::kRsa});
  Connect(ForServer(), ForClient());
  EXPECT_THAT(server_->peer().cipher_suite, StartsWith("TLS-ECDHE-RSA-"));
}

TEST_F(TlsHandshakeTest, TakesChaCha20WhereTheServerHasNoAes) {
  ServerOptions options = ForServer();
  options.aes = platform::AesSpeed::kTables;
  Connect(options, ForClient());
  EXPECT_THAT(server_->peer().cipher_suite, HasSubstr("CHACHA20-POLY1305"));
}

TEST_F(TlsHandshakeTest, TakesAesWhereTheServerHasIt) {
  ServerOptions options = ForServer();
  options.aes = platform::AesSpeed::kInstructions;
  ClientOptions client = ForClient();
  client.aes = platform::AesSpeed::kTables;
  Connect(options, client);
  EXPECT_THAT(server_->peer().cipher_suite, HasSubstr("AES-128-GCM"));
}

TEST_F(TlsHandshakeTest, KnowsNobodyWithoutAClientCertificate) {
  Connect(ForServer(ClientCertificate::kOptional), ForClient());
  EXPECT_FALSE(server_->peer().has_certificate);
  EXPECT_FALSE(server_->peer().common_name);
}

TEST_F(TlsHandshakeTest, KnowsTheClientByItsCertificate) {
  const TestCertificate nurse = authority_.Issue("nurse");
  Connect(ForServer(ClientCertificate::kOptional), ForClient(nurse));
  platform::CertificateChain certificate;
  ASSERT_TRUE(platform::ReadCertificates(nurse.certificate, certificate));
  EXPECT_TRUE(server_->peer().has_certificate);
  EXPECT_EQ(server_->peer().common_name, "nurse");
  EXPECT_EQ(server_->peer().fingerprint,
            platform::FingerprintOf(*certificate.get()));
}

TEST_F(TlsHandshakeTest, RefusesAClientWithoutACertificateWhereOneIsRequired) {
  const Handshakes result =
      Shake(ForServer(ClientCertificate::kRequired), ForClient());
  EXPECT_EQ(result.server,
            platform::MbedtlsError(MBEDTLS_ERR_SSL_NO_CLIENT_CERTIFICATE));
  // The client gets the reason.
  EXPECT_EQ(result.client,
            platform::MbedtlsError(MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE));
}

TEST_F(TlsHandshakeTest, RefusesAnExpiredCertificate) {
  EXPECT_EQ(Verdict(authority_.Issue("old", {.age = days(11)})),
            TlsError::kPeerExpired);
}

TEST_F(TlsHandshakeTest, RefusesACertificateThatIsNotValidYet) {
  EXPECT_EQ(Verdict(authority_.Issue("new", {.age = days(-2)})),
            TlsError::kPeerNotYetValid);
}

TEST_F(TlsHandshakeTest, RefusesACertificateOfAnotherCa) {
  TestAuthority other(folder_.path(), "other");
  EXPECT_EQ(Verdict(other.Issue("stranger")), TlsError::kPeerOfUnknownCa);
}

TEST_F(TlsHandshakeTest, RefusesACertificateForAnotherUse) {
  EXPECT_EQ(Verdict(authority_.Issue("lesser-ca",
                                     {.use = platform::CertificateUse::kCa})),
            TlsError::kPeerWrongUse);
}

TEST_F(TlsHandshakeTest, RefusesABadCertificateThatWasOptional) {
  const TestCertificate old = authority_.Issue("old", {.age = days(11)});
  const Handshakes result =
      Shake(ForServer(ClientCertificate::kOptional), ForClient(old));
  EXPECT_EQ(result.server, TlsError::kPeerExpired);
  EXPECT_EQ(result.client,
            platform::MbedtlsError(MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE));
}

TEST_F(TlsHandshakeTest, RefusesARevokedCertificateAndNoOther) {
  const TestCertificate lost = authority_.Issue("lost");
  ServerOptions options = ForServer(ClientCertificate::kRequired);
  options.client_revocation_list = authority_.Revoke(lost);
  EXPECT_EQ(Shake(options, ForClient(lost)).server, TlsError::kPeerRevoked);
  Connect(options, ForClient(authority_.Issue("kept")));
}

TEST_F(TlsHandshakeTest, RefusesEverybodyByARevocationListThatIsOutOfDate) {
  ServerOptions options = ForServer(ClientCertificate::kRequired);
  options.client_revocation_list =
      authority_.Revoke(authority_.Issue("lost"), days(11));
  EXPECT_EQ(Shake(options, ForClient(authority_.Issue("kept"))).server,
            TlsError::kPeerListExpired);
}

TEST_F(TlsHandshakeTest, RefusesTooManyCertificates) {
  const TestCertificate client = authority_.Issue("client");
  std::string chain = ReadFile(client.certificate);
  for (std::size_t i = 0; i < platform::kMaxPeerCertificates; ++i) {
    chain += ReadFile(authority_.certificate());
  }
  WriteFile(client.certificate, chain);
  EXPECT_EQ(Verdict(client), TlsError::kPeerTooLong);
}

TEST_F(TlsHandshakeTest, ClientRefusesAServerOfAnotherName) {
  Link(ForServer(), ForClient());
  auto config = platform::TlsConfig::ForClient(ForClient());
  platform::TlsStreamOptions options = StreamOptions(*config);
  options.server_name = "other.test";
  Link(StreamOptions(*platform::TlsConfig::ForServer(ForServer())), options);
  EXPECT_EQ(Shake().client, TlsError::kPeerWrongName);
}

TEST_F(TlsHandshakeTest, ClientTakesAServerByItsAddress) {
  for (const auto& [address, error] :
       {std::pair("127.0.0.1", error_code()),
        std::pair("127.0.0.2", make_error_code(TlsError::kPeerWrongName))}) {
    auto config = platform::TlsConfig::ForClient(ForClient());
    platform::TlsStreamOptions options = StreamOptions(*config);
    options.server_name = address;
    Link(StreamOptions(*platform::TlsConfig::ForServer(ForServer())), options);
    EXPECT_EQ(Shake().client, error) << address;
  }
}

TEST_F(TlsHandshakeTest, ResumesASessionWithoutAnotherHandshake) {
  const auto server = *platform::TlsConfig::ForServer(ForServer());
  const auto client = *platform::TlsConfig::ForClient(ForClient());
  Link(StreamOptions(server), StreamOptions(client));
  Connect();
  EXPECT_FALSE(server_->peer().is_resumed);
  platform::TlsStreamOptions again = StreamOptions(client);
  again.session = client_->Session();
  ASSERT_NE(again.session, nullptr);
  Link(StreamOptions(server), again);
  Connect();
  EXPECT_TRUE(server_->peer().is_resumed);
  EXPECT_TRUE(client_->peer().is_resumed);
}

TEST_F(TlsHandshakeTest, KnowsWhoseSessionWasResumed) {
  const auto server =
      *platform::TlsConfig::ForServer(ForServer(ClientCertificate::kRequired));
  const auto client =
      *platform::TlsConfig::ForClient(ForClient(authority_.Issue("nurse")));
  Link(StreamOptions(server), StreamOptions(client));
  Connect();
  platform::TlsStreamOptions again = StreamOptions(client);
  again.session = client_->Session();
  Link(StreamOptions(server), again);
  Connect();
  EXPECT_TRUE(server_->peer().is_resumed);
  EXPECT_EQ(server_->peer().common_name, "nurse");
}

TEST_F(TlsHandshakeTest, ReloadingEndsSessionsButNoConnection) {
  const auto client = *platform::TlsConfig::ForClient(ForClient());
  Link(StreamOptions(*platform::TlsConfig::ForServer(ForServer())),
       StreamOptions(client));
  Connect();
  const auto session = client_->Session();
  // The new certificate is in the same files.
  server_certificate_ = authority_.Issue("server");
  const auto reloaded = *platform::TlsConfig::ForServer(ForServer());
  char byte = 'a';
  Run([](Stream& from, Stream& to, char& received) -> asio::awaitable<void> {
    co_await from.async_write_some(asio::buffer("b", 1), asio::use_awaitable);
    co_await to.async_read_some(asio::buffer(&received, 1),
                                asio::use_awaitable);
  }(*server_, *client_, byte));
  EXPECT_EQ(byte, 'b');
  platform::TlsStreamOptions again = StreamOptions(client);
  again.session = session;
  Link(StreamOptions(reloaded), again);
  Connect();
  EXPECT_FALSE(server_->peer().is_resumed);
}

TEST_F(TlsHandshakeTest, OffersNoTicketsWhenToldSo) {
  ServerOptions options = ForServer();
  options.ticket_lifetime = {};
  const auto server = *platform::TlsConfig::ForServer(options);
  const auto client = *platform::TlsConfig::ForClient(ForClient());
  Link(StreamOptions(server), StreamOptions(client));
  Connect();
  platform::TlsStreamOptions again = StreamOptions(client);
  again.session = client_->Session();
  Link(StreamOptions(server), again);
  Connect();
  EXPECT_FALSE(server_->peer().is_resumed);
}

}  // namespace
}  // namespace answerbox::tests
