// Answers for operators of a shared store, as text and as JSON.
#pragma once

#include <string>

#include "services/shared_store.h"

namespace waymark::services {

std::string TextOf(const InitialisedStore& made);
std::string JsonOf(const InitialisedStore& made);

std::string TextOf(const SharedStoreState& state, const QueueState& queue);
std::string JsonOf(const SharedStoreState& state, const QueueState& queue);

std::string TextOf(const CollectionReport& report, bool is_trial);
std::string JsonOf(const CollectionReport& report, bool is_trial);

// `marks_damage`: damaged blobs were marked.
std::string TextOf(const StoreCheck& check, bool marks_damage);
std::string JsonOf(const StoreCheck& check, bool marks_damage);

}  // namespace waymark::services
