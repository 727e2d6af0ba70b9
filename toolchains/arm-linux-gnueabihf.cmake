# 32-bit boards from ARMv7 on: Raspberry Pi 2, and later ones that run a 32-bit
# system. The emulator has the processor of the oldest of them.
set(debian_architecture armhf)
set(triple arm-linux-gnueabihf)
set(emulator qemu-arm -cpu cortex-a7)
set(CMAKE_SYSTEM_PROCESSOR armv7l)
include(${CMAKE_CURRENT_LIST_DIR}/debian-sysroot.cmake)
