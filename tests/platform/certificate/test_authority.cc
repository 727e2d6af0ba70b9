#include "tests/platform/certificate/test_authority.h"

#include <gtest/gtest.h>
#include <mbedtls/certs.h>
#include <sys/stat.h>

#include "platform/certificate/issue.h"
#include "platform/certificate/pem_file.h"

namespace answerbox::tests {
namespace {

using platform::CertificateTerms;
using platform::CertificateUse;

void ReadOrDie(const std::filesystem::path& path,
               platform::CertificateChain& chain) {
  const auto read = platform::ReadCertificates(path, chain);
  ASSERT_TRUE(read) << read.error().Describe();
}

// Making an RSA key takes seconds, so tests use one of mbedTLS's own tests.
void MakeTestKey(KeyKind kind, platform::Key& key) {
  if (kind == KeyKind::kEcdsa) {
    ASSERT_TRUE(platform::MakeKey(key));
    return;
  }
  ASSERT_EQ(mbedtls_pk_parse_key(key.get(),
                                 reinterpret_cast<const unsigned char*>(
                                     mbedtls_test_srv_key_rsa_pem),
                                 mbedtls_test_srv_key_rsa_pem_len, nullptr, 0),
            0);
}

std::string PemOfKey(platform::Key& key) {
  std::string pem(4096, '\0');
  EXPECT_EQ(
      mbedtls_pk_write_key_pem(
          key.get(), reinterpret_cast<unsigned char*>(pem.data()), pem.size()),
      0);
  return pem.c_str();
}

}  // namespace

std::chrono::sys_seconds Now() {
  return std::chrono::floor<std::chrono::seconds>(
      std::chrono::system_clock::now());
}

void WriteKeyFile(const std::filesystem::path& path, const std::string& pem) {
  WriteFile(path, pem);
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
}

TestAuthority::TestAuthority(const std::filesystem::path& folder,
                             const std::string& name)
    : folder_(folder),
      files_{folder / (name + ".crt"), folder / (name + ".key")} {
  EXPECT_TRUE(platform::MakeKey(key_));
  const auto pem = platform::MakeSelfSigned(
      key_, CertificateTerms{.use = CertificateUse::kCa,
                             .common_name = name,
                             .names = {},
                             .now = Now() - std::chrono::days(100),
                             .validity = std::chrono::days(1000)});
  EXPECT_TRUE(pem);
  WriteFile(files_.certificate, *pem);
  WriteKeyFile(files_.private_key, *platform::PrivateKeyPem(key_));
  ReadOrDie(files_.certificate, ca_);
}

TestCertificate TestAuthority::Issue(const std::string& name,
                                     const TestTerms& terms) {
  const TestCertificate files{folder_ / (name + ".crt"),
                              folder_ / (name + ".key")};
  platform::Key key;
  MakeTestKey(terms.key, key);
  const auto request = platform::MakeRequest(key, name, {});
  EXPECT_TRUE(request);
  const std::filesystem::path request_file = folder_ / (name + ".csr");
  WriteFile(request_file, *request);
  platform::CertificateRequest parsed;
  EXPECT_TRUE(platform::ReadRequest(request_file, parsed));
  const auto pem = platform::SignRequest(
      parsed, ca_, key_,
      CertificateTerms{.use = terms.use,
                       .common_name = {},
                       .names = terms.names,
                       .now = Now() - terms.age,
                       .validity = std::chrono::days(10)});
  EXPECT_TRUE(pem);
  WriteFile(files.certificate, *pem);
  WriteKeyFile(files.private_key, PemOfKey(key));
  return files;
}

std::filesystem::path TestAuthority::Revoke(const TestCertificate& revoked,
                                            std::chrono::days age) {
  platform::CertificateChain certificate;
  ReadOrDie(revoked.certificate, certificate);
  const auto pem = platform::WriteRevocationList(
      ca_, key_, {platform::RevocationOf(certificate, Now() - age)},
      Now() - age, std::chrono::days(10));
  EXPECT_TRUE(pem);
  const std::filesystem::path file = folder_ / "revoked.crl";
  WriteFile(file, *pem);
  return file;
}

}  // namespace answerbox::tests
