#include "daemon/protocol/http/page/care.h"

#include "daemon/protocol/http/page/frame.h"
#include "daemon/protocol/http/page/html.h"
#include "daemon/protocol/http/page/texts.h"
#include "engine/embedded_file.h"
#include "protocol/json/json_writer.h"

ANSWERBOX_EMBED_FILE(answerbox_care_html, ANSWERBOX_PAGE_FOLDER "/care.html");

namespace answerbox::daemon::page {
namespace {

using protocol::JsonWriter;

// The texts that the script shows.
std::string WordsJson(const Texts& texts) {
  JsonWriter json;
  json.BeginObject();
  for (const std::string_view name : TextNames()) {
    const bool is_shown = name.starts_with("care_") ||
                          name.starts_with("judge_") || name == "busy" ||
                          name == "offline";
    if (is_shown) json.Key(name).String(texts.At(name));
  }
  return json.EndObject().Take();
}

std::string RightsJson(const CareState& state) {
  JsonWriter json;
  json.BeginObject().Key("manage").Bool(state.manages_all);
  json.Key("piece").Integer(state.piece_bytes);
  json.Key("collections").BeginArray();
  for (const CollectionRights& one : state.collections) {
    json.BeginObject().Key("name").String(one.name);
    json.Key("read").Bool(one.may_read);
    json.Key("add").Bool(one.may_add);
    json.Key("manage").Bool(one.may_manage).EndObject();
  }
  return json.EndArray().EndObject().Take();
}

}  // namespace

std::string RenderCare(const CareState& state) {
  const Texts texts(state.language);
  std::string data = Attribute("id", "care");
  std::string main = Element("h2", texts.Html("care"));
  if (state.manages_all || !state.collections.empty()) {
    data += Attribute("data-words", Escape(WordsJson(texts))) +
            Attribute("data-rights", Escape(RightsJson(state)));
    main += Element("noscript",
                    Element("p class=warning", texts.Html("care_script")));
  } else {
    main += Element("p class=warning", texts.Html("care_nothing"));
  }
  const std::string home = HomeAddress(texts.language(), {});
  return FillPage(
      engine::EmbeddedText(answerbox_care_html, answerbox_care_html_end),
      {{"language", texts.language()},
       {"direction", texts.Html("direction")},
       {"title", texts.Html("care") + " - " + kTitle},
       {"home", home},
       {"data", data},
       {"main", main},
       {"footer", Element("a" + Attribute("href", home), texts.Html("back")) +
                      LanguageLinks(texts, kCarePath, {}) +
                      SignOut(texts, state.user)}});
}

}  // namespace answerbox::daemon::page
