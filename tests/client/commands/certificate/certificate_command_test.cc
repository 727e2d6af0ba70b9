#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <boost/json/parse.hpp>
#include <string>
#include <vector>

#include "tests/client/commands/invocation.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::client {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

mode_t ModeOf(const std::string& file) {
  struct stat status {};
  EXPECT_EQ(::stat(file.c_str(), &status), 0) << file;
  return status.st_mode & 0777;
}

class CertificateCommandTest : public testing::Test {
 protected:
  static Invocation Certificate(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "certificate");
    return Invoke(std::move(arguments));
  }
  static void MustDo(std::vector<std::string> arguments) {
    const Invocation done = Certificate(std::move(arguments));
    ASSERT_EQ(done.exit_code, 0) << done.errors;
  }

  [[nodiscard]] std::string Path(const std::string& name) const {
    return folder_.path() / name;
  }
  // Makes ca.crt and ca.key, and NAME/answerbox.csr with its key.
  void MakeCaAndRequest(const std::string& name) {
    MustDo({"make", "--ca", "--out", folder_.path()});
    MustDo({"request", "--out", Path(name), "--name", name});
  }
  [[nodiscard]] std::vector<std::string> Sign(const std::string& name) const {
    return {"sign",
            "--ca",
            Path("ca.crt"),
            "--key",
            Path("ca.key"),
            "--request",
            Path(name + "/answerbox.csr"),
            "--out",
            Path(name + ".crt")};
  }

  tests::TemporaryFolder folder_;
};

TEST_F(CertificateCommandTest, MakesACertificateAndAKeyOfOnesOwn) {
  MustDo({"make", "--out", Path("tls"), "--name", "box.local", "--name",
          "fe80::1"});
  EXPECT_EQ(ModeOf(Path("tls/answerbox.key")), 0600u);
  EXPECT_EQ(ModeOf(Path("tls/answerbox.crt")), 0644u);
  const Invocation shown = Certificate({"show", Path("tls/answerbox.crt")});
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_THAT(shown.output, HasSubstr("Subject:  CN=box.local\n"));
  EXPECT_THAT(shown.output, HasSubstr("Names:    box.local, fe80::1\n"));
  EXPECT_THAT(shown.output, HasSubstr("(valid)\n"));
  EXPECT_THAT(shown.output, HasSubstr("no certificates"));
}

TEST_F(CertificateCommandTest, WithoutANameItIsForThisMachine) {
  MustDo({"make", "--out", folder_.path()});
  EXPECT_THAT(Certificate({"show", Path("answerbox.crt")}).output,
              HasSubstr("localhost, 127.0.0.1, ::1\n"));
}

TEST_F(CertificateCommandTest, ReplacesNothingUnlessTold) {
  MustDo({"make", "--out", folder_.path()});
  const std::string key = tests::ReadFile(Path("answerbox.key"));
  const Invocation again = Certificate({"make", "--out", folder_.path()});
  EXPECT_EQ(again.exit_code, 4);
  EXPECT_THAT(again.errors, HasSubstr("answerbox.key exists; --force"));
  EXPECT_EQ(tests::ReadFile(Path("answerbox.key")), key);
  MustDo({"make", "--out", folder_.path(), "--force"});
  EXPECT_NE(tests::ReadFile(Path("answerbox.key")), key);
}

TEST_F(CertificateCommandTest, RefusesWhatIsNoName) {
  const Invocation done =
      Certificate({"make", "--out", folder_.path(), "--name", "b x"});
  EXPECT_EQ(done.exit_code, 4);
  EXPECT_THAT(done.errors, HasSubstr("neither a host name nor an IP address"));
  EXPECT_FALSE(std::filesystem::exists(Path("answerbox.key")));
}

TEST_F(CertificateCommandTest, TakesALongHostName) {
  const std::string name = std::string(60, 'a') + ".example.test";
  MustDo({"make", "--out", folder_.path(), "--name", name});
  EXPECT_THAT(Certificate({"show", Path("answerbox.crt")}).output,
              HasSubstr("Names:    " + name + "\n"));
}

TEST_F(CertificateCommandTest, ACaSignsRequests) {
  MakeCaAndRequest("nurse");
  auto sign = Sign("nurse");
  sign.insert(sign.end(), {"--name", "ward.local", "--days", "30"});
  MustDo(sign);
  const Invocation shown = Certificate({"show", "--json", Path("nurse.crt")});
  const auto json = boost::json::parse(shown.output);
  const auto& facts = json.at("certificates").at(0);
  EXPECT_EQ(facts.at("subject"), "CN=nurse");
  EXPECT_THAT(std::string(facts.at("issuer").as_string()),
              MatchesRegex("CN=Answerbox CA .*"));
  EXPECT_EQ(facts.at("names").at(0), "ward.local");
  EXPECT_EQ(facts.at("state"), "valid");
  EXPECT_EQ(facts.at("ca"), false);
  EXPECT_EQ(std::string(facts.at("sha256").as_string()).size(), 32u * 3 - 1);
}

TEST_F(CertificateCommandTest, NobodyElseSigns) {
  MakeCaAndRequest("nurse");
  MustDo({"make", "--out", folder_.path()});
  auto sign = Sign("nurse");
  sign[2] = Path("answerbox.crt");
  sign[4] = Path("answerbox.key");
  const Invocation done = Certificate(sign);
  EXPECT_EQ(done.exit_code, 4);
  EXPECT_THAT(done.errors, HasSubstr("it is no CA's"));
}

TEST_F(CertificateCommandTest, ACaTakesCertificatesBackOneByOne) {
  MakeCaAndRequest("nurse");
  MustDo(Sign("nurse"));
  MustDo({"request", "--out", Path("other"), "--name", "other"});
  MustDo(Sign("other"));
  const auto revoke = [this](std::vector<std::string> which) {
    which.insert(which.begin(),
                 {"revoke", "--json", "--ca", Path("ca.crt"), "--key",
                  Path("ca.key"), "--crl", Path("ca.crl")});
    const Invocation done = Certificate(std::move(which));
    EXPECT_EQ(done.exit_code, 0) << done.errors;
    return boost::json::parse(done.output).at("revoked").as_int64();
  };
  EXPECT_EQ(revoke({}), 0);
  EXPECT_EQ(revoke({Path("nurse.crt")}), 1);
  EXPECT_EQ(revoke({Path("nurse.crt")}), 1);  // It is on the list already.
  EXPECT_EQ(revoke({Path("other.crt")}), 2);
}

TEST_F(CertificateCommandTest, ACaTakesNobodyElsesBack) {
  MakeCaAndRequest("nurse");
  MustDo({"make", "--out", folder_.path()});
  const Invocation done =
      Certificate({"revoke", "--ca", Path("ca.crt"), "--key", Path("ca.key"),
                   "--crl", Path("ca.crl"), Path("answerbox.crt")});
  EXPECT_EQ(done.exit_code, 4);
  EXPECT_THAT(done.errors, HasSubstr("not signed by this CA"));
  EXPECT_FALSE(std::filesystem::exists(Path("ca.crl")));
}

TEST_F(CertificateCommandTest, ShowsNothingOfWhatIsNoCertificate) {
  tests::WriteFile(Path("note"), "buy milk\n");
  const Invocation done = Certificate({"show", Path("note")});
  EXPECT_EQ(done.exit_code, 4);
  EXPECT_EQ(done.output, "");
  EXPECT_THAT(done.errors, HasSubstr(Path("note")));
}

TEST_F(CertificateCommandTest, TakesNoDaysOutOfTheirRange) {
  for (const char* days : {"0", "-1", "7301", "many"}) {
    EXPECT_EQ(Certificate({"make", "--out", folder_.path(), "--days", days})
                  .exit_code,
              2)
        << days;
  }
}

}  // namespace
}  // namespace answerbox::client
