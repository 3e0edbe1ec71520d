// Tests and benchmarks use all internal namespaces of the library; treefix::rooms opens them.
#pragma once

namespace treefix {
namespace simd {}
namespace reference {}
namespace papers {}
namespace prepared {}
namespace kernels {}
namespace engine {}
namespace large_tree {}
namespace planner {}

namespace rooms {
using namespace simd;
using namespace reference;
using namespace papers;
using namespace prepared;
using namespace kernels;
using namespace engine;
using namespace large_tree;
using namespace planner;
}  // namespace rooms

namespace testing {
using namespace rooms;
}
namespace test {
using namespace rooms;
}
}  // namespace treefix
