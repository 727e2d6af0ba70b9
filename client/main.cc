#include "client/commands/command_line.h"

int main(int argc, char** argv) {
  using namespace answerbox::client;
  return RunCommandLine(argc, argv, ClientProgram());
}
