// Tables made at build time and linked in by embedded_tables.S. Each is read in place.
#pragma once

#include <cstdint>

extern "C" {
extern const std::uint8_t waymark_o200k_base_table[];   // token_table_format.h
extern const std::uint8_t waymark_cl100k_base_table[];  // token_table_format.h
extern const std::uint8_t waymark_character_table[];    // character_class.h
}
