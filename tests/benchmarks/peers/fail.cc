#include <cstdio>
#include <cstdlib>

#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {

void Fail(const std::string& message) {
  std::fprintf(stderr, "peer_benchmark: %s\n", message.c_str());
  std::exit(1);
}

}  // namespace answerbox::benchmarks
