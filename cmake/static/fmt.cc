// The functions of fmt that its headers declare and its library holds. Debian ships no archive of
// fmt: a static program compiles them here, once.

#include <fmt/format-inl.h>

namespace fmt {
inline namespace v9 {
namespace detail {

template auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;

template auto locale_ref::get<std::locale>() const -> std::locale;
template auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;

template void buffer<char>::append(const char* begin, const char* end);
template void vformat_to(buffer<char>& buffer, string_view format,
                         basic_format_args<buffer_context<char>> arguments, locale_ref locale);

}  // namespace detail
}  // namespace v9
}  // namespace fmt
