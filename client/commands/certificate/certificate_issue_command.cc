// `answerbox certificate make` and `request`: a new key, and a certificate that
// it signs itself or a request to a CA.
#include <unistd.h>

#include <array>
#include <iostream>

#include "client/commands/certificate/certificate_command.h"
#include "client/commands/command.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/issue.h"
#include "platform/file/directory.h"

namespace answerbox::client {
namespace {

struct IssueOptions {
  CommonOptions common;
  std::filesystem::path folder;
  std::vector<std::string> names;
  int days = kDefaultValidityDays;
  bool is_ca = false;
  bool force = false;
};

// A new key, and the text of the certificate or request that goes into the file
// beside the key.
struct Issued {
  std::filesystem::path key_file;
  std::string key;
  std::filesystem::path file;
  std::string text;
};

std::string HostName() {
  std::array<char, 256> name{};
  // The last byte stays zero: gethostname need not end a name that it cuts.
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') {
    return "localhost";
  }
  return name.data();
}

// A common name may have 64 bytes, but a host name up to 253.
std::string CommonName(const std::string& name) {
  return name.substr(0, platform::kMaxCommonNameBytes);
}

Outcome<void> Write(const IssueOptions& options, const Issued& issued) {
  // The check comes before anything is written, so that a key never lies beside
  // a certificate of another key.
  if (!options.force) {
    const auto absent = CheckAbsent({issued.key_file, issued.file});
    if (!absent) return absent;
  }
  const auto made = platform::MakeDirectory(options.folder);
  if (!made) return RejectedBy(made.error());
  // The key is written first: a certificate without its key is useless, but
  // looks finished.
  auto written = WriteWhole(issued.key_file, issued.key, FileSecrecy::kPrivate);
  if (written) {
    written = WriteWhole(issued.file, issued.text, FileSecrecy::kPublic);
  }
  return written;
}

Outcome<ExitCode> Report(const IssueOptions& options, const Issued& issued,
                         const char* what) {
  if (options.common.json) {
    PrintJson(boost::json::object{{what, issued.file.native()},
                                  {"private_key", issued.key_file.native()}});
  } else {
    PrintSentence(options.common,
                  std::string("Wrote the ") + what + " " +
                      issued.file.native() + " and its private key " +
                      issued.key_file.native() + ", which only you can read.");
  }
  return ExitCode::kDone;
}

Outcome<ExitCode> Make(const IssueOptions& options) {
  std::vector<std::string> names = options.names;
  if (names.empty() && !options.is_ca) {
    // Clients on this machine connect by these names, too, and check the one
    // that they used.
    names = {HostName(), "localhost", "127.0.0.1", "::1"};
  }
  // The names of a CA's certificate matter to no client, so a CA needs none;
  // but its certificate needs a subject.
  const std::string common_name =
      options.is_ca && names.empty() ? "Answerbox CA " + HostName() : names[0];
  platform::Key key;
  const auto made = platform::MakeKey(key);
  if (!made) return RejectedBy(made.error());
  const auto text = platform::MakeSelfSigned(
      key, {.use = options.is_ca ? platform::CertificateUse::kCa
                                 : platform::CertificateUse::kPeer,
            .common_name = CommonName(common_name),
            .names = names,
            .now = SecondsNow(),
            .validity = std::chrono::days(options.days)});
  if (!text) return RejectedBy(text.error());
  const auto key_text = platform::PrivateKeyPem(key);
  if (!key_text) return RejectedBy(key_text.error());
  const std::string name = options.is_ca ? "ca" : "answerbox";
  const Issued issued{.key_file = options.folder / (name + ".key"),
                      .key = *key_text,
                      .file = options.folder / (name + ".crt"),
                      .text = *text};
  const auto written = Write(options, issued);
  if (!written) return written.error();
  return Report(options, issued, "certificate");
}

Outcome<ExitCode> MakeCertificateRequest(const IssueOptions& options) {
  platform::Key key;
  const auto made = platform::MakeKey(key);
  if (!made) return RejectedBy(made.error());
  const auto text =
      platform::MakeRequest(key, CommonName(options.names[0]), options.names);
  if (!text) return RejectedBy(text.error());
  const auto key_text = platform::PrivateKeyPem(key);
  if (!key_text) return RejectedBy(key_text.error());
  const Issued issued{.key_file = options.folder / "answerbox.key",
                      .key = *key_text,
                      .file = options.folder / "answerbox.csr",
                      .text = *text};
  const auto written = Write(options, issued);
  if (!written) return written.error();
  return Report(options, issued, "request");
}

void AddOutOption(CLI::App& command, IssueOptions& options, const char* files) {
  command
      .add_option("--out", options.folder,
                  std::string("The folder to write into: ") + files)
      ->type_name("DIR")
      ->required();
  AddForceOption(command, options.force);
}

}  // namespace

void AddCertificateIssueCommands(CLI::App& certificate, int& exit_code) {
  CLI::App* make = certificate.add_subcommand(
      "make", "Make a key and a certificate that it signs itself");
  const auto options = std::make_shared<IssueOptions>();
  AddOutOption(*make, *options, "answerbox.crt and .key, or ca.crt and .key");
  AddNameOption(*make, options->names);
  AddDaysOption(*make, options->days, "the certificate");
  make->add_flag("--ca", options->is_ca,
                 "A CA's certificate, to sign those of others with");
  CompleteOfflineCommand(
      *make, options,
      "Without --name, a certificate is for this machine's host name and for "
      "localhost.\n"
      "Examples:\n"
      "  answerbox certificate make --out tls --name box.local --name "
      "192.168.1.5\n"
      "  answerbox certificate make --out ca --ca",
      Make, exit_code);

  CLI::App* request = certificate.add_subcommand(
      "request", "Make a key and a request to a CA for a certificate");
  const auto wanted = std::make_shared<IssueOptions>();
  AddOutOption(*request, *wanted, "answerbox.csr and answerbox.key");
  AddNameOption(*request, wanted->names);
  request->get_option("--name")->required();
  CompleteOfflineCommand(
      *request, wanted,
      "Examples:\n"
      "  answerbox certificate request --out nurse --name nurse",
      MakeCertificateRequest, exit_code);
}

}  // namespace answerbox::client
