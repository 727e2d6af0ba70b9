#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/certificate/certificate_error.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/pem_file.h"
#include "tests/platform/certificate/test_authority.h"

namespace answerbox::tests {
namespace {

using platform::CertificateError;
using platform::EncodeNames;
using platform::IsHostName;

using Names = std::vector<std::string>;

TEST(CertificateNamesTest, KnowsHostNames) {
  const std::string label(63, 'a');
  for (const std::string& name :
       Names{"localhost", "box.local", "xn--bcher-kva.example", "*.box.test",
             "a-b.c_d", "1.2.3", label + "." + label}) {
    EXPECT_TRUE(IsHostName(name)) << name;
  }
  for (const std::string& name :
       Names{"", ".", "a..b", "a.", ".a", "-a", "a-", "a b",
             "b\xc3\xbc"
             "cher",
             "*", "a.*.b", "**.a", label + "a", std::string(254, 'a'),
             std::string("a\0b", 3), "a/b", "a,b"}) {
    EXPECT_FALSE(IsHostName(name)) << name;
  }
}

// RFC 5280, section 4.2.1.6: a sequence of the names [2] and [7].
TEST(CertificateNamesTest, EncodesNamesAsDer) {
  const auto der = EncodeNames(Names{"ab", "127.0.0.1", "::1"});
  ASSERT_TRUE(der);
  EXPECT_THAT(
      *der, ::testing::ElementsAre(0x30, 4 + 6 + 18, 0x82, 2, 'a', 'b', 0x87, 4,
                                   127, 0, 0, 1, 0x87, 16, 0, 0, 0, 0, 0, 0, 0,
                                   0, 0, 0, 0, 0, 0, 0, 0, 1));
}

TEST(CertificateNamesTest, EncodesAsManyAndAsLongNamesAsThereMayBe) {
  const std::string label(62, 'a');
  const std::string longest =
      label + "." + label + "." + label + "." + label + ".b";
  ASSERT_EQ(longest.size(), 253u);
  const auto der = EncodeNames(Names(platform::kMaxNames, longest));
  ASSERT_TRUE(der);
  EXPECT_EQ(der->size(), 4 + platform::kMaxNames * (253 + 3));
}

TEST(CertificateNamesTest, RefusesWhatIsNoName) {
  const auto refusal = EncodeNames(Names{"box", "b x"});
  ASSERT_FALSE(refusal);
  EXPECT_EQ(refusal.error().code, CertificateError::kBadName);
  EXPECT_EQ(refusal.error().path, "b x");
  EXPECT_FALSE(EncodeNames({}));
  EXPECT_FALSE(EncodeNames(Names(platform::kMaxNames + 1, "a")));
}

TEST(CertificateNamesTest, ReadsTheNamesOfACertificate) {
  TemporaryFolder folder;
  const Names names{"box.local", "192.168.1.5", "fe80::1"};
  const auto issued =
      TestAuthority(folder.path(), "ca").Issue("box", {.names = names});
  platform::CertificateChain certificate;
  ASSERT_TRUE(platform::ReadCertificates(issued.certificate, certificate));
  EXPECT_EQ(platform::NamesIn(*certificate.get()), names);
  const auto is_for = [&](const char* address) {
    return platform::IsForAddress(*certificate.get(),
                                  *platform::ParseIpAddress(address));
  };
  EXPECT_TRUE(is_for("192.168.1.5"));
  EXPECT_TRUE(is_for("fe80:0::1"));
  EXPECT_FALSE(is_for("192.168.1.6"));
  EXPECT_FALSE(is_for("::1"));
}

TEST(CertificateNamesTest, ACertificateWithoutNamesHasNone) {
  TemporaryFolder folder;
  const TestAuthority authority(folder.path(), "ca");
  platform::CertificateChain certificate;
  ASSERT_TRUE(platform::ReadCertificates(authority.certificate(), certificate));
  EXPECT_THAT(platform::NamesIn(*certificate.get()), ::testing::IsEmpty());
}

}  // namespace
}  // namespace answerbox::tests
