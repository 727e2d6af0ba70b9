#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "client/rpc/message.h"
#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using Peer = ScriptedDaemon::Peer;

void TwoPieces(Peer& peer) {
  peer.Reply(peer.Read(), R"({"text":"one ","begin":0,"end":4,"bytes":7})");
  const auto request = peer.Read();
  const bool continued = NumberAt(ObjectAt(request, "params"), "begin") == 4;
  peer.Reply(request, continued
                          ? R"({"text":"two","begin":4,"end":7,"bytes":7})"
                          : R"({"text":"?","begin":0,"end":7,"bytes":7})");
}

TEST(ShowCommand, PrintsTheWholeTextAsItIs) {
  const Invocation invocation = InvokeAgainst(TwoPieces, {"show", "a.md"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output, "one two");
}

TEST(ShowCommand, PutsTheWholeTextIntoOneObject) {
  EXPECT_EQ(InvokeAgainst(TwoPieces, {"show", "--json", "a.md"}).output,
            R"({"name":"a.md","collection":"default","bytes":7,)"
            R"("text":"one two"})"
            "\n");
}

TEST(ShowCommand, PrintsAStretchOfTheText) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        const auto first = peer.Read();
        const auto& params = ObjectAt(first, "params");
        const bool right =
            NumberAt(params, "begin") == 3 && NumberAt(params, "end") == 9;
        peer.Reply(first,
                   right ? R"({"text":"two ","begin":3,"end":7,"bytes":90})"
                         : R"({"text":"?","begin":0,"end":90,"bytes":90})");
        peer.Reply(peer.Read(),
                   R"({"text":"th","begin":7,"end":9,"bytes":90})");
      },
      {"show", "a.md", "--bytes", "3-9"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output, "two th");
}

TEST(ShowCommand, RefusesWhatIsNoStretch) {
  for (const char* bytes : {"", "3", "3-", "-9", "9-3", "3-3", "3-9x", "3 - 9",
                            "x-9", "3--9", "3-99999999999999999999"}) {
    const Invocation invocation = Invoke({"show", "a.md", "--bytes", bytes});
    EXPECT_EQ(invocation.exit_code, 2) << bytes;
    EXPECT_NE(invocation.errors.find("--bytes"), std::string::npos) << bytes;
  }
  EXPECT_EQ(Invoke({"show", "a.md", "--blocks", "--bytes", "3-9"}).exit_code,
            2);
}

// A list over two pages of blocks.
void ShowsBlocks(Peer& peer) {
  peer.Reply(peer.Read(),
             R"({"text":"Hands\n\n- soap\n","begin":0,"end":14,"bytes":14})");
  peer.Reply(peer.Read(),
             R"({"blocks":[{"kind":"heading","begin":0,"end":5,"level":2,)"
             R"("page":4},{"kind":"list","begin":9,"end":13}],"next":2})");
  peer.Reply(peer.Read(),
             R"({"blocks":[{"kind":"item","begin":9,"end":13,"parent":1,)"
             R"("number":3,"page":5}],"next":null})");
}

TEST(ShowCommand, PrintsBlocksAsAnOutline) {
  EXPECT_EQ(InvokeAgainst(ShowsBlocks, {"show", "--blocks", "a.md"}).output,
            "page 4\n"
            "  heading 2: Hands\n"
            "  list\n"
            "page 5\n"
            "    item 3.: soap\n");
}

TEST(ShowCommand, PutsAllBlocksIntoOneObject) {
  const auto json = boost::json::parse(
      InvokeAgainst(ShowsBlocks, {"show", "--blocks", "--json", "a.md"})
          .output);
  EXPECT_EQ(json.at("name"), "a.md");
  EXPECT_EQ(json.at("blocks").as_array().size(), 3u);
}

TEST(ShowCommand, SaysWhereADocumentHasNoStructure) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(), R"({"text":"x","begin":0,"end":1,"bytes":1})");
        peer.Reply(peer.Read(), R"({"blocks":[],"next":null})");
      },
      {"show", "--blocks", "a.md"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_NE(invocation.output.find("has no structure"), std::string::npos);
}

TEST(ShowCommand, DoesNotAskForEverWhenNoMoreComes) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(), R"({"text":"","begin":0,"end":0,"bytes":7})");
      },
      {"show", "a.md"});
  EXPECT_EQ(invocation.exit_code, 0);
}

}  // namespace
}  // namespace answerbox::client
