// A chip on a bus, identified by its name and its bus address. The kernel
// numbers the chips' folders (hwmon2, iio:device0) in the order in which
// drivers load, so the number may change after a restart or after a cable was
// unplugged.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platform/error.h"

namespace answerbox::platform {

struct BusDevice {
  // Returns "ina226@1-0040": chip and bus address.
  [[nodiscard]] std::string Name() const { return chip + "@" + address; }

  std::string chip;
  std::string address;  // "1-0040"; for a chip without a bus, "hwmon2".
  std::filesystem::path folder;  // The folder of its attributes.
};

// Lists the devices of one subsystem.
using ListDevices =
    std::vector<BusDevice> (*)(const std::filesystem::path& root);

// Lists the devices in ROOT/sys/class/hwmon. `chip` is the attribute `name`.
// Empty if there is no such folder.
[[nodiscard]] std::vector<BusDevice> ListHwmon(
    const std::filesystem::path& root);

// Lists the INA3221 chips of NVIDIA's driver, in
// ROOT/sys/bus/i2c/drivers/ina3221x. `chip` is "ina3221x".
[[nodiscard]] std::vector<BusDevice> ListIna3221x(
    const std::filesystem::path& root);

// Finds a device again when the number of its folder changes.
class DeviceLocator {
 public:
  DeviceLocator(std::filesystem::path root, BusDevice device, ListDevices list)
      : root_(std::move(root)), device_(std::move(device)), list_(list) {}

  [[nodiscard]] const BusDevice& device() const noexcept { return device_; }
  // Returns the current path of `attribute`.
  [[nodiscard]] std::filesystem::path PathOf(
      const std::string& attribute) const {
    return device_.folder / attribute;
  }

  // Calls `read(locator)`; if it fails and the device is found in another
  // folder, calls it once more.
  template <typename Read>
  [[nodiscard]] auto ReadOrRelocate(Read read) {
    auto result = read(*this);
    if (!result && Relocate()) result = read(*this);
    return result;
  }

 private:
  // Looks for the device; returns true if it is now in another folder.
  [[nodiscard]] bool Relocate();

  std::filesystem::path root_;
  BusDevice device_;
  ListDevices list_;
};

}  // namespace answerbox::platform
