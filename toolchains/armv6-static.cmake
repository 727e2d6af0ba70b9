# Raspberry Pi 1 and Zero: ARMv6K, which is ARMv6 with 64-bit atomics. Debian's
# armhf is made for ARMv7 and its armel for ARMv5 without a floating-point unit,
# so armel's libraries go into programs that need no library of the board,
# whatever its system is.
set(debian_architecture armel)
set(triple arm-linux-gnueabi)
set(emulator qemu-arm -cpu arm1176)
set(CMAKE_SYSTEM_PROCESSOR armv6l)
set(CMAKE_C_FLAGS_INIT "-march=armv6k -marm")
set(CMAKE_CXX_FLAGS_INIT "-march=armv6k -marm")
include(${CMAKE_CURRENT_LIST_DIR}/debian-sysroot.cmake)
