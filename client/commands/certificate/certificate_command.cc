// `answerbox certificate show`, `make` and `request`, and what all certificate
// commands share.
#include "client/commands/certificate/certificate_command.h"

#include <unistd.h>

#include <array>
#include <iostream>
#include <span>
#include <system_error>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/issue.h"
#include "platform/certificate/pem_file.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"

namespace answerbox::client {

std::chrono::sys_seconds SecondsNow() {
  return std::chrono::floor<std::chrono::seconds>(
      std::chrono::system_clock::now());
}

// Each --name takes one name. A vector's option would otherwise take the words
// after it, too.
void AddNameOption(CLI::App& command, std::vector<std::string>& names) {
  command
      .add_option("--name", names,
                  "A host name or IP address it is for; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

void AddDaysOption(CLI::App& command, int& days, const std::string& of_what) {
  const auto most = static_cast<int>(platform::kMaxValidity.count());
  command
      .add_option("--days", days,
                  "How long " + of_what + " is valid (default " +
                      std::to_string(days) + ", at most " +
                      std::to_string(most) + ")")
      ->type_name("N")
      ->check(CLI::Range(1, most));
}

void AddForceOption(CLI::App& command, bool& force) {
  command.add_flag("--force", force, "Replace files that exist");
}

Failure RejectedBy(const platform::Error& error) {
  return Rejected("can't " + error.Describe());
}

Outcome<void> CheckAbsent(const std::vector<std::filesystem::path>& files) {
  for (const std::filesystem::path& file : files) {
    std::error_code ignored;
    // The link itself is checked, not its target: a link without a target would
    // otherwise be replaced silently.
    if (std::filesystem::exists(
            std::filesystem::symlink_status(file, ignored))) {
      return Rejected(file.native() + " exists; --force replaces it");
    }
  }
  return {};
}

Outcome<void> WriteWhole(const std::filesystem::path& path,
                         const std::string& content, FileSecrecy secrecy) {
  auto file = platform::AtomicFile::Create(path);
  if (!file) return RejectedBy(file.error());
  // Its mode is 0600 from its creation on.
  auto written = file->Append(std::as_bytes(std::span(content)));
  if (written) written = file->Commit();
  if (!written) return RejectedBy(written.error());
  if (secrecy == FileSecrecy::kPrivate) return {};
  std::error_code error;
  using std::filesystem::perms;
  std::filesystem::permissions(path,
                               perms::owner_read | perms::owner_write |
                                   perms::group_read | perms::others_read,
                               error);
  if (error) {
    return RejectedBy({error, "let others read", path});
  }
  return {};
}

namespace {

struct ShowCertificateOptions {
  CommonOptions common;
  std::string file;
};

const char* StateAt(const platform::CertificateFacts& facts,
                    std::chrono::sys_seconds now) {
  if (now > facts.valid_until) return "expired";
  return now < facts.valid_from ? "not valid yet" : "valid";
}

boost::json::object ToJson(const platform::CertificateFacts& facts,
                           std::chrono::sys_seconds now) {
  const auto text = [](std::chrono::sys_seconds time) {
    return platform::ReadableTimeText(time);
  };
  boost::json::array names;
  for (const std::string& name : facts.names) names.emplace_back(name);
  return {{"subject", facts.subject},
          {"issuer", facts.issuer},
          {"names", std::move(names)},
          {"valid_from", text(facts.valid_from)},
          {"valid_until", text(facts.valid_until)},
          {"state", StateAt(facts, now)},
          {"ca", facts.is_ca},
          {"sha256", platform::FingerprintText(facts.fingerprint)}};
}

void Print(const platform::CertificateFacts& facts,
           std::chrono::sys_seconds now) {
  std::cout << "Subject:  " << Escaped(facts.subject) << "\n"
            << "Issuer:   " << Escaped(facts.issuer) << "\n"
            << "Names:    "
            << (facts.names.empty() ? "none" : Joined(facts.names)) << "\n"
            << "Valid:    " << platform::ReadableTimeText(facts.valid_from)
            << " to " << platform::ReadableTimeText(facts.valid_until) << " ("
            << StateAt(facts, now) << ")\n"
            << "May sign: "
            << (facts.is_ca ? "other certificates (CA)" : "no certificates")
            << "\n"
            << "SHA-256:  " << platform::FingerprintText(facts.fingerprint)
            << "\n";
}

Outcome<ExitCode> ShowCertificate(const ShowCertificateOptions& options) {
  platform::CertificateChain chain;
  const auto read = platform::ReadCertificates(options.file, chain);
  if (!read) return RejectedBy(read.error());
  const auto now = SecondsNow();
  boost::json::array certificates;
  // One expired certificate makes the whole file unusable: a peer checks all
  // certificates of a chain.
  bool is_valid = true;
  for (const auto* each = chain.get(); each != nullptr; each = each->next) {
    const auto facts = platform::FactsOf(*each);
    is_valid = is_valid && now >= facts.valid_from && now <= facts.valid_until;
    if (options.common.json) {
      certificates.push_back(ToJson(facts, now));
      continue;
    }
    if (each != chain.get()) std::cout << "\n";
    Print(facts, now);
  }
  if (options.common.json) {
    PrintJson(boost::json::object{{"certificates", std::move(certificates)}});
  }
  return is_valid ? ExitCode::kDone : ExitCode::kRefused;
}

// `answerbox certificate make` and `request`: a new key, and a certificate that
// it signs itself or a request to a CA.

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

}  // namespace

void AddCertificateCommand(CLI::App& program, int& exit_code) {
  CLI::App* certificate = program.add_subcommand(
      "certificate", "Make, sign and show certificates for TLS");
  certificate->require_subcommand(1);
  AddCertificateIssueCommands(*certificate, exit_code);
  AddCertificateSignCommands(*certificate, exit_code);
  CLI::App* show = certificate->add_subcommand(
      "show", "Show whose certificate it is, and how long it is valid");
  const auto options = std::make_shared<ShowCertificateOptions>();
  show->add_option("file", options->file, "A file with certificates (PEM)")
      ->type_name("FILE")
      ->required();
  CompleteOfflineCommand(*show, options,
                         "Examples:\n"
                         "  answerbox certificate show answerbox.crt\n"
                         "Exit codes: 0 all are valid now, 1 one is not.",
                         ShowCertificate, exit_code);
}

}  // namespace answerbox::client
