// Checks whether a caller has the right that a call requires.
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <string>

#include "daemon/dispatch/method.h"
#include "daemon/error.h"
#include "protocol/names/collection_name.h"

namespace answerbox::daemon {
namespace {

Error Forbidden(Right right, const Identity& caller, std::string_view method,
                const std::string& where, std::string_view collection) {
  const std::string word(ToString(right));
  return {ErrorKind::kForbidden,
          std::string(caller.name()) + " may not call " + std::string(method) +
              ": that takes the right to " + word + " in " + where + '.',
          word,
          {},
          std::string(collection)};
}

}  // namespace

std::string_view CollectionOf(const RequiredRight& required,
                              const boost::json::object& params) {
  const boost::json::value* named = params.if_contains(required.param);
  if (named == nullptr || named->is_null()) return required.fallback;
  const boost::json::string* name = named->if_string();
  return name == nullptr ? std::string_view() : std::string_view(*name);
}

Error ForbiddenIn(std::string_view collection, Right right,
                  const Identity& caller, std::string_view method) {
  // A name that is not valid is left out of the message: it may be as long as a
  // request.
  if (!IsCollectionName(collection)) {
    return Forbidden(right, caller, method, "a collection of that name", {});
  }
  return Forbidden(right, caller, method,
                   "collection \"" + std::string(collection) + '"', collection);
}

Result<void> CheckRight(const RequiredRight& required, const Access& access,
                        const Identity& caller, std::string_view method,
                        const boost::json::object& params) {
  using Where = RequiredRight::Where;
  if (required.where == Where::kEveryCollection) {
    if (access.HasInEvery(required.right)) return {};
    return Forbidden(required.right, caller, method, "every collection",
                     kAllCollections);
  }
  std::string_view collection;
  if (required.where == Where::kOneCollection) {
    collection = CollectionOf(required, params);
  }
  // A right in any collection is enough to be told what is wrong with the
  // request.
  if (collection.empty()) {
    if (access.HasInSome(required.right)) return {};
    return Forbidden(required.right, caller, method, "a collection", {});
  }
  if (access.Has(required.right, collection)) return {};
  return ForbiddenIn(collection, required.right, caller, method);
}

bool IsLong(const calls::Length& length, const boost::json::object& params) {
  if (length.is_long || length.param.empty()) return length.is_long;
  const auto* const value = params.if_contains(length.param);
  return value != nullptr && value->is_string() &&
         std::string_view(value->get_string()) == length.value;
}

}  // namespace answerbox::daemon
