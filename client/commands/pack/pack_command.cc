// `answerbox pack`, and what its commands share; and `sign`, `verify` and
// `show`, which need no daemon.
#include "client/commands/pack/pack_command.h"

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "client/commands/certificate/certificate_command.h"
#include "client/commands/command_line.h"
#include "client/input/file_contents.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"

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

// Turns an error of a file into a rejection that names it.
Failure RejectedFile(const std::string& path, const protocol::Error& error) {
  return Rejected(Escaped(path) + ": " + error.message);
}

// Reads the file from end to end, and gives its parts to `sink`.
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

}  // namespace

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

std::string NameOfPack(const protocol::PackHeader& header) {
  return header.name + ' ' + header.version;
}

void AddPackFile(CLI::App& command, std::string& file) {
  command.add_option("file", file, "The pack")->type_name("FILE")->required();
}

namespace {

namespace json = boost::json;

constexpr std::size_t kMaxKeyBytes = 4096;

struct PackFileOptions {
  CommonOptions common;
  std::string file;
  std::string key;
};

// Writes the pack that is read with another signature.
class SigningSink final : public protocol::PackSink {
 public:
  SigningSink(const protocol::SigningKey& key, platform::AtomicFile& file)
      : key_(key), file_(file) {}

  protocol::Result<void> OnSeal(const protocol::PackSeal& seal) override {
    const auto signature = key_.Sign(seal.signed_text);
    if (!signature) return signature.error();
    return OnBytes(seal.signed_text + protocol::SignatureLine(*signature));
  }
  protocol::Result<void> OnPart(const protocol::PackPart&) override {
    return {};
  }
  protocol::Result<void> OnBytes(std::string_view bytes) override {
    // If this fails, so does the commit.
    static_cast<void>(file_.Append(std::as_bytes(std::span(bytes))));
    return {};
  }
  protocol::Result<void> OnPartEnd() override { return {}; }

 private:
  const protocol::SigningKey& key_;
  platform::AtomicFile& file_;
};

Outcome<protocol::SigningKey> ReadSigningKey(const std::string& path) {
  const auto access = platform::AccessTo(path);
  if (!access) return RejectedBy(access.error());
  if (access->others_have_access) {
    return Rejected("others than you may read the secret key " + Escaped(path) +
                    ": run `chmod 600` on it, and make a new "
                    "key where somebody may have read it");
  }
  const auto text = ReadFileContents(path, kMaxKeyBytes);
  if (!text) return text.error();
  auto key = protocol::SigningKey::Parse(*text);
  if (!key) return RejectedFile(path, key.error());
  return *std::move(key);
}

Outcome<ExitCode> Sign(const PackFileOptions& options) {
  const auto key = ReadSigningKey(options.key);
  if (!key) return key.error();
  auto file = platform::AtomicFile::Create(options.file);
  if (!file) return RejectedBy(file.error());
  SigningSink sink(*key, *file);
  const auto seal = ReadPack(options.file, sink);
  if (!seal) return seal.error();
  if (auto done = file->Commit(); !done) return RejectedBy(done.error());
  const std::string& id = key->public_key().id();
  PrintDone(
      options.common, json::object{{"file", options.file}, {"key", id}},
      "Signed pack " + NameOfPack(seal->header) + " with key " + id + ".");
  return ExitCode::kDone;
}

Outcome<ExitCode> Verify(const PackFileOptions& options) {
  const auto text = ReadFileContents(options.key, kMaxKeyBytes);
  if (!text) return text.error();
  const auto key = protocol::PublicKey::Parse(*text);
  if (!key) return RejectedFile(options.key, key.error());
  const auto seal = CheckPack(options.file);
  if (!seal) return seal.error();
  const auto signer = protocol::FindSigner(*seal, std::span(&*key, 1));
  if (!signer) return RejectedFile(options.file, signer.error());
  PrintDone(options.common,
            json::object{{"file", options.file},
                         {"name", seal->header.name},
                         {"version", seal->header.version},
                         {"key", signer->id()},
                         {"sha256", protocol::ToHex(seal->sha256())}},
            "Pack " + NameOfPack(seal->header) +
                " is whole, and signed by key " + signer->id() + ".");
  return ExitCode::kDone;
}

json::object ToJson(const protocol::PackSeal& seal) {
  const protocol::PackHeader& header = seal.header;
  std::size_t segments = 0;
  for (const auto& part : header.parts) {
    if (part.kind == protocol::PackPartKind::kSegment) ++segments;
  }
  return {{"name", header.name},
          {"version", header.version},
          {"made", platform::ReadableTimeText(std::chrono::sys_seconds(
                       std::chrono::seconds(header.made)))},
          {"program", header.program},
          {"format", header.format},
          {"segments", segments},
          {"bytes", header.bytes()},
          {"exam", header.parts.back().kind == protocol::PackPartKind::kExam},
          {"signed", !seal.signature.empty()},
          {"sha256", protocol::ToHex(seal.sha256())}};
}

Outcome<ExitCode> Show(const PackFileOptions& options) {
  const auto seal = ReadPackSeal(options.file);
  if (!seal) return seal.error();
  if (options.common.json) {
    PrintJson(ToJson(*seal));
  } else {
    // The header is made for people, and printable as a whole.
    std::cout << seal->signed_text
              << (seal->signature.empty() ? "unsigned\n"
                                          : "signed; `pack verify` tells by "
                                            "whom\n");
  }
  return ExitCode::kDone;
}

CLI::App& AddFileVerb(CLI::App& pack, const char* verb, const char* what,
                      const std::shared_ptr<PackFileOptions>& options,
                      const char* example,
                      Outcome<ExitCode> (*run)(const PackFileOptions&),
                      int& exit_code) {
  CLI::App* command = pack.add_subcommand(verb, what);
  AddPackFile(*command, options->file);
  CompleteOfflineCommand(*command, options, example, run, exit_code);
  return *command;
}

void AddPackFileCommands(CLI::App& pack, int& exit_code) {
  const auto options = std::make_shared<PackFileOptions>();
  AddFileVerb(pack, "sign", "Sign a pack, so that boxes take it", options,
              "Example:\n"
              "  answerbox pack sign guidelines.pack --key site.key",
              Sign, exit_code)
      .add_option("--key", options->key,
                  "Your secret key: ECDSA on P-256 (PEM)")
      ->type_name("FILE")
      ->required();
  AddFileVerb(pack, "verify", "Check that a pack is whole, and who signed it",
              options,
              "Example:\n"
              "  answerbox pack verify guidelines.pack --key site.pub",
              Verify, exit_code)
      .add_option("--key", options->key, "The maker's public key (PEM)")
      ->type_name("FILE")
      ->required();
  AddFileVerb(pack, "show", "Show what a pack says of itself", options,
              "Example:\n  answerbox pack show guidelines.pack", Show,
              exit_code);
}

}  // namespace

void AddPackCommand(CLI::App& program, int& exit_code) {
  CLI::App* pack = program.add_subcommand(
      "pack",
      "Make signed packs of collections for other boxes, and install them");
  pack->require_subcommand(1);
  AddPackBuildCommand(*pack, exit_code);
  AddPackFileCommands(*pack, exit_code);
  AddPackInstallCommands(*pack, exit_code);
}

}  // namespace answerbox::client
