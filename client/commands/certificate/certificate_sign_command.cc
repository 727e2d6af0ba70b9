// `answerbox certificate sign` and `revoke`: the work of a CA.
#include <algorithm>
#include <span>

#include "client/commands/certificate/certificate_command.h"
#include "client/commands/command.h"
#include "platform/certificate/issue.h"
#include "platform/certificate/pem_file.h"
#include "platform/file/directory.h"

namespace answerbox::client {
namespace {

struct CaOptions {
  CommonOptions common;
  std::filesystem::path ca;
  std::filesystem::path key;
  int days = kDefaultValidityDays;
};

struct SignOptions : CaOptions {
  std::filesystem::path request;
  std::filesystem::path out;
  std::vector<std::string> names;
  bool force = false;
};

struct RevokeOptions : CaOptions {
  std::filesystem::path list;
  std::vector<std::filesystem::path> certificates;
};

struct Ca {
  platform::CertificateChain certificate;
  platform::Key key;
};

Outcome<void> ReadCa(const CaOptions& options, Ca& ca) {
  auto read = platform::ReadCertificates(options.ca, ca.certificate);
  if (read) read = platform::ReadPrivateKey(options.key, ca.key);
  if (!read) return RejectedBy(read.error());
  return {};
}

// Takes over the subject of a request, but none of its names: an applicant must
// not choose which hosts the certificate vouches for.
Outcome<ExitCode> Sign(const SignOptions& options) {
  if (!options.force) {
    const auto absent = CheckAbsent({options.out});
    if (!absent) return absent.error();
  }
  Ca ca;
  const auto read = ReadCa(options, ca);
  if (!read) return read.error();
  platform::CertificateRequest request;
  const auto parsed = platform::ReadRequest(options.request, request);
  if (!parsed) return RejectedBy(parsed.error());
  const auto text =
      platform::SignRequest(request, ca.certificate, ca.key,
                            {.use = platform::CertificateUse::kPeer,
                             .common_name = {},
                             .names = options.names,
                             .now = SecondsNow(),
                             .validity = std::chrono::days(options.days)});
  if (!text) return RejectedBy(text.error());
  const auto written = WriteWhole(options.out, *text, FileSecrecy::kPublic);
  if (!written) return written.error();
  PrintDone(options.common,
            boost::json::object{{"certificate", options.out.native()}},
            "Wrote the certificate " + options.out.native() + ".");
  return ExitCode::kDone;
}

bool AreEqual(const mbedtls_x509_buf& a, const mbedtls_x509_buf& b) {
  return std::ranges::equal(std::span(a.p, a.len), std::span(b.p, b.len));
}

// Reads the revocations that the file lists. Without a file there are none.
Outcome<std::vector<platform::Revocation>> ReadRevoked(
    const RevokeOptions& options, const Ca& ca) {
  if (!platform::IsFile(options.list)) {
    return std::vector<platform::Revocation>();
  }
  platform::RevocationList list;
  const auto read = platform::ReadRevocationLists(options.list, list);
  if (!read) return RejectedBy(read.error());
  // The file is replaced as a whole. If it held the list of another CA, that
  // CA's revocations would be lost and its revoked certificates valid again.
  if (!AreEqual(list->issuer_raw, ca.certificate->subject_raw) ||
      list->next != nullptr) {
    return Rejected(options.list.native() + " is not a list of the CA of " +
                    options.ca.native() + " alone; name another file");
  }
  return platform::RevocationsIn(list);
}

Outcome<void> AddTo(std::vector<platform::Revocation>& revoked, const Ca& ca,
                    const std::filesystem::path& file) {
  platform::CertificateChain certificate;
  const auto read = platform::ReadCertificates(file, certificate);
  if (!read) return RejectedBy(read.error());
  // A peer looks for a certificate in the list of its own CA alone.
  if (!AreEqual(certificate->issuer_raw, ca.certificate->subject_raw)) {
    return Rejected(file.native() + " was not signed by this CA");
  }
  auto added = platform::RevocationOf(certificate, SecondsNow());
  // A certificate that is revoked twice keeps the time of the first revocation.
  const bool is_there = std::ranges::any_of(
      revoked, [&](const auto& one) { return one.serial == added.serial; });
  if (!is_there) revoked.push_back(std::move(added));
  return {};
}

// Without certificates the same list is signed again: peers refuse every
// certificate once the CA's list has expired.
Outcome<ExitCode> Revoke(const RevokeOptions& options) {
  Ca ca;
  const auto read = ReadCa(options, ca);
  if (!read) return read.error();
  auto revoked = ReadRevoked(options, ca);
  if (!revoked) return revoked.error();
  for (const std::filesystem::path& file : options.certificates) {
    const auto added = AddTo(*revoked, ca, file);
    if (!added) return added.error();
  }
  const auto text = platform::WriteRevocationList(
      ca.certificate, ca.key, *revoked, SecondsNow(),
      std::chrono::days(options.days));
  if (!text) return RejectedBy(text.error());
  const auto written = WriteWhole(options.list, *text, FileSecrecy::kPublic);
  if (!written) return written.error();
  if (options.common.json) {
    PrintJson(boost::json::object{{"revocation_list", options.list.native()},
                                  {"revoked", revoked->size()}});
  } else {
    PrintSentence(options.common,
                  "Wrote the revocation list " + options.list.native() + ": " +
                      std::to_string(revoked->size()) +
                      " revoked. Programs that check it must load it again.");
  }
  return ExitCode::kDone;
}

void AddCaOptions(CLI::App& command, CaOptions& options) {
  command.add_option("--ca", options.ca, "The CA's certificate")
      ->type_name("FILE")
      ->required();
  command.add_option("--key", options.key, "The CA's private key")
      ->type_name("FILE")
      ->required();
}

void AddSignCommand(CLI::App& certificate, int& exit_code) {
  CLI::App* sign = certificate.add_subcommand(
      "sign", "As a CA, sign a request: make a certificate of it");
  const auto options = std::make_shared<SignOptions>();
  AddCaOptions(*sign, *options);
  sign->add_option("--request", options->request, "The request")
      ->type_name("FILE")
      ->required();
  sign->add_option("--out", options->out, "The certificate to write")
      ->type_name("FILE")
      ->required();
  AddNameOption(*sign, options->names);
  AddDaysOption(*sign, options->days, "the certificate");
  AddForceOption(*sign, options->force);
  CompleteOfflineCommand(
      *sign, options,
      "Names in the request don't count, but for the subject: a server's "
      "certificate takes --name.\n"
      "Examples:\n"
      "  answerbox certificate sign --ca ca/ca.crt --key ca/ca.key --request "
      "nurse/answerbox.csr --out nurse.crt",
      Sign, exit_code);
}

void AddRevokeCommand(CLI::App& certificate, int& exit_code) {
  CLI::App* revoke = certificate.add_subcommand(
      "revoke", "As a CA, take certificates back: write its revocation list");
  const auto options = std::make_shared<RevokeOptions>();
  AddCaOptions(*revoke, *options);
  revoke
      ->add_option("--crl", options->list,
                   "The list, which is made or added to")
      ->type_name("FILE")
      ->required();
  revoke
      ->add_option("certificate", options->certificates,
                   "The certificates (default: none; the list is renewed)")
      ->type_name("FILE");
  AddDaysOption(*revoke, options->days, "the list");
  CompleteOfflineCommand(
      *revoke, options,
      "A list that is out of date lets nobody in: renew it in time.\n"
      "Examples:\n"
      "  answerbox certificate revoke --ca ca/ca.crt --key ca/ca.key --crl "
      "ca/ca.crl nurse.crt",
      Revoke, exit_code);
}

}  // namespace

void AddCertificateSignCommands(CLI::App& certificate, int& exit_code) {
  AddSignCommand(certificate, exit_code);
  AddRevokeCommand(certificate, exit_code);
}

}  // namespace answerbox::client
