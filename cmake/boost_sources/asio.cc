// The one place where Boost.Asio's code is compiled.
#include <boost/asio/impl/src.hpp>
