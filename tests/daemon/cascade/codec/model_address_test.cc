#include "daemon/cascade/codec/model_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace answerbox::daemon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string WhyNot(std::string_view text) {
  const auto address = ParseModelAddress(text);
  return address ? "accepted" : address.error().message;
}

TEST(ModelAddressTest, ReadsAPortOfThisMachine) {
  const auto address = ParseModelAddress("http://127.0.0.1:8080/api/v1/");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->kind, ModelAddress::Kind::kTcp);
  EXPECT_EQ(address->host, "127.0.0.1");
  EXPECT_EQ(address->port, 8080);
  EXPECT_EQ(address->base, "/api/v1");
}

TEST(ModelAddressTest, TheUsualBaseNeedNotBeWritten) {
  EXPECT_EQ(ParseModelAddress("http://localhost:11434")->base, "/v1");
  EXPECT_EQ(ParseModelAddress("http://[::1]:1/")->base, "/v1");
  EXPECT_EQ(ParseModelAddress("http://[::1]:1/")->host, "::1");
}

TEST(ModelAddressTest, ReadsASocket) {
  const auto address = ParseModelAddress("unix:/run/llama/llama.sock");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->kind, ModelAddress::Kind::kUnixSocket);
  EXPECT_EQ(address->socket, "/run/llama/llama.sock");
  EXPECT_EQ(ParseModelAddress("unix:@llama")->socket, "@llama");
}

TEST(ModelAddressTest, ReadsACommandAndItsArguments) {
  const auto address = ParseModelAddress("command:/opt/model  --threads 3 ");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->kind, ModelAddress::Kind::kCommand);
  EXPECT_THAT(address->words, ElementsAre("/opt/model", "--threads", "3"));
}

TEST(ModelAddressTest, AnotherMachineIsRefused) {
  for (const std::string_view host :
       {"example.org", "192.168.1.4", "127.0.0.1.example.org", "0.0.0.0",
        "user@127.0.0.1", "127.0.0.2", "::1", "[::2]", ""}) {
    EXPECT_THAT(WhyNot("http://" + std::string(host) + ":80/v1"),
                HasSubstr("is not on this machine"))
        << host;
  }
}

TEST(ModelAddressTest, SaysWhatIsWrong) {
  EXPECT_THAT(WhyNot("http://127.0.0.1/v1"), HasSubstr("has no port"));
  EXPECT_THAT(WhyNot("http://127.0.0.1:0/v1"), HasSubstr("1 to 65535"));
  EXPECT_THAT(WhyNot("http://127.0.0.1:65536/v1"), HasSubstr("1 to 65535"));
  EXPECT_THAT(WhyNot("http://127.0.0.1:80/a b"), HasSubstr("%-encoding"));
  EXPECT_THAT(WhyNot("https://127.0.0.1:80"), HasSubstr("another form"));
  EXPECT_THAT(WhyNot("unix:llama.sock"), HasSubstr("absolute path"));
  EXPECT_THAT(WhyNot("unix:@"), HasSubstr("absolute path"));
  EXPECT_THAT(WhyNot("unix:/" + std::string(107, 'x')), HasSubstr("107"));
  EXPECT_THAT(WhyNot("command:llama"), HasSubstr("absolute path"));
  EXPECT_THAT(WhyNot("command:"), HasSubstr("absolute path"));
  EXPECT_THAT(WhyNot("unix:/a\nb"), HasSubstr("control characters"));
}

TEST(ModelAddressTest, EveryErrorShowsTheForms) {
  EXPECT_THAT(WhyNot("llama"),
              HasSubstr("http://127.0.0.1:PORT/v1, unix:/PATH, or command:"));
}

}  // namespace
}  // namespace answerbox::daemon
