// The functions of spdlog that its headers declare and its library holds, as far as the program
// logs: to standard error and to a file that rotates. Debian ships no archive of spdlog.

#include <spdlog/common-inl.h>
#include <spdlog/details/backtracer-inl.h>
#include <spdlog/details/console_globals.h>
#include <spdlog/details/file_helper-inl.h>
#include <spdlog/details/log_msg-inl.h>
#include <spdlog/details/log_msg_buffer-inl.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/details/os-inl.h>
#include <spdlog/details/periodic_worker-inl.h>
#include <spdlog/details/registry-inl.h>
#include <spdlog/logger-inl.h>
#include <spdlog/pattern_formatter-inl.h>
#include <spdlog/sinks/ansicolor_sink-inl.h>
#include <spdlog/sinks/base_sink-inl.h>
#include <spdlog/sinks/rotating_file_sink-inl.h>
#include <spdlog/sinks/sink-inl.h>
#include <spdlog/sinks/stdout_color_sinks-inl.h>
#include <spdlog/sinks/stdout_sinks-inl.h>
#include <spdlog/spdlog-inl.h>

using ConsoleMutex = spdlog::details::console_mutex;

template class spdlog::sinks::base_sink<ConsoleMutex::mutex_t>;
template class spdlog::sinks::rotating_file_sink<ConsoleMutex::mutex_t>;
template class spdlog::sinks::stdout_sink_base<ConsoleMutex>;
template class spdlog::sinks::stderr_sink<ConsoleMutex>;
template class spdlog::sinks::ansicolor_stdout_sink<ConsoleMutex>;

template std::shared_ptr<spdlog::logger> spdlog::stderr_logger_mt<spdlog::synchronous_factory>(
    const std::string& name);
