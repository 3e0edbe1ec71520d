// Robots: Model, how to build one, built-in ones, and their configurations.
#pragma once

#include <treefix/model/builder.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/model.hpp>
#include <treefix/model/zoo.hpp>
