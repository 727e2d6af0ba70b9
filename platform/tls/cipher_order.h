// Which cipher suites are offered and taken, the best first: TLS 1.2 with
// forward secrecy (ECDHE) and authenticated encryption (AES-GCM,
// ChaCha20-Poly1305), nothing else.
#pragma once

#include <cstdint>

namespace answerbox::platform {

enum class AesSpeed : std::uint8_t {
  kInstructions,  // mbedTLS uses the processor's own: AES-GCM comes first.
  kTables,        // It goes by tables in memory: ChaCha20 comes first, which is
                  // quicker then, and reads no memory at secret places.
};

// Of the processor that runs this program. mbedTLS 2.28 has code for AES-NI on
// x86-64, and none for ARM's instructions: those that have them gain nothing.
[[nodiscard]] AesSpeed AesSpeedHere() noexcept;

// Numbers of suites, ended by 0; static.
[[nodiscard]] const int* CipherOrder(AesSpeed speed) noexcept;

}  // namespace answerbox::platform
