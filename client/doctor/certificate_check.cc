// The certificate that MQTT by TLS shows, its key, and the CA of clients.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>

#include "client/doctor/box.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/certificate_names.h"
#include "platform/certificate/matching_files.h"
#include "platform/certificate/pem_file.h"
#include "platform/service/own_addresses.h"
#include "platform/tls/tls_dates.h"

namespace answerbox::client {
namespace {

constexpr const char* kCertificate = "certificate";
constexpr const char* kRenew =
    "make another one with \"answerbox certificate\", and reload the daemon";

bool IsFor(const platform::CertificateChain& chain, const std::string& host) {
  if (const auto address = platform::ParseIpAddress(host)) {
    return platform::IsForAddress(*chain.get(), *address);
  }
  const auto names = platform::NamesIn(*chain.get());
  return std::ranges::find(names, host) != names.end();
}

void CheckDates(const std::filesystem::path& file,
                const platform::CertificateChain& chain,
                std::chrono::sys_seconds now, Findings& found) {
  for (const auto* each = chain.get(); each != nullptr; each = each->next) {
    const auto facts = platform::FactsOf(*each);
    const std::string whose = file.native() + " (" + facts.subject + ") ";
    const std::string until = platform::ReadableTimeText(facts.valid_until);
    if (now > facts.valid_until) {
      found.Fault(kCertificate, whose + "expired on " + until, kRenew);
    } else if (now < facts.valid_from) {
      found.Fault(kCertificate,
                  whose + "is not valid before " +
                      platform::ReadableTimeText(facts.valid_from),
                  "set the clock if it is slow");
    } else if (facts.valid_until - now < platform::kWarnBeforeExpiry) {
      found.Warning(kCertificate, whose + "expires on " + until, kRenew);
    } else {
      found.Ok(kCertificate, whose + "is valid until " + until);
    }
  }
}

// Each certificate must be signed by the one after it (RFC 5246, 7.4.2).
void CheckOrder(const std::filesystem::path& file,
                const platform::CertificateChain& chain, Findings& found) {
  const auto bytes = [](const mbedtls_x509_buf& buffer) {
    return std::span(buffer.p, buffer.len);
  };
  for (const auto* each = chain.get(); each->next != nullptr;
       each = each->next) {
    if (std::ranges::equal(bytes(each->issuer_raw),
                           bytes(each->next->subject_raw))) {
      continue;
    }
    return found.Warning(
        kCertificate,
        file.native() +
            " is out of order: a certificate is not followed by "
            "that of who signed it",
        "put the box's own first, then that of its CA, and so on");
  }
}

void CheckNames(const Box& box, const platform::CertificateChain& chain,
                Findings& found) {
  const std::string remedy =
      "make one with --name for each address and name that clients use";
  for (const ListenAddress& address :
       SplitAddresses(box.options.mqtt.tls_addresses)) {
    const std::string& host = address.host;
    if (ReachOf(host) != Reach::kEvery) {
      if (!IsFor(chain, host)) {
        found.Warning(kCertificate,
                      "it is not for " + host + ", where the daemon listens",
                      remedy);
      }
      continue;
    }
    const auto own = platform::OwnAddresses();
    const bool is_for_one = std::ranges::any_of(
        own, [&](const std::string& one) { return IsFor(chain, one); });
    if (!own.empty() && !is_for_one) {
      found.Note(kCertificate,
                 "it is for none of this machine's addresses, such as " +
                     own.front() + "; clients must use a name in it",
                 remedy);
    }
  }
}

// As the daemon loads them: finds keys of others, and lists of another CA.
platform::Result<void> Load(const daemon::mqtt::MqttSettings& mqtt) {
  platform::CertificateChain chain;
  platform::Key key;
  auto done = platform::ReadPair(mqtt.certificate, mqtt.key, chain, key);
  if (!done || mqtt.client_ca.empty()) return done;
  platform::CertificateChain cas;
  done = platform::ReadCertificates(mqtt.client_ca, cas);
  if (!done || mqtt.client_revocations.empty()) return done;
  platform::RevocationList lists;
  return platform::ReadRevocationListsOf(cas, mqtt.client_revocations, lists);
}

void CheckLoading(const daemon::mqtt::MqttSettings& mqtt, Findings& found) {
  const auto loaded = Load(mqtt);
  if (loaded) {
    return found.Ok(kCertificate, "its key and those it trusts are sound");
  }
  const platform::Error& error = loaded.error();
  if (error.code.value() == EACCES && ::geteuid() != 0) {
    return found.Unread(error.path);
  }
  found.Fault(kCertificate, "can't " + error.Describe(),
              "until this is mended, the daemon does not serve MQTT by TLS, or "
              "goes on with what it read before");
}

void CheckFile(const std::filesystem::path& file, const Box& box,
               Findings& found) {
  platform::CertificateChain chain;
  const auto read = platform::ReadCertificates(file, chain);
  // CheckLoading tells why.
  if (!read) return;
  CheckDates(file, chain, box.now, found);
  if (file != box.options.mqtt.certificate) return;
  CheckOrder(file, chain, found);
  CheckNames(box, chain, found);
}

}  // namespace

void CheckCertificates(Box& box, Findings& found) {
  const daemon::mqtt::MqttSettings& mqtt = box.options.mqtt;
  std::error_code ignored;
  // Sockets of systemd need the files without an address in the options.
  const auto unit = box.At(
      "/etc/systemd/system/sockets.target.wants/answerboxd-mqtt-tls.socket");
  const auto status = std::filesystem::symlink_status(unit, ignored);
  if (mqtt.tls_addresses.empty() && !std::filesystem::exists(status)) return;
  CheckLoading(mqtt, found);
  CheckFile(mqtt.certificate, box, found);
  if (!mqtt.client_ca.empty()) CheckFile(mqtt.client_ca, box, found);
}

}  // namespace answerbox::client
