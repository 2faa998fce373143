// Answers of a store as text, so that those of two stores can be compared byte by byte.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace waymark::soak {

// What is asked: each of these as a task, and what depends on it.
using Questions = std::vector<std::string>;

// The export, and the answer to each question. How often a view was published, which is no part of
// its state, does not show. An error is text as well. The store must not be open in this process.
std::vector<std::string> AnswersOf(const std::filesystem::path& store,
                                   const std::filesystem::path& root, const Questions& questions);

}  // namespace waymark::soak
