#include "options/held_options.h"

#include "options/field_options.h"

namespace waymark::services {

void HeldOptions::AddTo(CLI::App& app) { AddFieldOptions(app, held); }

}  // namespace waymark::services
