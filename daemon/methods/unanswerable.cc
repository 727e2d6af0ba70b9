#include "daemon/methods/unanswerable.h"

#include <string>

#include "daemon/methods/asked_documents.h"
#include "daemon/methods/dense_vectors_cache.h"
#include "engine/gathering/gathering.h"

namespace answerbox::daemon {

Error Unanswerable(const engine::Error& error, const AskedCollection& asked) {
  if (error.code == engine::ErrorCode::kArenaExhausted) {
    return {ErrorKind::kLimit,
            "The question needs more memory than arena_bytes allows; ask "
            "something shorter."};
  }
  if (error.code == engine::ErrorCode::kNoSuchDocument) {
    return NoDocumentMatches(
        asked.name, asked.documents[static_cast<std::size_t>(error.offset)]);
  }
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

Error TooLargeForDenseVectors(std::string_view collection) {
  return {ErrorKind::kLimit,
          "Making dense vectors of collection \"" + std::string(collection) +
              "\" takes more than " + std::to_string(kMaxDenseMakingBytes) +
              " bytes of memory; ask it with another \"retrieval\", such as "
              "\"feedback\"."};
}

Error TextsTooLarge() {
  return {ErrorKind::kLimit, "Choosing among these texts takes more than " +
                                 std::to_string(engine::kGatheringArenaBytes) +
                                 " bytes of memory; send fewer or shorter "
                                 "ones."};
}

}  // namespace answerbox::daemon
