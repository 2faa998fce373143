// Shared by the files that use libgit2: its initialisation, and owning handles.
#pragma once

#include <memory>

#include <git2.h>

namespace waymark::indexer {

// Must precede any other call of libgit2. May be called repeatedly.
void StartLibgit2();

template <typename T, void (*Free)(T*)>
struct GitRelease {
  void operator()(T* object) const { Free(object); }
};

template <typename T, void (*Free)(T*)>
using GitHandle = std::unique_ptr<T, GitRelease<T, Free>>;

using RepositoryHandle = GitHandle<git_repository, git_repository_free>;
using ObjectHandle = GitHandle<git_object, git_object_free>;
using CommitHandle = GitHandle<git_commit, git_commit_free>;
using TreeHandle = GitHandle<git_tree, git_tree_free>;
using TreeEntryHandle = GitHandle<git_tree_entry, git_tree_entry_free>;
using DatabaseHandle = GitHandle<git_odb, git_odb_free>;
using StoredObjectHandle = GitHandle<git_odb_object, git_odb_object_free>;
using DiffHandle = GitHandle<git_diff, git_diff_free>;
using IndexHandle = GitHandle<git_index, git_index_free>;
using ConfigHandle = GitHandle<git_config, git_config_free>;
using RemoteHandle = GitHandle<git_remote, git_remote_free>;

}  // namespace waymark::indexer
