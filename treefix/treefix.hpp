// Includes all public headers except scans.hpp.
#pragma once

#include <treefix/batch_dynamics.hpp>
#include <treefix/dynamics.hpp>
#include <treefix/files.hpp>
#include <treefix/model.hpp>
#include <treefix/version.hpp>
