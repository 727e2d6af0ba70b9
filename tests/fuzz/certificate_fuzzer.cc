// Reads any bytes as a certificate and as a revocation list. The values that
// are read must be within their bounds, and safe to show on a terminal.
#include <mbedtls/x509_crl.h>
#include <mbedtls/x509_crt.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/issue.h"

namespace {

using namespace answerbox::platform;

void Check(bool condition) {
  if (!condition) std::abort();
}

bool IsPrintable(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

void CheckFacts(const mbedtls_x509_crt& certificate) {
  const CertificateFacts facts = FactsOf(certificate);
  Check(IsPrintable(facts.subject) && facts.subject.size() <= 512);
  Check(IsPrintable(facts.issuer) && facts.issuer.size() <= 512);
  Check(facts.names.size() <= kMaxNames);
  for (const std::string& name : facts.names) {
    Check(IsHostName(name) || ParseIpAddress(name));
  }
  Check(!ReadableTimeText(facts.valid_from).empty());
  Check(!ReadableTimeText(facts.valid_until).empty());
  const auto common_name = CommonNameOf(certificate);
  Check(!common_name || (IsPrintable(*common_name) && !common_name->empty() &&
                         common_name->size() <= kMaxCommonNameBytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  // PEM needs a zero at its end; DER ignores it.
  std::string text(reinterpret_cast<const char*>(data), size);
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.c_str());
  CertificateChain chain;
  if (mbedtls_x509_crt_parse(chain.get(), bytes, size + 1) == 0 ||
      mbedtls_x509_crt_parse_der(chain.get(), bytes, size) == 0) {
    for (const auto* each = chain.get(); each != nullptr; each = each->next) {
      CheckFacts(*each);
    }
  }
  RevocationList list;
  if (mbedtls_x509_crl_parse(list.get(), bytes, size + 1) == 0 ||
      mbedtls_x509_crl_parse_der(list.get(), bytes, size) == 0) {
    for (const Revocation& revocation : RevocationsIn(list)) {
      Check(revocation.serial.size() <= size);
      Check(!DerTimeText(revocation.since).empty());
    }
  }
  return 0;
}
