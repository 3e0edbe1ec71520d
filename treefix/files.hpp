// Loads robots from files, and saves them: URDF, MJCF, and the exact binary form.
#pragma once

#include <treefix/io/load.hpp>
#include <treefix/io/save.hpp>
#include <treefix/model/bytes.hpp>
