#include "daemon/protocol/http/page/frame.h"

#include "daemon/protocol/http/page/html.h"
#include "daemon/protocol/http/page/page.h"

namespace answerbox::daemon::page {

std::string FillPage(std::string_view html, Values values) {
  std::string out;
  for (;;) {
    const std::size_t open = html.find("{{");
    out += html.substr(0, open);
    if (open == std::string_view::npos) return out;
    html.remove_prefix(open + 2);
    const std::string_view name = html.substr(0, html.find("}}"));
    html.remove_prefix(name.size() + 2);
    for (const auto& [its_name, value] : values) {
      if (its_name == name) out += value;
    }
  }
}

std::string Attribute(std::string_view name, std::string_view html) {
  return " " + std::string(name) + "=\"" + std::string(html) + "\"";
}

std::string HiddenField(std::string_view name, std::string_view value) {
  return "<input type=hidden" + Attribute("name", name) +
         Attribute("value", Escape(value)) + ">";
}

std::string HomeAddress(std::string_view language,
                        std::string_view collection) {
  std::string address = "/?lang=" + std::string(language);
  if (!collection.empty()) {
    address += "&amp;collection=" + QueryText(collection);
  }
  return address;
}

std::string LanguageLinks(const Texts& texts, std::string_view path,
                          std::string_view collection) {
  std::string links;
  for (const std::string_view tag : Languages()) {
    std::string address = HomeAddress(tag, collection);
    address.replace(0, 1, path);
    const bool is_current = tag == texts.language();
    links += Element("a" + Attribute("href", address) + Attribute("lang", tag) +
                         Attribute("hreflang", tag) +
                         (is_current ? " aria-current=true" : ""),
                     Texts(tag).Html("name")) +
             "\n";
  }
  return Element("nav" + Attribute("aria-label", texts.Html("languages")),
                 links);
}

std::string SignOut(const Texts& texts, std::string_view user) {
  return Element("form method=post action=\"/logout\"",
                 Element("span", texts.Html("signed_in", {Isolated(user)})) +
                     HiddenField(kLanguageField, texts.language()) +
                     Element("button", texts.Html("sign_out")));
}

}  // namespace answerbox::daemon::page
