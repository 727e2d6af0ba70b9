#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "daemon/cascade/codec/completions.h"
#include "daemon/cascade/codec/reply_tree.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kWhat = "the model server's log-probabilities";

using Scores = std::vector<TokenLogProbability>;

ModelFailure Invalid(std::string_view why) {
  std::string message(kWhat);
  message.append(" ").append(why);
  return {ModelFault::kInvalid, std::move(message)};
}

ModelFailure NotOffered() {
  return {ModelFault::kRefused,
          "the model server gives no log-probabilities of prompts: it ignores "
          "`echo` or `logprobs`; docs/model-servers.md names servers that "
          "offer them"};
}

// Where each character of a text begins, and its size: offsets of servers count
// characters.
std::vector<std::size_t> CharacterBegins(std::string_view text) {
  std::vector<std::size_t> begins;
  begins.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xc0) != 0x80) {
      begins.push_back(at);
    }
  }
  begins.push_back(text.size());
  return begins;
}

// The tokens' places by the server's `text_offset`, which also counts where a
// token is a part of a character.
ModelResult<void> PlaceByOffsets(const boost::json::array& offsets,
                                 std::string_view prompt, Scores& scores) {
  const std::vector<std::size_t> begins = CharacterBegins(prompt);
  std::size_t kept = 0;
  std::size_t last = 0;
  for (; kept < scores.size(); ++kept) {
    const boost::json::value& offset = offsets[kept];
    if (!offset.is_int64() && !offset.is_uint64()) {
      return Invalid("have a text_offset that is not a number");
    }
    const std::uint64_t at =
        offset.is_uint64() ? offset.get_uint64()
        : offset.get_int64() < 0
            ? 0
            : static_cast<std::uint64_t>(offset.get_int64());
    if (at < last) return Invalid("have text_offsets that go backwards");
    if (at + 1 >= begins.size()) break;  // A generated token.
    last = static_cast<std::size_t>(at);
    scores[kept].begin = begins[last];
  }
  scores.resize(kept);
  // A token ends where the next begins. So tokens that are parts of one
  // character share it.
  for (std::size_t i = 0; i < kept; ++i) {
    scores[i].end = i + 1 < kept ? scores[i + 1].begin : prompt.size();
  }
  return {};
}

// The tokens' places by their texts. A first blank that the prompt does not
// have, and a mark of the text's beginning such as "<s>", are the model's own.
ModelResult<void> PlaceByTexts(const boost::json::array& tokens,
                               std::string_view prompt, Scores& scores) {
  std::size_t at = 0;
  std::size_t kept = 0;
  Scores placed;
  placed.reserve(scores.size());
  for (; kept < scores.size() && at < prompt.size(); ++kept) {
    if (!tokens[kept].is_string()) return Invalid("have a token without text");
    std::string_view token = tokens[kept].get_string();
    // Tokenizers of the SentencePiece family write a blank before the first
    // word.
    std::string_view rest = prompt.substr(at);
    if (at == 0 && !rest.starts_with(token) && token.starts_with(' ')) {
      token.remove_prefix(1);
    }
    if (!rest.starts_with(token)) {
      if (at == 0 && placed.empty()) continue;
      return Invalid(
          "have tokens that are not those of the prompt, from byte " +
          std::to_string(at) + " on");
    }
    TokenLogProbability score = scores[kept];
    score.begin = at;
    at += token.size();
    score.end = at;
    placed.push_back(score);
  }
  if (at < prompt.size()) return Invalid("end before the prompt does");
  scores = std::move(placed);
  return {};
}

ModelResult<Scores> ReadValues(const boost::json::array& values) {
  Scores scores;
  scores.reserve(values.size());
  for (const boost::json::value& value : values) {
    TokenLogProbability score;
    // The first token has nothing before it: OpenAI's API gives null for it.
    if (!value.is_null()) {
      if (!value.is_number()) return Invalid("have a value that is no number");
      const double number = value.to_number<double>();
      // Rounding makes a certain token's value a little more than 0.
      if (!(number <= 0.001)) return Invalid("have a value above 0");
      score.log_probability = std::min(number, 0.0);
    }
    scores.push_back(score);
  }
  return scores;
}

}  // namespace

ModelResult<Scores> ReadPromptScores(std::string_view json,
                                     std::string_view prompt) {
  ReplyTree tree(TreeBytesFor(json.size()));
  const auto object = tree.Read(json, kWhat);
  if (!object) return object.error();
  // Some servers report errors with status 200.
  if (const auto words = ErrorIn(**object)) {
    return ModelFailure{
        ModelFault::kRefused,
        "the model server reports an error: \"" + QuoteForeign(*words) + "\""};
  }
  const boost::json::object* const choice = FirstChoice(**object);
  if (choice == nullptr) return Invalid("have no choices");
  const boost::json::object* const lists = ObjectIn(*choice, "logprobs");
  const auto text = TextIn(*choice, "text");
  if (lists == nullptr || !text) return NotOffered();
  // With `echo` the text begins with the prompt.
  const std::size_t blank = text->starts_with(' ') && !prompt.starts_with(' ');
  if (!text->substr(blank).starts_with(prompt)) return NotOffered();
  const boost::json::array* const tokens = ArrayIn(*lists, "tokens");
  const boost::json::array* const values = ArrayIn(*lists, "token_logprobs");
  if (tokens == nullptr || values == nullptr) return NotOffered();
  if (tokens->size() != values->size()) {
    return Invalid("have " + std::to_string(tokens->size()) + " tokens, but " +
                   std::to_string(values->size()) + " values");
  }
  ModelResult<Scores> scores = ReadValues(*values);
  if (!scores) return scores;
  const boost::json::array* const offsets = ArrayIn(*lists, "text_offset");
  // Offsets are exact, but few servers give them. Without them the texts must
  // join to the prompt.
  const bool has_offsets =
      offsets != nullptr && offsets->size() == tokens->size();
  const ModelResult<void> placed =
      has_offsets ? PlaceByOffsets(*offsets, prompt, *scores)
                  : PlaceByTexts(*tokens, prompt, *scores);
  if (!placed) return placed.error();
  if (scores->empty() && !prompt.empty()) return Invalid("have no token");
  return scores;
}

}  // namespace answerbox::daemon
