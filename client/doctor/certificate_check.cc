// The certificates that MQTT by TLS and HTTPS show, their keys, and the CA of
// MQTT clients.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>

#include "client/doctor/box.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/pem_file.h"
#include "platform/service/account_files.h"
#include "platform/tls/tls_config.h"

namespace answerbox::client {
namespace {

constexpr const char* kCertificate = "certificate";
constexpr const char* kRenew =
    "make another one with \"answerbox certificate\", and reload the daemon";

// What a listener shows by TLS, and whom it trusts.
struct ShownPair {
  std::string_view what;  // "MQTT by TLS"
  const std::string& addresses;
  const std::string& certificate;
  const std::string& key;
  std::string client_ca = {};
  std::string client_revocations = {};
};

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

void CheckNames(const std::string& addresses,
                const platform::CertificateChain& chain, Findings& found) {
  const std::string remedy =
      "make one with --name for each address and name that clients use";
  for (const ListenAddress& address : SplitAddresses(addresses)) {
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
platform::Result<void> Load(const ShownPair& shown) {
  platform::CertificateChain chain;
  platform::Key key;
  auto done = platform::ReadPair(shown.certificate, shown.key, chain, key);
  if (!done || shown.client_ca.empty()) return done;
  platform::CertificateChain cas;
  done = platform::ReadCertificates(shown.client_ca, cas);
  if (!done || shown.client_revocations.empty()) return done;
  platform::RevocationList lists;
  return platform::ReadRevocationListsOf(cas, shown.client_revocations, lists);
}

void CheckLoading(const ShownPair& shown, Findings& found) {
  const auto loaded = Load(shown);
  if (loaded) {
    return found.Ok(kCertificate, "its key and those it trusts are sound");
  }
  const platform::Error& error = loaded.error();
  if (error.code.value() == EACCES && ::geteuid() != 0) {
    return found.Unread(error.path);
  }
  found.Fault(kCertificate, "can't " + error.Describe(),
              "until this is mended, the daemon does not serve " +
                  std::string(shown.what) +
                  ", or goes on with what it read before");
}

void CheckShown(const ShownPair& shown, std::chrono::sys_seconds now,
                Findings& found) {
  CheckLoading(shown, found);
  // CheckLoading tells why a file can't be read.
  platform::CertificateChain chain;
  if (platform::ReadCertificates(shown.certificate, chain)) {
    CheckDates(shown.certificate, chain, now, found);
    CheckOrder(shown.certificate, chain, found);
    CheckNames(shown.addresses, chain, found);
  }
  platform::CertificateChain cas;
  if (!shown.client_ca.empty() &&
      platform::ReadCertificates(shown.client_ca, cas)) {
    CheckDates(shown.client_ca, cas, now, found);
  }
}

}  // namespace

void CheckCertificates(Box& box, Findings& found) {
  // Sockets of systemd need the files without an address in the options.
  const auto is_enabled = [&](const char* unit) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(
        box.At("/etc/systemd/system/sockets.target.wants/") / unit, ignored));
  };
  const daemon::mqtt::MqttSettings& mqtt = box.options.mqtt;
  if (!mqtt.tls_addresses.empty() || is_enabled("answerboxd-mqtt-tls.socket")) {
    CheckShown({"MQTT by TLS", mqtt.tls_addresses, mqtt.certificate, mqtt.key,
                mqtt.client_ca, mqtt.client_revocations},
               box.now, found);
  }
  const daemon::http::HttpSettings& http = box.options.http;
  if (!http.tls_addresses.empty() || is_enabled("answerboxd-https.socket")) {
    CheckShown({"HTTPS", http.tls_addresses, http.certificate, http.key},
               box.now, found);
  }
}

}  // namespace answerbox::client
