// What `install --instructions` tells agents: when to ask Waymark, and how.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// Lines of Markdown for AGENTS.md and CLAUDE.md.
std::string_view InstructionSection();

// A skill of Claude Code: SKILL.md as a whole.
std::string_view InstructionSkill();

// A skill for tuning the response pipeline: docs/skills/pipeline-tune/SKILL.md as a whole.
std::string_view TuningSkill();

// A hook of Claude Code as JSON, an element of `hooks.PostToolUse`: it runs `waymark hook` after
// each edit. Where there is no such program it does nothing.
std::string InstructionHook();

}  // namespace waymark::services
