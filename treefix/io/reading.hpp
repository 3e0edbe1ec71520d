// What a reader of a format makes of a file.
#pragma once

#include <functional>
#include <string_view>

#include <treefix/io/report.hpp>
#include <treefix/io/scanner.hpp>
#include <treefix/model/builder.hpp>

namespace treefix::io {

/// A robot ready to be built, and where its bodies stand in the file, for what only the Builder finds out.
struct Reading {
  Builder builder;
  std::function<Where(std::string_view body)> where;
};

// Each reads a file whose root the scanner has found. Problems go to the report; a reader goes on as far as it makes
// sense, so that all are found. The reading is to be used only if the report has no errors.

Reading read_urdf(Source& source, Scanner& scanner, const LoadOptions& options, Report& report);
/// Reads what is included and meshes from options.folder.
Reading read_mjcf(Source& source, Scanner& scanner, const LoadOptions& options, Report& report);

}  // namespace treefix::io
