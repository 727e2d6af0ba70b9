#include "daemon/methods/metered_query.h"

#include <utility>

#include "daemon/methods/energy/energy_json.h"
#include "daemon/methods/gathering/gathering_json.h"

namespace answerbox::daemon {

void RecordQuery(const Connection& connection, QuestionClock::Run& run,
                 AnsweredQuery answered, JsonWriter result,
                 std::function<void(Result<RecordedReply>)> then) {
  // Before the record: what is not sent was not answered.
  if (auto fits = CheckReplySize(result.size()); !fits) {
    return then(fits.error());
  }
  answered.number = run.question();
  WriteEnergy(result, connection.services.energy, answered.number,
              run.Finish());
  connection.audit.RecordQuery(answered, std::move(result), std::move(then));
}

void SendQuery(const Connection& connection, QuestionClock::Run& run,
               const AnsweredQuery& answered, JsonWriter result,
               const Reply& reply) {
  RecordQuery(connection, run, answered, std::move(result),
              [reply](Result<RecordedReply> recorded) {
                if (!recorded) return reply.Send(recorded.error());
                reply.Send(recorded->json.EndObject().Take());
              });
}

}  // namespace answerbox::daemon
