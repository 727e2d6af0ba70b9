#include "daemon/identity/logins.h"

#include <nettle/memops.h>

#include <algorithm>
#include <array>

namespace answerbox::daemon {
namespace {

void Update(hmac_sha256_ctx& context, std::string_view text) {
  ::hmac_sha256_update(&context, text.size(),
                       reinterpret_cast<const std::uint8_t*>(text.data()));
}

}  // namespace

Result<std::unique_ptr<Logins>> Logins::Make(const AccessControl& access,
                                             std::uint32_t iterations) {
  std::unique_ptr<Logins> logins(new Logins(access));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> key{};
  PasswordHash& nobody = logins->nobody_;
  nobody.iterations = iterations;
  // A random hash has no password, except with a chance of 1 in 2^256.
  if (!FillWithRandom(key.data(), key.size()) ||
      !FillWithRandom(nobody.salt.data(), nobody.salt.size()) ||
      !FillWithRandom(nobody.hash.data(), nobody.hash.size())) {
    return Error{ErrorKind::kInternal, "The system gives no random numbers."};
  }
  ::hmac_sha256_set_key(&logins->keyed_, key.size(), key.data());
  return logins;
}

std::optional<Identity> Logins::Check(std::string_view name,
                                      const Password& password) {
  auto identity = Identity::OfUser(name);
  const auto principals = access_.principals();
  const Principal* const user =
      identity ? FindPrincipal(*principals, identity->name()) : nullptr;
  // A name that does not exist takes as long as a wrong password, so that the
  // time does not show which names exist.
  if (user == nullptr || !user->password) {
    static_cast<void>(IsPassword(password, nobody_));
    return std::nullopt;
  }
  identity->SetEntry(user->number);
  const Proof proof = ProofOf(*user, password);
  // The proof covers the stored hash: after a change of the password the old
  // proof matches nothing.
  if (Remembers(proof)) return identity;
  if (!IsPassword(password, *user->password)) return std::nullopt;
  Remember(proof);
  return identity;
}

std::optional<Identity> Logins::FindRemembered(std::string_view name,
                                               const Password& password) {
  auto identity = Identity::OfUser(name);
  const auto principals = access_.principals();
  const Principal* const user =
      identity ? FindPrincipal(*principals, identity->name()) : nullptr;
  if (user == nullptr || !user->password ||
      !Remembers(ProofOf(*user, password))) {
    return std::nullopt;
  }
  identity->SetEntry(user->number);
  return identity;
}

Logins::Proof Logins::ProofOf(const Principal& user,
                              const Password& password) const noexcept {
  hmac_sha256_ctx context = keyed_;
  // The stored hash has a fixed size, and no name has a zero byte.
  ::hmac_sha256_update(&context, user.password->hash.size(),
                       user.password->hash.data());
  Update(context, user.name);
  Update(context, std::string_view("\0", 1));
  Update(context, password.text());
  Proof proof{};
  ::hmac_sha256_digest(&context, proof.size(), proof.data());
  return proof;
}

bool Logins::Remembers(const Proof& proof) {
  const std::lock_guard lock(mutex_);
  // The comparison takes constant time, as that of the hash does: how far it
  // got must not be measurable.
  return std::ranges::any_of(remembered_, [&](const Proof& known) {
    return ::memeql_sec(known.data(), proof.data(), proof.size()) != 0;
  });
}

void Logins::Remember(const Proof& proof) {
  const std::lock_guard lock(mutex_);
  if (remembered_.size() < kMaxRemembered) {
    remembered_.push_back(proof);
    return;
  }
  // The oldest proof is replaced. An attacker can't fill this list, as only
  // right passwords get here.
  remembered_[next_] = proof;
  next_ = (next_ + 1) % kMaxRemembered;
}

}  // namespace answerbox::daemon
