#include "lab/commands/commands.h"

int main(int argc, char** argv) {
  return answerbox::client::RunCommandLine(argc, argv,
                                           answerbox::lab::LabProgram());
}
