// The parser of TOML, as our rooms use it.
#pragma once

// Exceptions do not cross our interfaces: the parser returns its error.
#define TOML_EXCEPTIONS 0
// It asserts what a file can break, such as "[#", and then says so in its
// error.
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>
