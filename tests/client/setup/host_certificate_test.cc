#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/setup/service.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/issue.h"
#include "platform/certificate/pem_file.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

// 2026-11-30 12:00:00.
constexpr std::chrono::sys_seconds kNow{std::chrono::seconds(1'796'040'000)};

class HostCertificateFiles : public testing::Test {
 protected:
  HostCertificateFiles() {
    const auto made = MakeHostCertificate(kNow);
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
  EXPECT_TRUE(IsSoundPair(certificate_, key_, kNow));
  EXPECT_FALSE(IsSoundPair(certificate_, folder_.path() / "missing", kNow));
  folder_.Write("box.key", MakeHostCertificate(kNow)->key);
  EXPECT_FALSE(IsSoundPair(certificate_, key_, kNow));
}

TEST_F(HostCertificateFiles, AreRenewedForAnotherName) {
  EXPECT_TRUE(IsForThisMachine(certificate_));
  const std::vector<std::string> names = {"copied"};
  platform::Key key;
  ASSERT_TRUE(platform::MakeKey(key));
  const auto other =
      platform::MakeSelfSigned(key, {.common_name = "copied",
                                     .names = names,
                                     .now = kNow,
                                     .validity = std::chrono::days(1)});
  EXPECT_FALSE(IsForThisMachine(folder_.Write("other.crt", *other)));
}

TEST_F(HostCertificateFiles, AreNotMadeByAClockThatIsWrong) {
  const auto made = MakeHostCertificate(std::chrono::sys_seconds());
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message,
              testing::HasSubstr("the clock says 1970-01-01"));
}

}  // namespace
}  // namespace answerbox::client
