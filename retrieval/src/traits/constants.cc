#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

constexpr ConstantRow kConstantRows[] = {
#define WM_CONSTANT(id, value, source) {#id, #value, source},
#include "traits/constants.def"
};

}  // namespace

std::span<const ConstantRow> AllConstants() { return kConstantRows; }

}  // namespace waymark::retrieval
