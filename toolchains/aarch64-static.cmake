# 64-bit boards whose system is too old for Debian 12's libraries, such as the
# Jetson Nano with JetPack 4.6: programs that need no library of the board.
set(debian_architecture arm64)
set(triple aarch64-linux-gnu)
set(emulator qemu-aarch64 -r 4.9.140 -cpu cortex-a57)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/debian-sysroot.cmake)
