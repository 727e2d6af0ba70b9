#include "platform/tls/tls_config.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "platform/certificate/certificate_error.h"
#include "platform/tls/tls_error.h"
#include "tests/platform/certificate/test_authority.h"

namespace answerbox::tests {
namespace {

using platform::CertificateError;
using platform::ClientCertificate;
using platform::TlsConfig;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class TlsConfigTest : public ::testing::Test {
 protected:
  TlsConfigTest()
      : authority_(folder_.path(), "ca"), own_(authority_.Issue("server")) {
    options_.certificate = own_.certificate;
    options_.private_key = own_.private_key;
  }

  platform::Error Refusal() {
    const auto config = TlsConfig::ForServer(options_);
    EXPECT_FALSE(config);
    return config ? platform::Error() : config.error();
  }

  TemporaryFolder folder_;
  TestAuthority authority_;
  TestCertificate own_;
  platform::TlsServerOptions options_;
};

TEST_F(TlsConfigTest, TakesACertificateAndItsKey) {
  EXPECT_TRUE(TlsConfig::ForServer(options_));
}

TEST_F(TlsConfigTest, NamesTheFileThatIsMissing) {
  options_.certificate = folder_.path() / "missing.crt";
  EXPECT_EQ(Refusal().path, options_.certificate);
  EXPECT_THAT(Refusal().Describe(), EndsWith("No such file or directory"));
}

TEST_F(TlsConfigTest, RefusesAKeyThatOthersCanRead) {
  for (const mode_t mode : {0604u, 0602u, 0601u, 0620u}) {
    ASSERT_EQ(::chmod(own_.private_key.c_str(), mode), 0);
    EXPECT_EQ(Refusal().code, CertificateError::kKeyOpenToOthers) << mode;
  }
  EXPECT_THAT(Refusal().Describe(), HasSubstr("chmod 600"));
}

TEST_F(TlsConfigTest, TakesAKeyThatItsGroupCanRead) {
  ASSERT_EQ(::chmod(own_.private_key.c_str(), 0440), 0);
  EXPECT_TRUE(TlsConfig::ForServer(options_));
}

TEST_F(TlsConfigTest, RefusesTheKeyOfAnotherCertificate) {
  options_.private_key = authority_.Issue("other").private_key;
  EXPECT_EQ(Refusal().code, CertificateError::kKeyOfAnotherCertificate);
}

TEST_F(TlsConfigTest, SaysThatAChainIsInTheWrongOrder) {
  WriteFile(own_.certificate,
            ReadFile(authority_.certificate()) + ReadFile(own_.certificate));
  EXPECT_EQ(Refusal().code, CertificateError::kChainOutOfOrder);
  EXPECT_EQ(Refusal().path, own_.certificate);
}

TEST_F(TlsConfigTest, SaysThatAKeyIsOfAnotherKind) {
  WriteKeyFile(
      own_.private_key,
      "-----BEGIN PRIVATE KEY-----\n"
      "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
      "-----END PRIVATE KEY-----\n");
  EXPECT_THAT(Refusal().Describe(), HasSubstr("Ed25519"));
}

TEST_F(TlsConfigTest, KnowsUntilWhenItsFilesCount) {
  options_.client_certificate = ClientCertificate::kOptional;
  options_.client_ca = authority_.certificate();
  options_.client_revocation_list =
      authority_.Revoke(authority_.Issue("lost"), std::chrono::days(11));
  const auto config = TlsConfig::ForServer(options_);
  ASSERT_TRUE(config);
  const auto& dates = (*config)->dates();
  ASSERT_EQ(dates.size(), 3u);
  EXPECT_EQ(dates[0].what, "certificate");
  EXPECT_EQ(dates[0].file, own_.certificate);
  EXPECT_LT(dates[0].from, Now());
  EXPECT_GT(dates[0].until, Now());
  EXPECT_EQ(dates[1].what, "CA");
  EXPECT_EQ(dates[2].what, "revocation list");
  EXPECT_LT(dates[2].until, Now());
  using ::testing::ElementsAre;
  EXPECT_THAT(platform::DateTroubles(dates, Now()),
              ElementsAre(HasSubstr("server.crt expires on"),
                          HasSubstr("the revocation list in")));
  EXPECT_THAT(platform::DateTroubles(std::span(dates).first(1),
                                     Now() + std::chrono::days(20)),
              ElementsAre(HasSubstr("expired on")));
  EXPECT_THAT(platform::DateTroubles(std::span(dates).first(1),
                                     std::chrono::sys_seconds()),
              ElementsAre(HasSubstr("clock says 1970-01-01")));
}

TEST_F(TlsConfigTest, RefusesWhatIsNoPem) {
  WriteFile(own_.certificate, "no certificate\n");
  EXPECT_THAT(Refusal().Describe(), HasSubstr("no PEM text"));
  WriteFile(own_.certificate, "");
  EXPECT_EQ(Refusal().path, own_.certificate);
}

TEST_F(TlsConfigTest, RefusesAFileOfAnotherKind) {
  options_.certificate = own_.private_key;
  EXPECT_EQ(Refusal().path, own_.private_key);
}

TEST_F(TlsConfigTest, RefusesADamagedCertificateOfAChain) {
  const std::string chain = ReadFile(own_.certificate);
  std::string damaged = ReadFile(authority_.certificate());
  damaged.replace(damaged.find('\n') + 1, 4, "AAAA");
  WriteFile(own_.certificate, chain + damaged);
  EXPECT_EQ(Refusal().path, own_.certificate);
}

TEST_F(TlsConfigTest, RefusesAFileThatIsTooLarge) {
  WriteFile(own_.certificate, std::string((1 << 20) + 1, ' '));
  EXPECT_EQ(Refusal().code, CertificateError::kFileTooLarge);
}

TEST_F(TlsConfigTest, RefusesToAskForClientsOfNoCa) {
  options_.client_certificate = ClientCertificate::kRequired;
  EXPECT_EQ(Refusal().code, CertificateError::kNoCa);
}

TEST_F(TlsConfigTest, RefusesTheRevocationListOfAnotherCa) {
  TestAuthority other(folder_.path(), "other");
  options_.client_certificate = ClientCertificate::kRequired;
  options_.client_ca = authority_.certificate();
  options_.client_revocation_list = other.Revoke(other.Issue("lost"));
  EXPECT_EQ(Refusal().code, CertificateError::kListOfAnotherCa);
  EXPECT_EQ(Refusal().path, options_.client_revocation_list);
}

TEST(TlsErrorTest, EveryErrorHasWordsOfItsOwn) {
  std::vector<std::string> seen;
  for (int value = 1; value <= 15; ++value) {
    const boost::system::error_code error(value, platform::tls_category());
    EXPECT_THAT(seen, ::testing::Not(::testing::Contains(error.message())));
    EXPECT_THAT(error.message(), ::testing::Not(HasSubstr("unknown error")));
    seen.push_back(error.message());
  }
}

TEST(CipherOrderTest, OffersTheSameSuitesInBothOrders) {
  std::vector<int> suites[2];
  for (const auto speed :
       {platform::AesSpeed::kInstructions, platform::AesSpeed::kTables}) {
    auto& list = suites[speed == platform::AesSpeed::kTables ? 1 : 0];
    for (const int* suite = platform::CipherOrder(speed); *suite != 0;
         ++suite) {
      list.push_back(*suite);
      EXPECT_THAT(
          mbedtls_ssl_get_ciphersuite_name(*suite),
          ::testing::MatchesRegex("TLS-ECDHE-.*(GCM|CHACHA20-POLY1305).*"));
    }
  }
  EXPECT_NE(suites[0], suites[1]);
  EXPECT_THAT(suites[0], ::testing::UnorderedElementsAreArray(suites[1]));
}

}  // namespace
}  // namespace answerbox::tests
