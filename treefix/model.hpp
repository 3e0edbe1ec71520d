// Robots: Model, its Builder, built-in models, and configurations.
#pragma once

#include <treefix/model/builder.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/model.hpp>
#include <treefix/model/zoo.hpp>
