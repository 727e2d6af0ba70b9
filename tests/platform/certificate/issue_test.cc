#include "platform/certificate/issue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "platform/certificate/certificate_error.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/pem_file.h"
#include "tests/platform/certificate/test_authority.h"

namespace answerbox::tests {
namespace {

using platform::CertificateChain;
using platform::CertificateError;
using platform::CertificateTerms;
using platform::CertificateUse;
using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::sys_seconds;

// 2026-11-22 12:34:56 UTC.
const sys_seconds kThen = sys_days(std::chrono::year(2026) / 11 / 22) +
                          std::chrono::hours(12) + std::chrono::minutes(34) +
                          std::chrono::seconds(56);

class IssueTest : public ::testing::Test {
 protected:
  IssueTest() { EXPECT_TRUE(platform::MakeKey(key_)); }

  // Makes the CA's own certificate for key_.
  void MakeCa(CertificateUse use, CertificateChain& ca) {
    const auto pem = platform::MakeSelfSigned(key_, {.use = use,
                                                     .common_name = "ca",
                                                     .names = {},
                                                     .now = kThen,
                                                     .validity = days(100)});
    ASSERT_TRUE(pem);
    Parse(*pem, ca);
  }
  static void Parse(const std::string& pem, CertificateChain& chain) {
    ASSERT_EQ(
        mbedtls_x509_crt_parse(
            chain.get(), reinterpret_cast<const unsigned char*>(pem.c_str()),
            pem.size() + 1),
        0);
  }
  static void ParseRequest(const std::string& pem,
                           platform::CertificateRequest& request) {
    ASSERT_EQ(
        mbedtls_x509_csr_parse(
            request.get(), reinterpret_cast<const unsigned char*>(pem.c_str()),
            pem.size() + 1),
        0);
  }
  static CertificateTerms Terms() {
    return {.use = CertificateUse::kPeer,
            .common_name = {},
            .names = {},
            .now = kThen,
            .validity = days(10)};
  }

  platform::Key key_;
};

TEST_F(IssueTest, ACertificateSaysWhatItWasMadeFor) {
  CertificateChain ca;
  MakeCa(CertificateUse::kCa, ca);
  const auto facts = platform::FactsOf(*ca.get());
  EXPECT_EQ(facts.subject, "CN=ca");
  EXPECT_EQ(facts.issuer, "CN=ca");
  EXPECT_EQ(facts.valid_from, kThen - std::chrono::hours(1));
  EXPECT_EQ(facts.valid_until, kThen + days(100));
  EXPECT_TRUE(facts.is_ca);
  EXPECT_EQ(platform::CommonNameOf(*ca.get()), "ca");
}

TEST_F(IssueTest, RefusesACommonNameThatIsMoreThanOne) {
  for (const char* name : {"a,O=b", "a\\,b", "a=b", "", "a\nb", "\xc3\xbc"}) {
    CertificateTerms terms = Terms();
    terms.common_name = name;
    EXPECT_EQ(platform::MakeSelfSigned(key_, terms).error().code,
              CertificateError::kBadName)
        << name;
  }
}

TEST_F(IssueTest, SignsNoRequestThatWasAltered) {
  CertificateChain ca;
  MakeCa(CertificateUse::kCa, ca);
  platform::CertificateRequest request;
  ParseRequest(*platform::MakeRequest(key_, "nurse", {}), request);
  EXPECT_TRUE(platform::SignRequest(request, ca, key_, Terms()));
  // The CA's name is in the signed part.
  std::memcpy(request->subject.val.p, "nobel", 5);
  EXPECT_EQ(platform::SignRequest(request, ca, key_, Terms()).error().code,
            CertificateError::kBadRequestSignature);
}

TEST_F(IssueTest, OnlyACaSigns) {
  CertificateChain no_ca;
  MakeCa(CertificateUse::kPeer, no_ca);
  platform::CertificateRequest request;
  ParseRequest(*platform::MakeRequest(key_, "nurse", {}), request);
  EXPECT_EQ(platform::SignRequest(request, no_ca, key_, Terms()).error().code,
            CertificateError::kNoCa);
  EXPECT_EQ(platform::WriteRevocationList(no_ca, key_, {}, kThen, days(1))
                .error()
                .code,
            CertificateError::kNoCa);
}

TEST_F(IssueTest, ACaSignsWithItsOwnKeyAlone) {
  CertificateChain ca;
  MakeCa(CertificateUse::kCa, ca);
  platform::Key other;
  ASSERT_TRUE(platform::MakeKey(other));
  platform::CertificateRequest request;
  ParseRequest(*platform::MakeRequest(key_, "nurse", {}), request);
  EXPECT_EQ(platform::SignRequest(request, ca, other, Terms()).error().code,
            CertificateError::kKeyOfAnotherCertificate);
}

TEST_F(IssueTest, ARevocationListGivesBackWhatWasWritten) {
  CertificateChain ca;
  MakeCa(CertificateUse::kCa, ca);
  std::vector<platform::Revocation> revoked;
  for (std::uint8_t i = 1; i <= 200; ++i) revoked.push_back({{i}, kThen});
  revoked.push_back({std::vector<std::uint8_t>(20, 0x7f), kThen});
  for (const std::size_t count : {std::size_t{0}, revoked.size()}) {
    const std::vector<platform::Revocation> some(
        revoked.begin(), revoked.begin() + static_cast<long>(count));
    const auto pem =
        platform::WriteRevocationList(ca, key_, some, kThen, days(1));
    ASSERT_TRUE(pem);
    platform::RevocationList list;
    ASSERT_EQ(
        mbedtls_x509_crl_parse(
            list.get(), reinterpret_cast<const unsigned char*>(pem->c_str()),
            pem->size() + 1),
        0);
    const auto read = platform::RevocationsIn(list);
    ASSERT_EQ(read.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(read[i].serial, some[i].serial);
      EXPECT_EQ(read[i].since, kThen);
    }
    EXPECT_EQ(platform::TimeOf(list->next_update), kThen + days(1));
  }
}

// RFC 5280, section 4.1.2.5, has two forms for times.
TEST(CertificateTimeTest, ChangesItsFormInTheYear2050) {
  const sys_seconds year_2050 = sys_days(std::chrono::year(2050) / 1 / 1);
  EXPECT_EQ(platform::DerTimeText(year_2050 - std::chrono::seconds(1)),
            "491231235959Z");
  EXPECT_EQ(platform::DerTimeText(year_2050), "20500101000000Z");
  EXPECT_EQ(platform::ReadableTimeText(year_2050), "2050-01-01 00:00:00 UTC");
}

// Replaces the subject of a certificate and reads its common name.
class CommonNameTest : public IssueTest {
 protected:
  CommonNameTest() { MakeCa(CertificateUse::kCa, certificate_); }
  std::optional<std::string> With(std::string name) {
    const mbedtls_x509_buf before = certificate_->subject.val;
    certificate_->subject.val.p = reinterpret_cast<unsigned char*>(name.data());
    certificate_->subject.val.len = name.size();
    auto found = platform::CommonNameOf(*certificate_.get());
    certificate_->subject.val = before;
    return found;
  }

  CertificateChain certificate_;
};

TEST_F(CommonNameTest, TakesPrintableNamesWithinTheirBound) {
  EXPECT_EQ(With("ward 3, nurse"), "ward 3, nurse");
  EXPECT_EQ(With(std::string(64, 'a')), std::string(64, 'a'));
  EXPECT_FALSE(With(std::string(65, 'a')));
  EXPECT_FALSE(With(""));
}

TEST_F(CommonNameTest, TakesNothingThatAPersonCantSee) {
  EXPECT_FALSE(With(std::string("admin\0x", 7)));
  EXPECT_FALSE(With("admin\n"));
  EXPECT_FALSE(With("adm\xc2\xadin"));
  EXPECT_FALSE(With("admin\x7f"));
}

TEST_F(CommonNameTest, TakesNoneOfTwo) {
  mbedtls_x509_name second = certificate_->subject;
  second.next = nullptr;
  certificate_->subject.next = &second;
  const auto found = platform::CommonNameOf(*certificate_.get());
  certificate_->subject.next = nullptr;
  EXPECT_FALSE(found);
}

}  // namespace
}  // namespace answerbox::tests
