// The table of jobs, as the migration that creates it.
#pragma once

namespace waymark::services {

// `due` is when a job may be taken: of a running one, when its lease ends. Null: never.
// `lease` is the number of the last lease, which outlives it: whoever ended a lease and did not
// learn of it finds its number.
inline constexpr const char* kTableOfJobs[] = {
    "CREATE TABLE waymark.job ("
    "source text NOT NULL, "
    "revision text NOT NULL, "
    "priority bigint NOT NULL, "
    "every_seconds bigint NOT NULL, "
    "state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'set aside')), "
    "due timestamptz, "
    "runs_again boolean NOT NULL DEFAULT false, "
    "attempts bigint NOT NULL DEFAULT 0, "
    "lease bigint NOT NULL DEFAULT 0, "
    "worker text NOT NULL DEFAULT '', "
    "stage bigint NOT NULL DEFAULT 0, "
    "files_done bigint NOT NULL DEFAULT 0, "
    "files_total bigint NOT NULL DEFAULT 0, "
    "repository text NOT NULL DEFAULT '', "
    "commit text NOT NULL DEFAULT '', "
    "reason text NOT NULL DEFAULT '', "
    "made timestamptz NOT NULL DEFAULT now(), "
    "started timestamptz, "
    "ended timestamptz, "
    "PRIMARY KEY (source, revision))",
    "CREATE INDEX job_due ON waymark.job (priority DESC, due) WHERE due IS NOT NULL",
};

}  // namespace waymark::services
