// Static programs only. Asio's code for host names is linked although nothing
// calls it; these keep out the C library's, which would load whatever name
// services the board has at run time.
#include <netdb.h>

extern "C" {

int getaddrinfo(const char*, const char*, const addrinfo*, addrinfo**) {
  return EAI_FAIL;
}

void freeaddrinfo(addrinfo*) {}

int getnameinfo(const sockaddr*, socklen_t, char*, socklen_t, char*, socklen_t,
                int) {
  return EAI_FAIL;
}

}  // extern "C"
