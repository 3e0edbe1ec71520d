// Model: the mass matrix, and products with it and its inverse.
#include "call.hpp"
#include "module.hpp"

namespace treefix::python {

namespace {

AnyArray mass_matrix(Robot& robot, const Options& options, ArrayLike q) {
  Call call(robot, options);
  const Input position = call.read_q(q);
  const Index nv = robot.model().nv(), n = call.states();
  Output H = call.write("H", {nv, nv});
  call.run([&](Dynamics& d) { d.mass_matrix(position.view(), H.view()); },
           [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
             d.mass_matrix(position.batch<const T>(n), H.batch<T>(n), with);
           });
  return {Call::result(std::move(H))};
}

/// One state, too, is a batch: Dynamics has no such product.
template <bool inverse>
AnyArray product(Robot& robot, const Options& options, ArrayLike q, ArrayLike x) {
  Call call(robot, options);
  const Input position = call.read_q(q), factor = call.read_v(x, "x");
  if (inverse) call.warn_of_float();
  Output y = call.write("y", {robot.model().nv()});
  const Index n = call.states();
  call.run_batch([&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
    const auto compute = inverse ? &BatchDynamics::mass_matrix_solve<T> : &BatchDynamics::mass_matrix_apply<T>;
    (d.*compute)(position.batch<const T>(n), factor.batch<const T>(n), y.batch<T>(n), with);
  });
  return {Call::result(std::move(y))};
}

}  // namespace

void bind_mass(nb::class_<Robot>& model) {
  using nb::arg;
  def(model, "mass_matrix", with_options(mass_matrix),
      "H, the joint-space inertia with rotors (armature), shape (nv, nv) or (B, nv, nv), symmetric.\n\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), nb::kw_only());
  def(model, "mass_matrix_apply", with_options(product<false>),
      "H x, without H, shape (nv,) or (B, nv).\n\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), arg("x"), nb::kw_only());
  def(model, "mass_matrix_solve", with_options(product<true>),
      "y with H y = x, without H, shape (nv,) or (B, nv): the acceleration that x causes at rest without gravity.\n\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), arg("x"), nb::kw_only());
}

}  // namespace treefix::python
