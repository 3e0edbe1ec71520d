// With this macro Pinocchio only declares its algorithms and takes them from its shared library, which the wheel builds
// without AVX. The peer must be compiled here, with the flags of treefix.
#ifdef PINOCCHIO_ENABLE_TEMPLATE_INSTANTIATION
#error "undefine PINOCCHIO_ENABLE_TEMPLATE_INSTANTIATION: the peer must not use the prebuilt library"
#endif

// A peer built without these would be slower than it needs to be, and the comparison unfair.
#ifndef NDEBUG
#error "compile the Pinocchio peer with -DNDEBUG"
#endif
#if defined(__x86_64__) && !(defined(__AVX2__) && defined(__FMA__))
#error "compile the Pinocchio peer with -march=x86-64-v3 or better"
#endif

#include "pinocchio_peer.hpp"

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>
#include <pinocchio/multibody/joint.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tfbench {

namespace {

// 0, 1, 2 for an axis that is exactly x, y, z, and -1 for any other. A negated axis counts as any
// other, as in Pinocchio's own model loaders.
int cartesian_axis(const std::array<double, 3>& axis) {
  if (axis == std::array<double, 3>{1, 0, 0}) return 0;
  if (axis == std::array<double, 3>{0, 1, 0}) return 1;
  if (axis == std::array<double, 3>{0, 0, 1}) return 2;
  return -1;
}

pinocchio::JointModel make_joint(const BodyDescription& body) {
  const Eigen::Vector3d axis(body.axis[0], body.axis[1], body.axis[2]);
  const int aligned = cartesian_axis(body.axis);
  switch (body.kind) {
    case JointKind::revolute:
      if (aligned == 0) return pinocchio::JointModelRX();
      if (aligned == 1) return pinocchio::JointModelRY();
      if (aligned == 2) return pinocchio::JointModelRZ();
      return pinocchio::JointModelRevoluteUnaligned(axis);
    case JointKind::prismatic:
      if (aligned == 0) return pinocchio::JointModelPX();
      if (aligned == 1) return pinocchio::JointModelPY();
      if (aligned == 2) return pinocchio::JointModelPZ();
      return pinocchio::JointModelPrismaticUnaligned(axis);
    case JointKind::helical:
      if (aligned == 0) return pinocchio::JointModelHX(body.pitch);
      if (aligned == 1) return pinocchio::JointModelHY(body.pitch);
      if (aligned == 2) return pinocchio::JointModelHZ(body.pitch);
      return pinocchio::JointModelHelicalUnaligned(axis, body.pitch);
    case JointKind::spherical: return pinocchio::JointModelSpherical();
    case JointKind::planar: return pinocchio::JointModelPlanar();
    case JointKind::free: return pinocchio::JointModelFreeFlyer();
  }
  throw std::invalid_argument("PinocchioPeer: unknown joint kind");
}

// Pinocchio's CRBA needs the bodies of every subtree to be consecutive, so bodies are added depth
// first whatever their order in the description.
std::vector<int> depth_first_order(const RobotDescription& robot) {
  const int n = static_cast<int>(robot.bodies.size());
  std::vector<std::vector<int>> children(n);
  std::vector<int> stack;
  for (int i = n - 1; i >= 0; --i) {
    const int parent = robot.bodies[i].parent;
    if (parent < -1 || parent >= i) throw std::invalid_argument("PinocchioPeer: a parent must come before its child");
    if (parent < 0)
      stack.push_back(i);
    else
      children[parent].push_back(i);
  }
  // Both lists hold larger indices first, so the smallest index is on top of the stack.
  std::vector<int> order;
  order.reserve(n);
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    order.push_back(i);
    stack.insert(stack.end(), children[i].begin(), children[i].end());
  }
  return order;
}

pinocchio::Convention convert(PinocchioPeer::Convention convention) {
  return convention == PinocchioPeer::Convention::local ? pinocchio::Convention::LOCAL : pinocchio::Convention::WORLD;
}

// Every call goes through this type, because each type of argument makes Pinocchio compile its algorithms once more.
using Numbers = Eigen::Map<const Eigen::VectorXd>;
Numbers view(const Eigen::VectorXd& x) { return {x.data(), x.size()}; }

pinocchio::Model make_model(const RobotDescription& robot, std::vector<std::size_t>& joint_of_body) {
  pinocchio::Model model;
  model.gravity.linear() << robot.gravity[0], robot.gravity[1], robot.gravity[2];
  joint_of_body.assign(robot.bodies.size(), 0);
  for (const int i : depth_first_order(robot)) {
    const BodyDescription& b = robot.bodies[i];
    const Eigen::Matrix3d R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(b.R.data());
    const Eigen::Vector3d p(b.p[0], b.p[1], b.p[2]);
    const Eigen::Vector3d c(b.c[0], b.c[1], b.c[2]);
    const std::size_t parent = b.parent < 0 ? 0 : joint_of_body[b.parent];
    const std::size_t joint = model.addJoint(parent, make_joint(b), pinocchio::SE3(R, p), "joint" + std::to_string(i));
    joint_of_body[i] = joint;
    // Set directly: appendBodyToJoint would add it to a zero inertia and round.
    model.inertias[joint] = pinocchio::Inertia(
        b.mass, c,
        pinocchio::Symmetric3(b.inertia[0], b.inertia[1], b.inertia[2], b.inertia[3], b.inertia[4], b.inertia[5]));
    for (int k = 0; k < joint_nv(b.kind); ++k) model.armature[model.idx_vs[joint] + k] = b.armature[k];
  }
  return model;
}

}  // namespace

struct PinocchioPeer::Impl {
  std::vector<std::size_t> joint_of_body;
  std::vector<JointKind> kinds;
  pinocchio::Model model;
  pinocchio::Data data;
  std::vector<int> v_index;  // Pinocchio's index of each velocity of the description
  int nq = 0;
  bool rows_fit = true;  // a row of the description has the layout that Pinocchio takes
  Eigen::VectorXd q, v, a, tau;

  explicit Impl(const RobotDescription& robot) : model(make_model(robot, joint_of_body)), data(model), nq(robot.nq()) {
    kinds.reserve(robot.bodies.size());
    v_index.reserve(static_cast<std::size_t>(robot.nv()));
    for (std::size_t i = 0; i < robot.bodies.size(); ++i) {
      const JointKind kind = robot.bodies[i].kind;
      kinds.push_back(kind);
      for (int k = 0; k < joint_nv(kind); ++k) {
        rows_fit = rows_fit && kind != JointKind::planar;
        rows_fit = rows_fit && model.idx_vs[joint_of_body[i]] + k == static_cast<int>(v_index.size());
        v_index.push_back(model.idx_vs[joint_of_body[i]] + k);
      }
    }
    q.resize(model.nq);
    v.setZero(model.nv);
    a.setZero(model.nv);
    tau.setZero(model.nv);
    // A valid configuration, so that calls before set_state do not meet a zero quaternion.
    pinocchio::neutral(model, q);
  }

  void read_q(const double* from) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const int n = joint_nq(kinds[i]);
      double* to = q.data() + model.idx_qs[joint_of_body[i]];
      for (int k = 0; k < n; ++k) to[k] = from[k];
      if (kinds[i] == JointKind::planar) {
        to[2] = std::cos(from[2]);
        to[3] = std::sin(from[2]);
      }
      from += n;
    }
  }

  void read_v(const double* from, Eigen::VectorXd& to) const {
    for (std::size_t k = 0; k < v_index.size(); ++k) to[v_index[k]] = from[k];
  }

  void write_v(const Eigen::VectorXd& from, double* to) const {
    for (std::size_t k = 0; k < v_index.size(); ++k) to[k] = from[v_index[k]];
  }
};

PinocchioPeer::PinocchioPeer(const RobotDescription& robot) : impl_(std::make_unique<Impl>(robot)) {}
PinocchioPeer::~PinocchioPeer() = default;
PinocchioPeer::PinocchioPeer(PinocchioPeer&&) noexcept = default;
PinocchioPeer& PinocchioPeer::operator=(PinocchioPeer&&) noexcept = default;

int PinocchioPeer::nq() const { return impl_->nq; }
int PinocchioPeer::nv() const { return impl_->model.nv; }

void PinocchioPeer::set_state(const double* q, const double* v, const double* a, const double* tau) {
  if (q) impl_->read_q(q);
  if (v) impl_->read_v(v, impl_->v);
  if (a) impl_->read_v(a, impl_->a);
  if (tau) impl_->read_v(tau, impl_->tau);
}

void PinocchioPeer::rnea() {
  pinocchio::rnea(impl_->model, impl_->data, view(impl_->q), view(impl_->v), view(impl_->a));
}

void PinocchioPeer::aba(Convention convention) {
  pinocchio::aba(impl_->model, impl_->data, view(impl_->q), view(impl_->v), view(impl_->tau), convert(convention));
}

void PinocchioPeer::crba(Convention convention) {
  pinocchio::crba(impl_->model, impl_->data, view(impl_->q), convert(convention));
}

void PinocchioPeer::torque(double* tau) const { impl_->write_v(impl_->data.tau, tau); }

void PinocchioPeer::acceleration(double* a) const { impl_->write_v(impl_->data.ddq, a); }

void PinocchioPeer::mass_matrix(double* H) const {
  const std::vector<int>& index = impl_->v_index;
  const std::size_t n = index.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const int row = index[i] < index[j] ? index[i] : index[j];
      const int col = index[i] < index[j] ? index[j] : index[i];
      H[i * n + j] = impl_->data.M(row, col);
    }
  }
}

void PinocchioPeer::rnea(const double* q, const double* v, const double* a, double* tau) {
  set_state(q, v, a, nullptr);
  rnea();
  torque(tau);
}

void PinocchioPeer::aba(const double* q, const double* v, const double* tau, double* a, Convention convention) {
  set_state(q, v, nullptr, tau);
  aba(convention);
  acceleration(a);
}

void PinocchioPeer::crba(const double* q, Convention convention) {
  set_state(q, nullptr, nullptr, nullptr);
  crba(convention);
}

void PinocchioPeer::crba(const double* q, double* H, Convention convention) {
  crba(q, convention);
  mass_matrix(H);
}

void PinocchioPeer::run(Work work, Convention convention, long states, const double* q, const double* v,
                        const double* x, double* y) {
  const pinocchio::Model& model = impl_->model;
  pinocchio::Data& data = impl_->data;
  if (!impl_->rows_fit) throw std::invalid_argument("PinocchioPeer: rows would have to be copied");
  const pinocchio::Convention frame = convert(convention);
  const long size = result_size(work, model.nv);
  for (long b = 0; b < states; ++b, q += model.nq, v += model.nv, x += model.nv, y += size) {
    const Numbers qb(q, model.nq), vb(v, model.nv), xb(x, model.nv);
    Eigen::Map<Eigen::VectorXd> yb(y, size);
    switch (work) {
      case Work::rnea: yb = pinocchio::rnea(model, data, qb, vb, xb); break;
      case Work::aba: yb = pinocchio::aba(model, data, qb, vb, xb, frame); break;
      case Work::crba:
        pinocchio::crba(model, data, qb, frame);
        // column-major with its upper triangle filled is row-major with the lower one
        Eigen::Map<Eigen::MatrixXd>(y, model.nv, model.nv) = data.M;
        break;
      case Work::packed_crba: {
        pinocchio::crba(model, data, qb, frame);
        double* to = y;
        for (Eigen::Index j = 0; j < model.nv; to += ++j) std::copy_n(data.M.col(j).data(), j + 1, to);
        break;
      }
      case Work::forward_by_mass_matrix:
        pinocchio::crba(model, data, qb, frame);
        yb = xb - pinocchio::nonLinearEffects(model, data, qb, vb);
        pinocchio::cholesky::decompose(model, data);
        pinocchio::cholesky::solve(model, data, yb);
        break;
      case Work::mass_matrix_solve:
        pinocchio::crba(model, data, qb, frame);
        yb = xb;
        pinocchio::cholesky::decompose(model, data);
        pinocchio::cholesky::solve(model, data, yb);
        break;
    }
  }
}

std::string PinocchioPeer::joint_type(int body) const {
  return impl_->model.joints[impl_->joint_of_body[static_cast<std::size_t>(body)]].shortname();
}

std::string PinocchioPeer::build_info() {
  std::string s = "Pinocchio " PINOCCHIO_VERSION ", Eigen ";
  s += std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
       std::to_string(EIGEN_MINOR_VERSION);
  // Eigen reports AVX2 and FMA both as AVX, so the compiler's own macros are read.
#if defined(__AVX512F__)
  s += ", AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
  s += ", AVX2 and FMA";
#endif
#if defined(__clang__)
  s += std::string(", clang ") + __clang_version__;
#elif defined(__GNUC__)
  s += std::string(", gcc ") + __VERSION__;
#endif
  return s;
}

}  // namespace tfbench
