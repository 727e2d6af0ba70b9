// Reads any bytes as an answer of a model server. The first byte says in which
// pieces the bytes come; what is found must not depend on it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/cascade/codec/completions.h"
#include "daemon/cascade/codec/model_address.h"
#include "engine/text/utf8.h"

namespace {

using namespace answerbox::daemon;

void Require(bool is_so) {
  if (!is_so) std::abort();
}

bool IsUtf8(std::string_view text) {
  return static_cast<bool>(answerbox::engine::ValidateUtf8(text));
}

void CheckFailure(const ModelFailure& failure) {
  Require(!failure.message.empty() && IsUtf8(failure.message));
  Require(std::ranges::none_of(failure.message, [](char c) {
    return static_cast<unsigned char>(c) < 0x20;
  }));
}

void CheckGenerated(const Generated& generated) {
  Require(generated.text.size() <= kMaxGeneratedBytes);
  Require(IsUtf8(generated.text) && IsUtf8(generated.model));
}

std::string ReadStream(std::string_view bytes, std::size_t step) {
  EventStream events;
  CompletionReader reader;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    const auto fed = events.Feed(
        bytes.substr(at, step),
        [&reader](std::string_view data) { return reader.ReadEvent(data); });
    if (!fed) {
      CheckFailure(fed.error());
      return fed.error().message;
    }
    if (!*fed) break;
  }
  const Generated generated = reader.Take();
  CheckGenerated(generated);
  return generated.text;
}

void ReadLines(std::string_view bytes) {
  CompletionReader reader;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const auto read = reader.ReadLine(bytes.substr(0, end));
    if (!read) CheckFailure(read.error());
    if (!read || !*read) break;
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  CheckGenerated(reader.Take());
}

// The prompt is what comes before the first newline.
void CheckScores(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view prompt = bytes.substr(0, end);
  const auto scores =
      ReadPromptScores(bytes.substr(std::min(end + 1, bytes.size())), prompt);
  if (!scores) return CheckFailure(scores.error());
  std::size_t last = 0;
  for (const TokenLogProbability& score : *scores) {
    Require(score.begin >= last && score.begin <= score.end);
    Require(score.end <= prompt.size());
    Require(!score.log_probability || *score.log_probability <= 0);
    last = score.begin;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1,
                               size - 1);
  Require(ReadStream(bytes, bytes.size() + 1) ==
          ReadStream(bytes, data[0] % 32 + 1));
  ReadLines(bytes);
  CheckScores(bytes);
  CompletionReader whole;
  const auto read = whole.ReadWhole(bytes);
  if (!read) CheckFailure(read.error());
  const auto address = ParseModelAddress(bytes);
  if (!address) CheckFailure(address.error());
  Require(IsUtf8(ReadErrorBody(bytes)));
  return 0;
}
