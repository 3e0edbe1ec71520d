// Model: poses and velocities of frames.
#include <algorithm>
#include <array>
#include <optional>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "call.hpp"
#include "module.hpp"
#include "spatial.hpp"

namespace treefix::python {

/// The keyword `out` of a method with two results: a pair of arrays, or None.
struct OutPair {
  nb::handle object{};
};

}  // namespace treefix::python

template <>
struct nanobind::detail::type_caster<treefix::python::OutPair> {
  NB_TYPE_CASTER(treefix::python::OutPair,
                 const_name("tuple[numpy.typing.NDArray[typing.Any], numpy.typing.NDArray[typing.Any] | None]"))

  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    value.object = source;
    return true;
  }
};

namespace treefix::python {

namespace {

std::array<double, 6> numbers(const Motion<double>& V) { return {V.w.x, V.w.y, V.w.z, V.v.x, V.v.y, V.v.z}; }

AnyArray frame_pose(Robot& robot, const Options& options, const std::string& name, ArrayLike q) {
  Call call(robot, options);
  const Frame frame = robot.model().frame(name);
  const Input position = call.read_q(q);
  Output pose = call.write("pose", {4, 4});
  const Index n = call.states();
  call.run(
      [&](Dynamics& d) {
        d.kinematics(position.view());
        std::ranges::copy(pose_matrix(d.pose(frame)), pose.view().begin());
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        d.kinematics({&frame, 1}, position.batch<const T>(n), {}, pose.batch<T>(n), {}, with);
      });
  return {Call::result(std::move(pose))};
}

AnyArray frame_velocity(Robot& robot, const Options& options, const std::string& name, ArrayLike q, ArrayLike v) {
  Call call(robot, options);
  const Frame frame = robot.model().frame(name);
  const Input position = call.read_q(q), velocity = call.read_v(v);
  Output result = call.write("velocity", {6});
  const Index n = call.states();
  call.run(
      [&](Dynamics& d) {
        d.kinematics(position.view(), velocity.view());
        std::ranges::copy(numbers(d.velocity(frame)), result.view().begin());
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        d.kinematics({&frame, 1}, position.batch<const T>(n), velocity.batch<const T>(n), Batch<T>(),
                     result.batch<T>(n), with);
      });
  return {Call::result(std::move(result))};
}

/// The output arrays of the caller for the two results.
std::pair<nb::object, nb::object> outputs(OutPair out, bool has_velocities) {
  if (out.object.is_none()) return {};
  const bool is_pair = nb::isinstance<nb::tuple>(out.object) || nb::isinstance<nb::list>(out.object);
  if (!is_pair || nb::len(out.object) != 2) throw nb::type_error("out: expected a pair of arrays, (poses, velocities)");
  nb::object poses = out.object[0], velocities = out.object[1];
  if (velocities.is_none() == has_velocities)
    throw nb::type_error("out[1]: expected an array if v is given, None if not");
  return {std::move(poses), std::move(velocities)};
}

std::pair<AnyArray, std::optional<AnyArray>> kinematics(Robot& robot, const std::vector<std::string>& names,
                                                        ArrayLike q, ArrayLike v, OutPair out, int threads, bool check,
                                                        Progress progress) {
  const Options options{.threads = threads, .check = check, .progress = progress};
  Call call(robot, options);
  std::vector<Frame> frames;
  for (const std::string& name : names) frames.push_back(robot.model().frame(name));
  const bool moves = !v.object.is_none();
  const Input position = call.read_q(q), velocity = moves ? call.read_v(v) : Input();
  const auto [poses_out, velocities_out] = outputs(out, moves);
  Output poses = call.write("poses", {ssize(frames), 4, 4}, poses_out, "out[0]"), velocities;
  if (moves) velocities = call.write("velocities", {ssize(frames), 6}, velocities_out, "out[1]");
  const Index n = call.states();
  call.run(
      [&](Dynamics& d) {
        d.kinematics(position.view(), velocity.view());
        for (Index i = 0; i < ssize(frames); ++i) {
          const Frame& frame = frames[static_cast<std::size_t>(i)];
          std::ranges::copy(pose_matrix(d.pose(frame)), poses.view().begin() + 16 * i);
          if (moves) std::ranges::copy(numbers(d.velocity(frame)), velocities.view().begin() + 6 * i);
        }
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        d.kinematics(frames, position.batch<const T>(n), moves ? velocity.batch<const T>(n) : Batch<const T>(),
                     poses.batch<T>(n), moves ? velocities.batch<T>(n) : Batch<T>(), with);
      });
  std::pair<AnyArray, std::optional<AnyArray>> result{{Call::result(std::move(poses))}, std::nullopt};
  if (moves) result.second = AnyArray{Call::result(std::move(velocities))};
  return result;
}

}  // namespace

void bind_frames(nb::class_<Robot>& model) {
  using nb::arg;
  def(model, "frame_pose", with_options(frame_pose),
      "Compute the pose of a body or frame in the root, [[R, p], [0, 1]]: shape (4, 4) or (B, 4, 4).\n\n"
      "R maps frame coordinates to root coordinates; p is the origin of the frame in the root.\n"
      "See Model for batches and the out, threads, check and progress arguments.",
      arg("name"), arg("q"), nb::kw_only());
  def(model, "frame_velocity", with_options(frame_velocity),
      "Compute the spatial velocity of a body or frame, ANGULAR PART FIRST: shape (6,) or (B, 6).\n\n"
      "It is in coordinates of the frame; the linear part is the velocity of the origin of the frame.\n"
      "See Model for batches and the out, threads, check and progress arguments.",
      arg("name"), arg("q"), arg("v"), nb::kw_only());
  def(model, "kinematics", kinematics,
      "Compute the poses and velocities of F bodies or frames.\n\n"
      "See Model for batches and the threads, check and progress arguments.\n\n"
      "Parameters\n"
      "----------\n"
      "frames : list of str\n"
      "    Names of the bodies or frames.\n"
      "q, v : array_like\n"
      "    Configuration and velocity, or a batch of them. Without v, only the poses are computed.\n"
      "out : tuple, optional\n"
      "    (poses, velocities) or (poses, None).\n\n"
      "Returns\n"
      "-------\n"
      "(ndarray, ndarray or None)\n"
      "    Poses as in frame_pose, shape (F, 4, 4) or (B, F, 4, 4), and velocities as in frame_velocity, shape\n"
      "    (F, 6) or (B, F, 6), ANGULAR PART FIRST. Without v the second is None.",
      arg("frames"), arg("q"), arg("v") = nb::none(), nb::kw_only());
}

}  // namespace treefix::python
