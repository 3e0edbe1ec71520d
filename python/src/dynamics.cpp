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
    throw ValueError("method: expected 'automatic' for a batch, float32, check=False or progress");
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
      "Compute the joint torques that produce the acceleration a.\n\n"
      "See Model for batches and the out, threads, check and progress arguments.\n\n"
      "Parameters\n"
      "----------\n"
      "q, v, a : array_like\n"
      "    Configuration, velocity and acceleration: shapes (nq,), (nv,) and (nv,), or a batch of them.\n"
      "external_forces : array_like, optional\n"
      "    External force on each body, shape (nbody, 6) or (B, nbody, 6), ANGULAR PART FIRST: moment, then force.\n"
      "external_frame : {'body', 'root'}\n"
      "    'body': coordinates of each body, moments about its origin.\n"
      "    'root': root coordinates, moments about the origin of the root.\n"
      "method : str\n"
      "    For one state. 'automatic': pieces for large trees, else recursive; with external_frame='root', pieces\n"
      "    only for more than 4096 bodies. 'recursive': one body after the other. 'pieces': pieces of the tree in\n"
      "    SIMD lanes and on threads. 'pair_scan', 'two_scan', 'simulated': scans on threads.\n"
      "tree : {'heavy', 'euler'}\n"
      "    Scans follow heavy paths, which is accurate, or the Euler tour of the tree.\n\n"
      "Returns\n"
      "-------\n"
      "ndarray\n"
      "    tau, shape (nv,) or (B, nv).",
      arg("q"), arg("v"), arg("a"), arg("external_forces") = nb::none(), arg("external_frame") = "body", nb::kw_only(),
      arg("method") = "automatic", arg("tree") = "heavy");
  def(model, "bias_torques", with_options(bias_torques),
      "Compute tau at a = 0, from gravity and velocity products: shape (nv,) or (B, nv).\n\n"
      "See Model for batches and the out, threads, check and progress arguments.",
      arg("q"), arg("v"), nb::kw_only());
  def(model, "gravity_torques", with_options(gravity_torques),
      "Compute tau at v = a = 0, from gravity: shape (nv,) or (B, nv).\n\n"
      "See Model for batches and the out, threads, check and progress arguments.",
      arg("q"), nb::kw_only());
}

}  // namespace treefix::python
