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
  for (const mode_t mode : {0604, 0602, 0601, 0620}) {
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
