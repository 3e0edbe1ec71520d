// The table: every threshold and cost that affects speed, with the benchmark that it comes from.
//
// Plain numbers that every layer may read. They are constants of the library, not of the machine, so that results do
// not depend on where a program runs. Limits of accuracy are beside the equations that they belong to.
#pragma once

#include <cstddef>

namespace treefix::planner::table {

using Count = std::ptrdiff_t;

// --- one state: which method (bench/trees, bench/forward) ---

/// Trees with fewer bodies are computed body by body: a shorter chain does not fill four lanes.
inline constexpr Count least_bodies_in_pieces = 64;
/// External forces in root coordinates need poses. In trees of up to this many bodies, computing poses takes as long as
/// pieces save.
inline constexpr Count most_bodies_in_root_coordinates = 4096;

// A round computes one body, or one body in every lane. Pieces are faster than the recursion if they take at most
// `rounds` rounds for `bodies` bodies.
struct Ratio {
  Count rounds, bodies;
};
inline constexpr Ratio pieces_gain{2, 5};  // a round takes as long as two to two and a half bodies of the recursion
inline constexpr Ratio pieces_gain_two_lanes{5, 9};  // with two lanes: 1.7 bodies

// Costs of forward dynamics, in bodies of the recursion, on one thread.
inline constexpr double forward_join = 50;  // to combine the elements of all pieces
inline constexpr double forward_step = 3;  // of a bundle, and of a body computed alone
inline constexpr double forward_group = 3.7;  // of a forest
inline constexpr double recursion_branch = 0.4;  // for each branch, where values go through memory
/// From this many bodies on, a second thread has enough work. Then pieces may take up to gain_of_two_threads times as
/// long as the recursion, both on one thread.
inline constexpr Count bodies_for_two_threads = 4096;
inline constexpr double gain_of_two_threads = 1.6;

// --- mass matrices (bench/trees/mass) ---

/// A dense H with fewer rows is computed by the kernels in one thread, which take no longer than scans.
inline constexpr Count least_rows_by_scan = 256;
/// H counts as thin if at most one entry in this many is structurally nonzero: then it is computed sparse and expanded.
inline constexpr Count thin_share = 16;
/// Bodies whose moments are taken in one frame.
inline constexpr Count bodies_per_moment_frame = 32;
/// Rows of the trunk that a thread takes at once.
inline constexpr Count trunk_rows_at_once = 64;
/// How far ahead of the row that is being written memory is prefetched, in numbers.
inline constexpr int numbers_ahead = 512;

// --- past the caches (bench/batch, bench/trees) ---

/// Results of a batch with more bytes than this are written past the caches.
inline constexpr Count cached_batch_bytes = Count(8) << 20;
/// A dense H with more numbers than this is written past the caches.
inline constexpr Count cached_matrix_numbers = 4'000'000;

// --- division of large trees (bench/trees) ---

inline constexpr Count forest_bodies = 2048;  // the scratch of a forest stays in the cache of a core
inline constexpr Count piece_bodies = 4096;  // at most: at this length the work at their ends is negligible
inline constexpr Count shortest_piece = 16;  // a chain whose pieces would be shorter is computed body by body
inline constexpr Count least_bundles = 16;  // in each chain, to give work to many threads,
inline constexpr Count shortest_piece_for_threads = 64;  // unless pieces would get shorter than this
inline constexpr Count bodies_renumbered_at_once = 4096;
inline constexpr Count ranges_renumbered_at_once = 8;

// --- sweeps of large trees (bench/forward) ---

inline constexpr Count steps_at_a_time = 16;  // the results of one loop are still in the nearest cache for the next
inline constexpr Count steps_between_checks = 32;  // of whether the bodies beyond a piece still affect it

// --- batches (bench/batch) ---

/// Groups of states that go through a sweep at once.
inline constexpr int groups_at_once = 2;
/// Angles whose sines and cosines are computed at once.
inline constexpr Count angles_at_once = 64;
/// A thread takes as many groups of states as make up this many steps of a sweep.
inline constexpr double steps_worth_a_thread = 2000;
/// Progress is reported after this many steps of a sweep, summed over lanes.
inline constexpr double steps_between_reports = 4e6;
// Steps of a sweep that one state takes in addition to one for each of its n degrees of freedom.
inline constexpr double steps_per_matrix_entry = 1.0 / 4;  // n² entries
inline constexpr double steps_per_factor_entry = 1.0 / 100;  // n depth² entries
inline constexpr double steps_per_frame = 3;  // the results of a frame are stored one by one

// Rows of an array are prefetched if they have at least this many cache lines, ...
inline constexpr double least_lines_to_prefetch = 1.5;
// ... and, in an interleaved array, at most this many: the CPU prefetches longer ones itself.
inline constexpr Count most_interleaved_lines_to_prefetch = 8;
/// Cache lines that are collected before they are written past the caches.
inline constexpr Count lines_gathered = 8;

/// Checks of inputs: states at once, numbers worth a thread, numbers between two reports of progress.
inline constexpr Count states_checked_at_once = 64;
inline constexpr Count numbers_worth_a_thread = Count(1) << 16;
inline constexpr Count numbers_between_reports = Count(1) << 23;

// --- memory ---
/// Models with more degrees of freedom allocate memory for mass matrices when one is first requested.
inline constexpr Count most_dof_with_matrix = 512;
/// Models with more bodies allocate the workspace of the recursion, 800 bytes per body, when they first need it.
inline constexpr Count most_bodies_with_workspace = 4096;

// --- scans, reductions and factors (bench/forward, bench/trees) ---

inline constexpr Count scan_block = 1024;
inline constexpr Count scan_piece = 1024;
inline constexpr Count reduce_block = 1024;
inline constexpr Count cholesky_tile = 64;
inline constexpr Count mass_block_rows = 256;  // rows of H that are computed together
inline constexpr Count mass_block_columns = 128;  // and how many of their columns at once
inline constexpr Count mass_rows_mirrored = 16;
inline constexpr Count sparse_rows_mirrored = 256;
inline constexpr Count sparse_rows_expanded = 32;
inline constexpr Count dca_worth_a_thread = 32;  // bodies or products of dca
inline constexpr Count tour_block = Count(1) << 16;  // bodies whose depths and tour steps a thread computes at once
inline constexpr Count path_block = 1024;  // bodies whose root paths a thread writes at once
inline constexpr Count jsiia_columns_at_once = 4;  // columns of H per call of inverse dynamics
inline constexpr Count jsiia_calls_with_memory = 16;  // calls that have memory at the same time
inline constexpr int bodies_per_prepared_moment_frame = 8;  // of the kernels for small robots

// --- building and reading models (bench/build, bench/load) ---

inline constexpr Count bodies_worth_threads = 100'000;  // a model with more is built on two threads
inline constexpr Count bodies_ahead = 8;  // prefetched while names are looked up: enough to hide a cache miss
inline constexpr Count links_at_once = 8192;  // links of a URDF file that a thread turns into bodies at once
inline constexpr Count parts_worth_threads = 8;  // of a URDF file; starting threads takes longer than to read fewer

}  // namespace treefix::planner::table
