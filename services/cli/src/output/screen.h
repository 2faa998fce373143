// Where a person reads an answer: how it may look there, and how much fits.
#pragma once

#include <string>

#include "output/text_style.h"

namespace waymark::services {

struct Screen {
  TextStyle style = {};
  unsigned columns = 0;    // 0: no terminal; lines are not cut
  unsigned lines = 0;      // 0: no terminal
  std::string pager = {};  // the command that shows texts longer than the screen; empty: none
};

}  // namespace waymark::services
