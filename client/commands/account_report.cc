#include "client/commands/account_report.h"

#include <string>
#include <utility>

#include "protocol/account/account_json.h"

namespace answerbox::client {

boost::json::object AccountJson(const WordAccount& account) {
  boost::json::object object = protocol::ToJson(account);
  if (std::string told = DescribeLoss(account); !told.empty()) {
    object["told"] = std::move(told);
  }
  return object;
}

}  // namespace answerbox::client
