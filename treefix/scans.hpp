// Scans over trees with user-defined operators and executors: see examples/cpp/05_custom_operator.cpp. Not part of
// treefix.hpp.
#pragma once

#include <treefix/exec/serial.hpp>
#include <treefix/exec/threads.hpp>
#include <treefix/primitives/executor.hpp>
#include <treefix/primitives/laws.hpp>
#include <treefix/primitives/operators.hpp>
#include <treefix/primitives/rootfix.hpp>
#include <treefix/primitives/scan.hpp>
#include <treefix/tree/euler_tour.hpp>
#include <treefix/tree/heavy_paths.hpp>
#include <treefix/tree/pieces.hpp>
