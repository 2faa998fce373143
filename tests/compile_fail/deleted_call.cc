// A view of a temporary's storage is refused by a deleted overload.

#include <string>
#include <string_view>

namespace {

class Owner {
 public:
  std::string_view text() const& { return text_; }

  std::string_view text() const&& = delete;

 private:
  std::string text_ = "held";
};

}  // namespace

std::size_t LengthOfHeldText() {
  const Owner owner;
  return owner.text().size();
}

#ifdef WM_COMPILE_FAIL
std::size_t LengthOfLostText() { return Owner().text().size(); }
#endif
