// Robots from URDF and MJCF files, and to URDF files.
#pragma once

#include <treefix/io/load.hpp>
#include <treefix/io/save.hpp>
