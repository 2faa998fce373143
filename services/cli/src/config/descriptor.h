// A file descriptor that closes itself.
#pragma once

#include <unistd.h>

namespace waymark::services {

class Descriptor {
 public:
  // Negative: nothing is open.
  explicit Descriptor(int number) : number_(number) {}

  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  const int number_;
};

}  // namespace waymark::services
