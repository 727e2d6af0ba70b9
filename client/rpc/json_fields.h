// Members of a reply, by the names that the client's rooms use.
#pragma once

#include "protocol/reply/json_fields.h"

namespace answerbox::client {

using protocol::ArrayAt;
using protocol::AsObject;
using protocol::FlagAt;
using protocol::NumberAt;
using protocol::ObjectAt;
using protocol::RealAt;
using protocol::TextAt;

}  // namespace answerbox::client
