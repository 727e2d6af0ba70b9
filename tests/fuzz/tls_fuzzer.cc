// Feeds any bytes as a client's to a server that requires certificates. The
// handshake must fail or wait, stay within its bound of memory, and fill no
// more than its buffer. The first byte decides in which pieces the others come.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>

#include "platform/certificate/issue.h"
#include "platform/tls/tls_engine.h"

namespace {

using namespace answerbox::platform;

void Check(bool condition) {
  if (!condition) std::abort();
}

class Budget final : public ByteBudget {
 public:
  bool TryTake(std::size_t bytes) noexcept override {
    taken_ += bytes;
    return true;
  }
  void GiveBack(std::size_t bytes) noexcept override { taken_ -= bytes; }
  [[nodiscard]] std::size_t taken() const { return taken_; }

 private:
  std::size_t taken_ = 0;
};

std::shared_ptr<const TlsConfig> MakeConfig() {
  std::string folder = std::filesystem::temp_directory_path() / "tlsXXXXXX";
  Check(::mkdtemp(folder.data()) != nullptr);
  const TlsServerOptions options{
      .certificate = folder + "/crt",
      .private_key = folder + "/key",
      .client_certificate = ClientCertificate::kRequired,
      .client_ca = folder + "/crt"};
  Key key;
  Check(MakeKey(key).has_value());
  std::ofstream(options.certificate)
      << *MakeSelfSigned(key, {.use = CertificateUse::kCa,
                               .common_name = "ca",
                               .names = {},
                               .now = std::chrono::floor<std::chrono::seconds>(
                                   std::chrono::system_clock::now()),
                               .validity = std::chrono::days(100)});
  std::ofstream(options.private_key) << *PrivateKeyPem(key);
  std::filesystem::permissions(options.private_key,
                               std::filesystem::perms::owner_read);
  const auto config = TlsConfig::ForServer(options);
  Check(config.has_value());
  std::filesystem::remove_all(folder);
  return *config;
}

// Feeds some bytes, and makes a step. False when no more progress is possible.
bool Go(TlsEngine& server, std::span<const std::byte>& rest,
        std::size_t piece) {
  const auto room = server.InputRoom();
  const std::size_t size = std::min({piece, rest.size(), room.size()});
  std::copy_n(rest.begin(), size, room.begin());
  server.InputArrived(size);
  rest = rest.subspan(size);
  if (rest.empty()) server.InputEnded();
  for (;;) {
    const TlsStep step = server.Handshake();
    Check(server.Output().size() <= kMaxTlsWriteBytes + 128);
    server.OutputSent(server.Output().size());
    // No handshake may succeed, because the bytes can't answer the server's
    // random numbers.
    Check(step.error || step.need != TlsNeed::kNothing);
    if (step.need != TlsNeed::kRoom) return !step.error;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const std::shared_ptr<const TlsConfig> config = MakeConfig();
  if (size == 0) return 0;
  Budget budget;
  {
    const auto server = *TlsEngine::Make(config, &budget, "");
    auto rest = std::as_bytes(std::span(data, size)).subspan(1);
    const std::size_t piece = std::size_t{data[0]} * 16 + 1;
    while (Go(*server, rest, piece) && !rest.empty()) {
    }
    Check(!server->is_connected());
  }
  Check(budget.taken() == 0);
  return 0;
}
