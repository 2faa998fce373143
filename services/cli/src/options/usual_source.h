// The settings of a configuration for questions that a server answers.
#pragma once

#include "config/settings.h"
#include "services/request_fields.h"

namespace waymark::services {

// Reads the user's file, the project file of the checkout and the environment, each time. What is
// wrong in the project file is noted and left out.
UsualNumbersSource MakeUsualSource(const Settings& settings);

}  // namespace waymark::services
