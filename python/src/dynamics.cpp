// Model: the equations of motion.
#include "call.hpp"
#include "module.hpp"

namespace treefix::python {

namespace {

InverseOptions inverse_options(std::string_view method, std::string_view tree, int threads) {
  InverseOptions options{.method = choice_of<InverseMethod>("method", method, inverse_methods), .threads = threads};
  if (tree == "euler") options.tree = TreeScan::euler;
  if (tree != to_string(options.tree)) throw ValueError(concat("tree: expected 'heavy' or 'euler', got '", tree, "'"));
  return options;
}

AnyArray inverse_dynamics(Robot& robot, const Options& options, ArrayLike q, ArrayLike v, ArrayLike a, ArrayLike forces,
                          const char* frame, const char* method, const char* tree) {
  Call call(robot, options);
  const InverseOptions how = inverse_options(method, tree, options.threads);
  const Input position = call.read_q(q), velocity = call.read_v(v), acceleration = call.read_v(a, "a");
  const External external = call.read_external(forces, frame);
  if (how.method != InverseMethod::automatic && !call.is_single())
    throw ValueError("method: expected 'automatic' for many states, float32, check=False or progress");
  Output tau = call.write("tau", {robot.model().nv()});
  const Index n = call.states();
  call.run(
      [&](Dynamics& d) {
        d.inverse(position.view(), velocity.view(), acceleration.view(), tau.view(), how, external.of_one());
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        d.inverse(position.batch<const T>(n), velocity.batch<const T>(n), acceleration.batch<const T>(n),
                  tau.batch<T>(n), with);
      },
      external);
  return {Call::result(std::move(tau))};
}

AnyArray bias_torques(Robot& robot, const Options& options, ArrayLike q, ArrayLike v) {
  Call call(robot, options);
  const Input position = call.read_q(q), velocity = call.read_v(v);
  Output tau = call.write("tau", {robot.model().nv()});
  const Index n = call.states();
  call.run([&](Dynamics& d) { d.bias(position.view(), velocity.view(), tau.view()); },
           [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
             d.bias(position.batch<const T>(n), velocity.batch<const T>(n), tau.batch<T>(n), with);
           });
  return {Call::result(std::move(tau))};
}

AnyArray gravity_torques(Robot& robot, const Options& options, ArrayLike q) {
  Call call(robot, options);
  const Input position = call.read_q(q);
  Output tau = call.write("tau", {robot.model().nv()});
  const Index n = call.states();
  call.run([&](Dynamics& d) { d.gravity(position.view(), tau.view()); },
           [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
             d.gravity(position.batch<const T>(n), tau.batch<T>(n), with);
           });
  return {Call::result(std::move(tau))};
}

}  // namespace

void bind_dynamics(nb::class_<Robot>& model) {
  using nb::arg;
  def(model, "inverse_dynamics", with_options(inverse_dynamics),
      "tau that makes the robot accelerate with a, shape (nv,) or (B, nv).\n\n"
      "external_forces: shape (nbody, 6) or (B, nbody, 6), the force on each body from outside,\n"
      "ANGULAR PART FIRST: moment, then force. external_frame: 'body', in coordinates of each body, moments about\n"
      "its origin; or 'root', in root coordinates, moments about the origin of the root.\n"
      "method, of one state: 'recursive', body after body; 'pieces', parts of the tree in SIMD lanes and on threads;\n"
      "'pair_scan', 'two_scan', 'simulated', by scans on threads; 'automatic', pieces for large trees, else "
      "recursive.\n"
      "tree: scans go along 'heavy' paths, which is accurate, or over the 'euler' walk around the tree.\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), arg("v"), arg("a"), arg("external_forces") = nb::none(), arg("external_frame") = "body", nb::kw_only(),
      arg("method") = "automatic", arg("tree") = "heavy");
  def(model, "bias_torques", with_options(bias_torques),
      "tau at a = 0: gravity and velocity products, shape (nv,) or (B, nv).\n\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), arg("v"), nb::kw_only());
  def(model, "gravity_torques", with_options(gravity_torques),
      "tau at v = a = 0, shape (nv,) or (B, nv).\n\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), nb::kw_only());
}

}  // namespace treefix::python
