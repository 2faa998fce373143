#include "constants.h"

namespace waymark::retrieval {
namespace {

constexpr ConstantRow kRows[] = {
#define WM_CONSTANT(id, value, source) {#id, #value, source},
#include "constants.def"
};

}  // namespace

std::span<const ConstantRow> AllConstants() { return kRows; }

}  // namespace waymark::retrieval
