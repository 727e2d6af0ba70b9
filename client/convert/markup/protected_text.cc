#include "client/convert/markup/protected_text.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kPrivatePlane = "\xF3\xB0";
constexpr std::size_t kPrivateBytes = 4;
// The marks that cmark does not know.
constexpr std::string_view kMarks = "|~=$^%{:";

enum class Guard : std::uint8_t { kItself = 0x80, kEscaped = 0x82 };

void AppendGuarded(char c, Guard guard, std::string& out) {
  const auto byte = static_cast<unsigned char>(c);
  out += kPrivatePlane;
  out += static_cast<char>(static_cast<unsigned>(guard) + (byte >> 6));
  out += static_cast<char>(0x80 | (byte & 0x3F));
}

struct Guarded {
  char c = 0;
  Guard guard = Guard::kItself;
};

// Returns the protected character at the beginning of a text.
std::optional<Guarded> GuardedAt(std::string_view text) {
  if (text.size() < kPrivateBytes || !text.starts_with(kPrivatePlane)) {
    return std::nullopt;
  }
  const unsigned high = static_cast<unsigned char>(text[2]) - 0x80u;
  const unsigned low = static_cast<unsigned char>(text[3]) & 0x3Fu;
  if (high > 3) return std::nullopt;
  return Guarded{static_cast<char>((high & 1u) << 6 | low),
                 high < 2 ? Guard::kItself : Guard::kEscaped};
}

// Rewrites a text, with `change(guarded, out)` called for protected characters.
template <typename Change>
std::string Rewritten(std::string_view text, Change change) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t next = std::min(text.find(kPrivatePlane), text.size());
    out += text.substr(0, next);
    text.remove_prefix(next);
    if (text.empty()) break;
    if (const auto guarded = GuardedAt(text)) {
      change(*guarded, out);
      text.remove_prefix(kPrivateBytes);
    } else {
      out += text.front();
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace

std::string Protected(std::string_view plain) {
  std::string out;
  for (const char c : plain) {
    const bool may_be_mark = static_cast<unsigned char>(c) < 0x80 &&
                             !engine::IsWordByte(c) &&
                             !engine::IsOneOf(c, engine::kAsciiSpace);
    if (may_be_mark) {
      AppendGuarded(c, Guard::kItself, out);
    } else {
      out += c;
    }
  }
  return out;
}

void AppendEscaped(std::string_view line, std::string& out) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      out += line[i];
      continue;
    }
    const char next = line[++i];
    if (engine::IsOneOf(next, kMarks)) {
      AppendGuarded(next, Guard::kEscaped, out);
    } else {
      out += '\\';
      out += next;
    }
  }
}

std::string AsWritten(std::string_view prepared) {
  return Rewritten(prepared, [](Guarded guarded, std::string& out) {
    if (guarded.guard == Guard::kEscaped) out += '\\';
    out += guarded.c;
  });
}

std::string Unprotected(std::string_view prepared) {
  return Rewritten(prepared,
                   [](Guarded guarded, std::string& out) { out += guarded.c; });
}

std::string ProtectedText(std::string_view prepared) {
  return Rewritten(prepared, [](Guarded guarded, std::string& out) {
    AppendGuarded(guarded.c, Guard::kItself, out);
  });
}

std::string ProtectedCode(std::string_view prepared) {
  std::string out;
  while (!prepared.empty()) {
    const std::size_t next =
        std::min(prepared.find(kPrivatePlane), prepared.size());
    out += Protected(prepared.substr(0, next));
    prepared.remove_prefix(next);
    const std::size_t length = std::min(kPrivateBytes, prepared.size());
    const auto guarded = GuardedAt(prepared);
    if (guarded && guarded->c != '|') {
      out += Protected("\\");
      AppendGuarded(guarded->c, Guard::kItself, out);
    } else {
      out += prepared.substr(0, length);
    }
    prepared.remove_prefix(length);
  }
  return out;
}

}  // namespace answerbox::client
