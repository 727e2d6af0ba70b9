#include "tests/mqtt/load/load_options.h"

#include <boost/system/errc.hpp>
#include <charconv>
#include <string_view>

namespace answerbox::load {
namespace {

template <typename Number>
[[nodiscard]] bool ReadNumber(std::string_view text, Number& number) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// "ADDRESS:PORT", the address in numbers.
[[nodiscard]] bool ReadEndpoint(std::string_view text,
                                boost::asio::ip::tcp::endpoint& endpoint) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  boost::system::error_code error;
  const auto address =
      boost::asio::ip::make_address(text.substr(0, colon), error);
  unsigned short port = 0;
  if (error || !ReadNumber(text.substr(colon + 1), port)) return false;
  endpoint = {address, port};
  return true;
}

[[nodiscard]] bool ReadText(std::string_view value, std::string& text) {
  text = value;
  return true;
}

[[nodiscard]] bool ReadOption(std::string_view name, std::string_view value,
                              LoadOptions& options) {
  if (name == "--plain") return ReadEndpoint(value, options.plain);
  if (name == "--tls-address") return ReadEndpoint(value, options.tls);
  if (name == "--user") return ReadText(value, options.user);
  if (name == "--password") return ReadText(value, options.password);
  if (name == "--certificate") return ReadText(value, options.certificate);
  if (name == "--questions") return ReadText(value, options.questions);
  if (name == "--connections") return ReadNumber(value, options.connections);
  if (name == "--tls") return ReadNumber(value, options.tls_connections);
  if (name == "--rate") return ReadNumber(value, options.rate);
  if (name == "--stalled") return ReadNumber(value, options.stalled);
  if (name == "--busy-rate") return ReadNumber(value, options.busy_rate);
  if (name == "--half-open") return ReadNumber(value, options.half_open);
  if (name == "--pid") return ReadNumber(value, options.daemon.emplace());
  if (name != "--seconds") return false;
  std::chrono::seconds::rep seconds = 0;
  if (!ReadNumber(value, seconds)) return false;
  options.duration = std::chrono::seconds(seconds);
  return true;
}

}  // namespace

const char kUsage[] =
    "usage: mqtt_load --plain ADDRESS:PORT --questions FILE\n"
    "    [--tls-address ADDRESS:PORT --certificate FILE]\n"
    "    [--user NAME --password TEXT] [--connections N] [--tls N-OF-THEM]\n"
    "    [--rate QUESTIONS-A-SECOND] [--seconds S] [--stalled N]\n"
    "    [--busy-rate MESSAGES-A-SECOND] [--half-open N]\n"
    "    [--pid OF-THE-DAEMON]\n";

boost::system::result<LoadOptions> ReadLoadOptions(int argc, char** argv) {
  const auto wrong = make_error_code(boost::system::errc::invalid_argument);
  LoadOptions options;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc || !ReadOption(argv[i], argv[i + 1], options)) {
      return wrong;
    }
  }
  if (options.plain.port() == 0 || options.questions.empty()) return wrong;
  if (options.connections == 0 || options.rate == 0) return wrong;
  if (options.busy_rate == 0) return wrong;
  if (options.tls_connections > options.connections) return wrong;
  const bool needs_tls = options.tls_connections + options.half_open > 0;
  if (needs_tls && options.tls.port() == 0) return wrong;
  return options;
}

}  // namespace answerbox::load
