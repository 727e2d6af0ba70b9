/* Replaces system calls, by LD_PRELOAD. While the pipe ANSWERBOX_STALL_GATE
 * exists, reads and writes of the files below ANSWERBOX_STALL_ROOT hang, until
 * somebody has opened the pipe for writing. They hang in the kernel, so the
 * process can't end them. gate.py is the test's side. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NEXT(name)               \
  static __typeof__(&name) next; \
  if (next == NULL) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void wait_at_gate(int fd) {
  const char* const root = getenv("ANSWERBOX_STALL_ROOT");
  const char* const gate = getenv("ANSWERBOX_STALL_GATE");
  if (root == NULL || gate == NULL || access(gate, F_OK) != 0) return;
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return;
  path[size] = '\0';
  if (strncmp(path, root, strlen(root)) != 0) return;
  const int opened = open(gate, O_RDONLY | O_CLOEXEC);
  if (opened >= 0) close(opened);
}

ssize_t read(int fd, void* bytes, size_t size) {
  NEXT(read);
  wait_at_gate(fd);
  return next(fd, bytes, size);
}

ssize_t write(int fd, const void* bytes, size_t size) {
  NEXT(write);
  wait_at_gate(fd);
  return next(fd, bytes, size);
}

int fdatasync(int fd) {
  NEXT(fdatasync);
  wait_at_gate(fd);
  return next(fd);
}

int fsync(int fd) {
  NEXT(fsync);
  wait_at_gate(fd);
  return next(fd);
}
