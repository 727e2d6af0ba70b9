#include "platform/certificate/pem_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "platform/file/open_file.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

// A daemon that reads its certificates again must not wait.
TEST(PemFileTest, APipeIsRefusedWithoutWaiting) {
  const tests::TemporaryFolder folder;
  const auto path = folder.path() / "box.crt";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  CertificateChain chain;
  const auto certificates = ReadCertificates(path, chain);
  ASSERT_FALSE(certificates);
  EXPECT_EQ(certificates.error().code, FileError::kNotRegular);
  Key key;
  const auto read = ReadPrivateKey(path, key);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, FileError::kNotRegular);
}

}  // namespace
}  // namespace answerbox::platform
