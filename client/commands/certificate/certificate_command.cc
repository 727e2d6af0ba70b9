// `answerbox certificate show`, and what all certificate commands share.
#include "client/commands/certificate/certificate_command.h"

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
#include "platform/file/atomic_file.h"

namespace answerbox::client {
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

}  // namespace

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

}  // namespace answerbox::client
