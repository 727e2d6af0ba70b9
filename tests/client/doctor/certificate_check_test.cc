#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/certificate/issue.h"
#include "tests/client/doctor/checked_box.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::Not;

class CertificateCheck : public CheckedBox {
 protected:
  CertificateCheck() {
    box_.options.mqtt.certificate = folder_.path() / "box.crt";
    box_.options.mqtt.key = folder_.path() / "box.key";
    box_.options.mqtt.tls_addresses = "192.168.1.5:8883";
  }

  // Makes a certificate and its key. Returns the certificate.
  std::string Make(std::vector<std::string> names, std::chrono::days ago,
                   std::chrono::days validity) {
    platform::Key key;
    EXPECT_TRUE(platform::MakeKey(key));
    const auto text = platform::MakeSelfSigned(key, {.common_name = names[0],
                                                     .names = names,
                                                     .now = box_.now - ago,
                                                     .validity = validity});
    EXPECT_TRUE(text);
    folder_.Write("box.crt", *text);
    const auto file =
        folder_.Write("box.key", platform::PrivateKeyPem(key).value());
    std::filesystem::permissions(file, std::filesystem::perms{0600});
    return *text;
  }

  static constexpr std::chrono::days kYear{365};
};

TEST_F(CertificateCheck, ASoundOneIsGood) {
  Make({"192.168.1.5"}, std::chrono::days(1), kYear);
  const std::string lines = Check(CheckCertificates);
  EXPECT_THAT(lines, HasSubstr("ok certificate: its key"));
  EXPECT_THAT(lines, HasSubstr("is valid until"));
  EXPECT_THAT(lines, Not(HasSubstr("warning")));
}

TEST_F(CertificateCheck, OneThatExpiresIsToldThirtyDaysBefore) {
  Make({"192.168.1.5"}, std::chrono::days(334), kYear);
  EXPECT_THAT(Check(CheckCertificates), Not(HasSubstr("expires on")));
  Make({"192.168.1.5"}, std::chrono::days(336), kYear);
  EXPECT_THAT(Check(CheckCertificates), HasSubstr("warning certificate"));
  Make({"192.168.1.5"}, std::chrono::days(366), kYear);
  EXPECT_THAT(Check(CheckCertificates), HasSubstr("expired on"));
}

TEST_F(CertificateCheck, OneOfTheFutureIsAFault) {
  Make({"192.168.1.5"}, -std::chrono::days(2), kYear);
  EXPECT_THAT(Check(CheckCertificates), HasSubstr("is not valid before"));
}

TEST_F(CertificateCheck, ItMustBeForTheAddressThatIsListenedOn) {
  Make({"192.168.1.6", "box.local"}, std::chrono::days(1), kYear);
  EXPECT_THAT(Check(CheckCertificates),
              HasSubstr("warning certificate: it is not for 192.168.1.5"));
  box_.options.mqtt.tls_addresses = "box.local:8883";
  EXPECT_THAT(Check(CheckCertificates), Not(HasSubstr("it is not for")));
}

TEST_F(CertificateCheck, AKeyOfAnotherCertificateIsAFault) {
  const std::string first = Make({"192.168.1.5"}, std::chrono::days(1), kYear);
  Make({"192.168.1.5"}, std::chrono::days(1), kYear);
  folder_.Write("box.crt", first);
  EXPECT_THAT(Check(CheckCertificates), HasSubstr("fault certificate: can't"));
}

TEST_F(CertificateCheck, AKeyThatOthersMayReadIsAFault) {
  Make({"192.168.1.5"}, std::chrono::days(1), kYear);
  std::filesystem::permissions(box_.options.mqtt.key,
                               std::filesystem::perms{0644});
  EXPECT_THAT(Check(CheckCertificates), HasSubstr("fault certificate: can't"));
}

TEST_F(CertificateCheck, AChainOutOfOrderIsTold) {
  const std::string other = Make({"other"}, std::chrono::days(1), kYear);
  const std::string own = Make({"192.168.1.5"}, std::chrono::days(1), kYear);
  folder_.Write("box.crt", own + other);
  EXPECT_THAT(Check(CheckCertificates), HasSubstr("is out of order"));
}

TEST_F(CertificateCheck, ThatOfHttpsIsCheckedToo) {
  Make({"192.168.1.6"}, std::chrono::days(366), kYear);
  box_.options.http.certificate = box_.options.mqtt.certificate;
  box_.options.http.key = folder_.path() / "nowhere.key";
  box_.options.mqtt.tls_addresses = "";
  box_.options.http.tls_addresses = "192.168.1.5:8443";
  EXPECT_THAT(
      Check(CheckCertificates),
      AllOf(HasSubstr("fault certificate: can't"), HasSubstr("expired on"),
            HasSubstr("it is not for 192.168.1.5")));
  box_.options.http.tls_addresses = "";
  EXPECT_EQ(Check(CheckCertificates), "");
  folder_.Write(
      "etc/systemd/system/sockets.target.wants/answerboxd-https.socket", "");
  EXPECT_THAT(Check(CheckCertificates), HasSubstr("expired on"));
}

TEST_F(CertificateCheck, WithoutTlsNothingIsLookedFor) {
  Make({"192.168.1.5"}, std::chrono::days(366), kYear);
  box_.options.mqtt.tls_addresses = "";
  EXPECT_EQ(Check(CheckCertificates), "");
  folder_.Write(
      "etc/systemd/system/sockets.target.wants/answerboxd-mqtt-tls.socket", "");
  EXPECT_THAT(Check(CheckCertificates), HasSubstr("expired on"));
}

}  // namespace
}  // namespace answerbox::client
