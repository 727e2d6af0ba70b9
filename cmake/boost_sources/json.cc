// The one place where Boost.JSON's code is compiled.
#include <boost/json/src.hpp>
