// The result of reading a file of one format.
#pragma once

#include <functional>
#include <string_view>

#include <treefix/io/report.hpp>
#include <treefix/io/scanner.hpp>
#include <treefix/model/builder.hpp>

namespace treefix::io {

/// A robot ready to be built, and the positions of its bodies in the file, for problems that only the Builder finds.
struct Reading {
  Builder builder;
  std::function<Where(std::string_view body)> where;
};

// Each function reads a file whose root the scanner has found. Problems go to the report. After a problem the reader
// continues where possible, to find all problems. Use the result only if the report has no errors.

Reading read_urdf(Source& source, Scanner& scanner, const LoadOptions& options, Report& report);
/// Reads included files and meshes from options.folder.
Reading read_mjcf(Source& source, Scanner& scanner, const LoadOptions& options, Report& report);

}  // namespace treefix::io
