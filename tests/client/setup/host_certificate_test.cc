#include "client/setup/host_certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/pem_file.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

class HostCertificateFiles : public testing::Test {
 protected:
  HostCertificateFiles() {
    const auto made = MakeHostCertificate();
    EXPECT_TRUE(made);
    certificate_ = folder_.Write("box.crt", made->certificate);
    key_ = folder_.Write("box.key", made->key);
    std::filesystem::permissions(key_, std::filesystem::perms{0600});
    names_ = made->names;
  }

  ScratchFolder folder_;
  std::filesystem::path certificate_;
  std::filesystem::path key_;
  std::vector<std::string> names_;
};

TEST_F(HostCertificateFiles, AreForThisMachine) {
  platform::CertificateChain chain;
  ASSERT_TRUE(platform::ReadCertificates(certificate_, chain));
  const auto names = platform::FactsOf(*chain.get()).names;
  EXPECT_EQ(names, names_);
  EXPECT_THAT(names, testing::Contains("127.0.0.1"));
  EXPECT_THAT(names, testing::Contains("localhost"));
}

TEST_F(HostCertificateFiles, AreASoundPair) {
  EXPECT_TRUE(IsSoundPair(certificate_, key_));
  EXPECT_FALSE(IsSoundPair(certificate_, folder_.path() / "missing"));
  folder_.Write("box.key", MakeHostCertificate()->key);
  EXPECT_FALSE(IsSoundPair(certificate_, key_));
}

}  // namespace
}  // namespace answerbox::client
