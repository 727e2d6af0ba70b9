#include "daemon/methods/metered_query.h"

#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/methods/energy/energy_json.h"
#include "daemon/methods/gathering/gathering_json.h"

namespace answerbox::daemon {

void RecordQuery(const Connection& connection, QuestionClock::Run& run,
                 AnsweredQuery answered, JsonWriter result,
                 std::function<void(Result<JsonWriter>)> then) {
  // The size is checked before the record is made: a reply that is not sent
  // must not be recorded as given.
  if (auto fits = CheckReplySize(result.size()); !fits) {
    return then(fits.error());
  }
  // All that the reply holds has been read by now.
  if (answered.snapshot != nullptr &&
      !connection.services.store.IsUnchangedSince(*answered.snapshot,
                                                  answered.changes)) {
    return then(ChangedWhileRead(answered.collection));
  }
  answered.number = run.question();
  // The clock ends here, so the record's own cost is not the query's.
  WriteEnergy(result, connection.services.energy, answered.number,
              run.Finish());
  connection.audit.RecordQuery(
      answered, [result = std::move(result), then = std::move(then)](
                    const Result<Recorded>& recorded) mutable {
        if (!recorded) return then(recorded.error());
        WriteRecord(result, *recorded);
        then(std::move(result));
      });
}

void SendQuery(const Connection& connection, QuestionClock::Run& run,
               const AnsweredQuery& answered, JsonWriter result,
               const Reply& reply) {
  RecordQuery(connection, run, answered, std::move(result),
              [reply](Result<JsonWriter> recorded) {
                if (!recorded) return reply.Send(recorded.error());
                reply.Send(recorded->EndObject().Take());
              });
}

}  // namespace answerbox::daemon
