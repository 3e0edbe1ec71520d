// Loads robots from URDF and MJCF files, and saves them as URDF files.
#pragma once

#include <treefix/io/load.hpp>
#include <treefix/io/save.hpp>
