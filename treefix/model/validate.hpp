// Checks of a description that look at one body or frame at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <treefix/model/builder.hpp>

namespace treefix {

using Problems = std::vector<std::string>;

bool is_finite(const Vec3<double>& v);

/// Adds what is wrong with the numbers of a body and its joint.
void check_body(const BodySpec& body, Problems& problems);

/// Adds what is wrong with a placement: numbers that are not finite, a matrix that is no rotation.
void check_placement(std::string_view kind, std::string_view name, const Transform<double>& placement,
                     Problems& problems);

}  // namespace treefix
