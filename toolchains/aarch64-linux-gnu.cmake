# 64-bit boards: Raspberry Pi 3, 4, 5 and Zero 2. The emulator has the processor
# of the oldest of them.
set(debian_architecture arm64)
set(triple aarch64-linux-gnu)
set(emulator qemu-aarch64 -cpu cortex-a53)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/debian-sysroot.cmake)
