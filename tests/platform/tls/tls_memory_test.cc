// Compares the heap memory of a connection with the memory that is charged for
// it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>

#include "tests/heap_counter/heap_counter.h"
#include "tests/platform/certificate/test_authority.h"
#include "tests/platform/tls/engine_pair.h"

namespace answerbox::tests {
namespace {

using platform::ClientCertificate;
using platform::TlsConfig;
using platform::TlsEngine;

// The heap bytes that calls hold at their end, and the most that they held.
class Meter {
 public:
  template <typename Call>
  auto Measure(const Call& call) {
    const std::uint64_t before = HeapBytes();
    ForgetHighestHeapBytes();
    auto result = call();
    highest_ = std::max(highest_, held_ + HighestHeapBytes() - before);
    held_ += HeapBytes() - before;
    return result;
  }
  [[nodiscard]] std::uint64_t held() const { return held_; }
  [[nodiscard]] std::uint64_t highest() const { return highest_; }

 private:
  std::uint64_t held_ = 0;
  std::uint64_t highest_ = 0;
};

class TlsMemoryTest : public ::testing::Test {
 protected:
  TlsMemoryTest() : authority_(folder_.path(), "ca") {}

  // Measures the server's end of a connection, from before its handshake.
  Meter MeasureServer(const platform::TlsServerOptions& server_options,
                      const platform::TlsClientOptions& client_options) {
    const auto server_config = *TlsConfig::ForServer(server_options);
    const auto client = MakeEngine(*TlsConfig::ForClient(client_options));
    Meter meter;
    server_ = meter.Measure([&] { return MakeEngine(server_config); });
    for (int turn = 0; turn < 50 && !server_->is_connected(); ++turn) {
      EXPECT_FALSE(client->Handshake().error);
      Carry(*client, *server_);
      const auto step = meter.Measure([&] { return server_->Handshake(); });
      EXPECT_FALSE(step.error) << step.error.message();
      Carry(*server_, *client);
    }
    EXPECT_TRUE(server_->is_connected());
    std::cout << "held " << meter.held() << ", highest " << meter.highest()
              << " bytes\n";
    return meter;
  }

  [[nodiscard]] platform::TlsServerOptions ServerOptions(
      const TestCertificate& own) const {
    return {.certificate = own.certificate, .private_key = own.private_key};
  }

  TemporaryFolder folder_;
  TestAuthority authority_;
  std::unique_ptr<TlsEngine> server_;
};

TEST_F(TlsMemoryTest, AConnectionStaysWithinItsCharge) {
  const Meter meter = MeasureServer(ServerOptions(authority_.Issue("server")),
                                    {.server_ca = authority_.certificate()});
  EXPECT_LE(meter.highest(), platform::kTlsConnectionBytes);
  // The charge must not be much too high either.
  EXPECT_GE(meter.held(), platform::kTlsConnectionBytes * 2 / 3);
}

TEST_F(TlsMemoryTest, SoDoesOneWithAnRsaCertificate) {
  const auto own = authority_.Issue("server", {.key = KeyKind::kRsa});
  const Meter meter = MeasureServer(ServerOptions(own),
                                    {.server_ca = authority_.certificate()});
  EXPECT_LE(meter.highest(), platform::kTlsConnectionBytes);
}

TEST_F(TlsMemoryTest, SoDoesOneWithAsManyCertificatesAsAreTaken) {
  auto options = ServerOptions(authority_.Issue("server"));
  options.client_certificate = ClientCertificate::kRequired;
  options.client_ca = authority_.certificate();
  const auto client = authority_.Issue("client", {.key = KeyKind::kRsa});
  // Certificates so large that five of them fill the protocol's message.
  std::vector<std::string> names;
  for (std::size_t i = 0; i < 12; ++i) {
    names.push_back("n" + std::to_string(i) + "." + std::string(60, 'x') + "." +
                    std::string(60, 'y') + "." + std::string(60, 'z') +
                    ".test");
  }
  const auto large =
      authority_.Issue("large", {.key = KeyKind::kRsa, .names = names});
  std::string chain = ReadFile(client.certificate);
  for (std::size_t i = 1; i < platform::kMaxPeerCertificates; ++i) {
    chain += ReadFile(large.certificate);
  }
  WriteFile(client.certificate, chain);
  Meter meter = MeasureServer(options, {.server_ca = authority_.certificate(),
                                        .certificate = client.certificate,
                                        .private_key = client.private_key});
  EXPECT_LE(meter.highest(),
            platform::kTlsConnectionBytes + platform::kTlsPeerCertificateBytes);
  EXPECT_GT(meter.held(), platform::kTlsConnectionBytes);
  // What is given back then is no longer used.
  static_cast<void>(meter.Measure([&] {
    server_->ReleaseCertificates();
    return true;
  }));
  EXPECT_LE(meter.held(), platform::kTlsConnectionBytes);
}

TEST_F(TlsMemoryTest, ReadingAndWritingTakeNothing) {
  MeasureServer(ServerOptions(authority_.Issue("server")),
                {.server_ca = authority_.certificate()});
  const std::uint64_t before = HeapAllocations();
  const std::array<std::byte, 1000> data{};
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(server_->Write(data).bytes, data.size());
    server_->OutputSent(server_->Output().size());
  }
  EXPECT_EQ(HeapAllocations(), before);
}

}  // namespace
}  // namespace answerbox::tests
