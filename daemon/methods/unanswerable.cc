#include "daemon/methods/unanswerable.h"

#include <string>
#include <utility>

#include "daemon/methods/gathering/dense_vectors_cache.h"
#include "engine/gathering/gathering.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

// Quotes the text as JSON, which escapes control characters that a client may
// have sent.
std::string InQuotes(std::string_view text) {
  return JsonWriter().String(text).Take();
}

Error NoDocumentMatches(std::string_view collection, std::string_view pattern) {
  return {ErrorKind::kNotFound,
          "Collection " + InQuotes(collection) +
              " has no document whose name matches " + InQuotes(pattern) +
              "; `answerbox list` shows what it has, and * stands for any "
              "characters."};
}

}  // namespace

Error Unanswerable(const engine::Error& error, const AskedCollection& asked) {
  if (error.code == engine::ErrorCode::kArenaExhausted) {
    return {ErrorKind::kLimit,
            "The question needs more memory than arena_bytes allows; ask "
            "something shorter."};
  }
  if (error.code == engine::ErrorCode::kNoSuchDocument) {
    // The engine knows the pattern only by its position, which it gives as the
    // offset.
    return NoDocumentMatches(
        asked.name, asked.documents[static_cast<std::size_t>(error.offset)]);
  }
  // Every other error of the engine means that a stored file is damaged.
  return asked.store.Damage(asked.name, asked.snapshot, error);
}

Error Ungathered(const engine::Error& error, const AskedCollection& asked) {
  if (error.code == engine::ErrorCode::kArenaExhausted) {
    return {ErrorKind::kLimit,
            "Gathering takes more than " +
                std::to_string(engine::kGatheringArenaBytes) +
                " bytes of memory; name fewer \"documents\""
                ", or ask for fewer tokens."};
  }
  return Unanswerable(error, asked);
}

Error WithoutDenseVectors(const engine::Error& error,
                          const AskedCollection& asked) {
  if (error.code == engine::ErrorCode::kStopped) {
    return {ErrorKind::kShuttingDown,
            "The daemon is stopping; try again when it is back."};
  }
  if (error.code != engine::ErrorCode::kLimitExceeded) {
    return asked.store.Damage(asked.name, asked.snapshot, error);
  }
  // With this code, the engine gives the bytes that it needs as the offset.
  std::string message = "Making dense vectors of collection \"" +
                        std::string(asked.name) + "\" takes " +
                        std::to_string(error.offset) +
                        " bytes of memory or more, and at most " +
                        std::to_string(kMaxDenseMakingBytes) +
                        " are allowed; ask it with another \"retrieval\", "
                        "such as \"feedback\".";
  // Vectors are made of all that segments hold, so removed documents count too
  // until they are merged away.
  std::uint64_t removed = 0;
  for (const Snapshot::Segment& segment : asked.snapshot.segments()) {
    removed += segment.removed.size();
  }
  if (removed > 0) {
    message += " Removed documents, of which there are " +
               std::to_string(removed) +
               ", count until `answerbox collections compact` drops them.";
  }
  return {ErrorKind::kLimit, std::move(message)};
}

Error DenseVectorsBeingMade(std::string_view collection) {
  return {ErrorKind::kBusy,
          "Dense vectors of collection \"" + std::string(collection) +
              "\" are being made for another request; try again when they "
              "are there, in seconds to minutes."};
}

Error TextsTooLarge() {
  return {ErrorKind::kLimit, "Choosing among these texts takes more than " +
                                 std::to_string(engine::kGatheringArenaBytes) +
                                 " bytes of memory; send fewer or shorter "
                                 "ones."};
}

}  // namespace answerbox::daemon
