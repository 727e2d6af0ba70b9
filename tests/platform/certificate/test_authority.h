// A CA for a test, with files as an administrator has them.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "platform/certificate/issue.h"
#include "platform/certificate/mbedtls_object.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::tests {

enum class KeyKind { kEcdsa, kRsa };

struct TestCertificate {
  std::filesystem::path certificate;
  std::filesystem::path private_key;
};

struct TestTerms {
  platform::CertificateUse use = platform::CertificateUse::kPeer;
  KeyKind key = KeyKind::kEcdsa;
  std::vector<std::string> names = {"box.test", "127.0.0.1"};
  std::chrono::days age{0};  // Since it was issued; negative: issued later.
};

class TestAuthority {
 public:
  // Writes NAME.crt and NAME.key into `folder`.
  TestAuthority(const std::filesystem::path& folder, const std::string& name);

  // Issues NAME.crt with NAME.key, valid for ten days.
  TestCertificate Issue(const std::string& name, const TestTerms& terms = {});
  // Writes a list with this one revoked certificate. It is valid for ten days.
  std::filesystem::path Revoke(const TestCertificate& revoked,
                               std::chrono::days age = {});

  [[nodiscard]] const std::filesystem::path& certificate() const {
    return files_.certificate;
  }

 private:
  std::filesystem::path folder_;
  TestCertificate files_;
  platform::CertificateChain ca_;
  platform::Key key_;
};

[[nodiscard]] std::chrono::sys_seconds Now();

// Mode 0600, as openssl and `answerbox certificate` write it.
void WriteKeyFile(const std::filesystem::path& path, const std::string& pem);

}  // namespace answerbox::tests
