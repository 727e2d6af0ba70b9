#include "platform/power/bus_device.h"

#include <string_view>
#include <system_error>
#include <utility>

#include "platform/file/directory.h"
#include "platform/power/attribute.h"

namespace answerbox::platform {
namespace {

// Returns nothing for a folder that does not exist.
std::vector<std::string> EntriesOf(const std::filesystem::path& folder) {
  auto entries = ListDirectory(folder);
  return entries ? std::move(*entries) : std::vector<std::string>();
}

// Returns "1-0040" for the link hwmon2/device -> ../../../1-0040. hwmon numbers
// may change with each start, but addresses on the bus do not, so operators
// name sensors by address.
std::string AddressOf(const std::filesystem::path& folder) {
  std::error_code none;
  const auto device = std::filesystem::read_symlink(folder / "device", none);
  return none ? folder.filename().string() : device.filename().string();
}

}  // namespace

std::vector<BusDevice> ListHwmon(const std::filesystem::path& root) {
  const std::filesystem::path hwmon = root / "sys/class/hwmon";
  std::vector<BusDevice> devices;
  for (const std::string& entry : EntriesOf(hwmon)) {
    std::string chip = ReadLabel(hwmon / entry / "name");
    if (chip.empty()) continue;
    devices.push_back(
        {std::move(chip), AddressOf(hwmon / entry), hwmon / entry});
  }
  return devices;
}

std::vector<BusDevice> ListIna3221x(const std::filesystem::path& root) {
  const std::filesystem::path driver = root / "sys/bus/i2c/drivers/ina3221x";
  std::vector<BusDevice> devices;
  for (const std::string& address : EntriesOf(driver)) {
    for (const std::string& entry : EntriesOf(driver / address)) {
      if (!std::string_view(entry).starts_with("iio:device")) continue;
      devices.push_back({"ina3221x", address, driver / address / entry});
    }
  }
  return devices;
}

// A driver that was loaded again gets another hwmon number. The device is the
// same if its chip and address are.
bool DeviceLocator::Relocate() {
  for (BusDevice& found : list_(root_)) {
    if (found.Name() != device_.Name()) continue;
    const bool moved = found.folder != device_.folder;
    device_ = std::move(found);
    return moved;
  }
  return false;
}

}  // namespace answerbox::platform
