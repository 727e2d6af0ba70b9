// Bytes of a file that are a part of the program.
#pragma once

#include <cstddef>
#include <string_view>

// Defines the symbols `name` and `name##_end` around the bytes of the file
// `path`, a string literal, at an address that 16 divides. Use it once for each
// name, outside of namespaces. A byte follows the file, so that the end of an
// empty one is in the section, too. Each file has a section, so that the linker
// leaves out what no program uses. The symbols are global but hidden: with
// link-time optimisation, the code that uses them may be in another object
// file.
#define ANSWERBOX_EMBED_FILE(name, path)             \
  __asm__(".pushsection .rodata." #name              \
          ",\"a\",%progbits\n"                       \
          ".balign 16\n"                             \
          ".globl " #name ", " #name                 \
          "_end\n"                                   \
          ".hidden " #name ", " #name "_end\n" #name \
          ":\n"                                      \
          ".incbin \"" path "\"\n" #name             \
          "_end:\n"                                  \
          ".byte 0\n"                                \
          ".popsection\n");                          \
  extern "C" {                                       \
  extern const std::byte name[];                     \
  extern const std::byte name##_end[];               \
  }                                                  \
  static_assert(true, "A semicolon follows it.")

namespace answerbox::engine {

// The bytes between two such symbols.
inline std::string_view EmbeddedText(const std::byte* begin,
                                     const std::byte* end) noexcept {
  return {reinterpret_cast<const char*>(begin),
          static_cast<std::size_t>(end - begin)};
}

}  // namespace answerbox::engine
