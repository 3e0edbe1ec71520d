// Everything a user of the library includes.
#pragma once

#include <treefix/batch_dynamics.hpp>
#include <treefix/dynamics.hpp>
#include <treefix/io/load.hpp>
#include <treefix/io/save.hpp>
#include <treefix/model/builder.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/model.hpp>
#include <treefix/model/zoo.hpp>
#include <treefix/version.hpp>
