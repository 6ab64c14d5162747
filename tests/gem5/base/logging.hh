/* SPDX-License-Identifier: Apache-2.0
 *
 * logging.hh - a stand-in of gem5's: fatal throws its message, inform prints it on standard error. */
#ifndef TESTS_GEM5_LOGGING_HH
#define TESTS_GEM5_LOGGING_HH

#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace gem5
{

/* The format with %s and %d replaced, whatever the types of the values are. */
inline std::string textOf(const std::string &format)
{
    return format;
}

template <class First, class... Rest> std::string textOf(const std::string &format, const First &first, const Rest &...rest)
{
    const std::size_t at = format.find('%');
    std::ostringstream out;

    if (at == std::string::npos)
        throw std::logic_error("a message with too many values: " + format);
    out << format.substr(0, at) << first << textOf(format.substr(at + 2), rest...);
    return out.str();
}

} // namespace gem5

#define fatal(...) throw std::runtime_error(gem5::textOf(__VA_ARGS__))
#define fatal_if(condition, ...) \
    do {                         \
        if (condition)           \
            fatal(__VA_ARGS__);  \
    } while (0)
#define inform(...) (std::cerr << "info: " << gem5::textOf(__VA_ARGS__) << std::endl)

#endif
