// A chip on a bus, found by what it is and where it sits. The kernel numbers
// its folders (hwmon2, iio:device0) in the order in which drivers load, so
// another start, or a cable pulled and put back, may give another number.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platform/error.h"

namespace answerbox::platform {

struct BusDevice {
  // "ina226@1-0040": chip, and address on its bus.
  [[nodiscard]] std::string Name() const { return chip + "@" + address; }

  std::string chip;
  std::string address;           // "1-0040"; "hwmon2" for one without a bus.
  std::filesystem::path folder;  // Where its attributes are.
};

// Where devices of one subsystem are listed.
using ListDevices =
    std::vector<BusDevice> (*)(const std::filesystem::path& root);

// Everything in ROOT/sys/class/hwmon. `chip` is its attribute `name`. Empty
// where there is no such folder.
[[nodiscard]] std::vector<BusDevice> ListHwmon(
    const std::filesystem::path& root);

// The INA3221 of NVIDIA's own driver: ROOT/sys/bus/i2c/drivers/ina3221x. `chip`
// is "ina3221x".
[[nodiscard]] std::vector<BusDevice> ListIna3221x(
    const std::filesystem::path& root);

// Keeps up with a device as its folder's number changes.
class DeviceLocator {
 public:
  DeviceLocator(std::filesystem::path root, BusDevice device, ListDevices list)
      : root_(std::move(root)), device_(std::move(device)), list_(list) {}

  [[nodiscard]] const BusDevice& device() const noexcept { return device_; }
  // Where `attribute` is at present.
  [[nodiscard]] std::filesystem::path PathOf(
      const std::string& attribute) const {
    return device_.folder / attribute;
  }

  // Calls `read(locator)`; when that fails and the device is found in another
  // folder, once more.
  template <typename Read>
  [[nodiscard]] auto ReadOrRelocate(Read read) {
    auto result = read(*this);
    if (!result && Relocate()) result = read(*this);
    return result;
  }

 private:
  // Whether the device has moved to another folder.
  [[nodiscard]] bool Relocate();

  std::filesystem::path root_;
  BusDevice device_;
  ListDevices list_;
};

}  // namespace answerbox::platform
