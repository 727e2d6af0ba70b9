// What many sources include and takes long to compile. Nothing here defines an
// object, because every program would have to link what it needs: no
// <iostream>, nothing of Asio.
#pragma once

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <boost/system/result.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <istream>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>
