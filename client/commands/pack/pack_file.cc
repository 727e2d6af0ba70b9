#include <cerrno>
#include <fstream>
#include <system_error>

#include "client/commands/pack/pack_command.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

// Wants nothing of the parts: the reader compares them.
class NoSink final : public protocol::PackSink {
 public:
  protocol::Result<void> OnSeal(const protocol::PackSeal&) override {
    return {};
  }
  protocol::Result<void> OnPart(const protocol::PackPart&) override {
    return {};
  }
  protocol::Result<void> OnBytes(std::string_view) override { return {}; }
  protocol::Result<void> OnPartEnd() override { return {}; }
};

}  // namespace

Failure RejectedFile(const std::string& path, const protocol::Error& error) {
  return Rejected(Escaped(path) + ": " + error.message);
}

Outcome<void> EachPiece(const std::string& path, std::size_t piece_bytes,
                        const TakePiece& take) {
  const auto unreadable = [&path] {
    return Rejected("can't read " + Escaped(path) + ": " +
                    std::generic_category().message(errno));
  };
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return unreadable();
  std::string piece(piece_bytes, '\0');
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const auto count = static_cast<std::size_t>(file.gcount());
    if (file.bad() || (count == 0 && errno != 0)) return unreadable();
    if (count == 0) break;
    auto taken = take(std::string_view(piece).substr(0, count));
    if (!taken) return taken;
  }
  return {};
}

Outcome<protocol::PackSeal> ReadPack(const std::string& path,
                                     protocol::PackSink& sink) {
  protocol::PackReader reader(sink);
  constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
  auto read = EachPiece(
      path, kPieceBytes, [&](std::string_view piece) -> Outcome<void> {
        const auto taken = reader.Take(piece);
        return taken ? Outcome<void>() : RejectedFile(path, taken.error());
      });
  if (!read) return read.error();
  if (auto finished = reader.Finish(); !finished) {
    return RejectedFile(path, finished.error());
  }
  return *reader.seal();
}

Outcome<protocol::PackSeal> CheckPack(const std::string& path) {
  NoSink sink;
  return ReadPack(path, sink);
}

Outcome<protocol::PackSeal> ReadPackSeal(const std::string& path) {
  std::string beginning(protocol::kMaxPackHeaderBytes, '\0');
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  if (!file.is_open() || file.bad() || (file.gcount() == 0 && errno != 0)) {
    return Rejected("can't read " + Escaped(path) + ": " +
                    std::generic_category().message(errno));
  }
  beginning.resize(static_cast<std::size_t>(file.gcount()));
  auto seal = protocol::ParsePackSeal(beginning);
  if (!seal) return RejectedFile(path, seal.error());
  return *std::move(seal);
}

}  // namespace answerbox::client
