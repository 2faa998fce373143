#include "analysis/components.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace waymark::retrieval {
namespace {

constexpr std::uint32_t kNotVisited = std::numeric_limits<std::uint32_t>::max();

// Uses a stack of its own, so that a long chain causes no recursion.
class Components {
 public:
  explicit Components(const std::vector<std::vector<std::uint32_t>>& targets)
      : targets_(targets),
        order_(targets.size(), kNotVisited),
        low_(targets.size(), 0),
        is_open_(targets.size(), false) {}

  std::vector<std::vector<std::uint32_t>> Find() {
    for (std::uint32_t node = 0; node < order_.size(); ++node) {
      if (order_[node] == kNotVisited) Visit(node);
    }
    return std::move(found_);
  }

 private:
  struct Step {
    std::uint32_t node;
    std::size_t next;  // into its targets
  };

  void Enter(std::uint32_t node) {
    order_[node] = low_[node] = visited_++;
    open_.push_back(node);
    is_open_[node] = true;
    steps_.push_back({node, 0});
  }

  void Visit(std::uint32_t root) {
    Enter(root);
    while (!steps_.empty()) {
      Step& step = steps_.back();
      const std::vector<std::uint32_t>& targets = targets_[step.node];
      if (step.next == targets.size()) {
        Leave(step.node);
        continue;
      }
      const std::uint32_t target = targets[step.next++];
      if (order_[target] == kNotVisited) {
        Enter(target);
      } else if (is_open_[target]) {
        low_[step.node] = std::min(low_[step.node], order_[target]);
      }
    }
  }

  void Leave(std::uint32_t node) {
    steps_.pop_back();
    if (!steps_.empty()) {
      std::uint32_t& low = low_[steps_.back().node];
      low = std::min(low, low_[node]);
    }
    if (low_[node] != order_[node]) return;
    std::vector<std::uint32_t> component;
    while (is_open_[node]) {
      is_open_[open_.back()] = false;
      component.push_back(open_.back());
      open_.pop_back();
    }
    std::sort(component.begin(), component.end());
    found_.push_back(std::move(component));
  }

  const std::vector<std::vector<std::uint32_t>>& targets_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> is_open_;
  std::vector<std::uint32_t> open_;
  std::vector<Step> steps_;
  std::uint32_t visited_ = 0;
  std::vector<std::vector<std::uint32_t>> found_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> FindComponents(
    const std::vector<std::vector<std::uint32_t>>& targets) {
  return Components(targets).Find();
}

}  // namespace waymark::retrieval
