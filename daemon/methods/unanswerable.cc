#include "daemon/methods/unanswerable.h"

#include "daemon/methods/asked_documents.h"

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

}  // namespace answerbox::daemon
