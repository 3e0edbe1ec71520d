// Tests use all folders of the library, so its namespaces are opened here.
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
}  // namespace treefix

namespace treefix::testing {

using namespace simd;
using namespace reference;
using namespace papers;
using namespace prepared;
using namespace kernels;
using namespace engine;
using namespace large_tree;
using namespace planner;

}  // namespace treefix::testing

namespace treefix::test {

using namespace simd;
using namespace reference;
using namespace papers;
using namespace prepared;
using namespace kernels;
using namespace engine;
using namespace large_tree;
using namespace planner;

}  // namespace treefix::test
