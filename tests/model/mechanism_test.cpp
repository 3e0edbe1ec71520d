// Laws of treefix/model/mechanism.hpp.
#include <model/robots.hpp>

#include <treefix/model/zoo.hpp>

namespace treefix::test {
namespace {

/// E Eᵀ − 1 and |S| − 1, in units of ε of T: how far frames and axes are from orthonormal.
template <class T>
double squareness(const Mechanism<T>& m) {
  double worst = 0;
  for (const Joint<T>& joint : m.joints) {
    const Mat3<T>& E = joint.X_tree.E;
    worst = std::max(worst, distance(components(E * transpose(E)), components(Mat3<T>::identity())));
    if (joint.dof() != 1) continue;
    const Vec3<T>& u = joint.kind == JointKind::prismatic ? joint.S.v : joint.S.w;
    worst = std::max(worst, distance<T>({dot(u, u)}, {T(1)}));
  }
  return worst;
}

template <class T>
class MechanismLaws : public ::testing::Test {};
TYPED_TEST_SUITE(MechanismLaws, Scalars, ScalarNames);

TYPED_TEST(MechanismLaws, ConvertKeepsTheNumbersOfTheModel) {
  using T = TypeParam;
  for (const Model& model : zoo::all()) {
    const Mechanism<double>& d = model.mechanism();
    const Mechanism<T> m = convert<T>(d);
    ASSERT_EQ(m.nbody(), d.nbody());
    EXPECT_EQ(m.nq, d.nq);
    EXPECT_EQ(m.nv, d.nv);
    EXPECT_TRUE(near(m.gravity, cast<T>(d.gravity), 0));
    // a double is rounded once to T; frames are corrected by no more than their error
    const double units = std::max(4.0, 8 * epsilon<double>() / static_cast<double>(epsilon<Element<T>>()));
    for (Index i = 0; i < m.nbody(); ++i) {
      EXPECT_EQ(m.parent(i), d.parent(i));
      EXPECT_EQ(m.joint(i).kind, d.joint(i).kind);
      EXPECT_EQ(m.joint(i).q, d.joint(i).q);
      EXPECT_EQ(m.joint(i).v, d.joint(i).v);
      EXPECT_TRUE(near(m.joint(i).S, cast<T>(d.joint(i).S), units)) << model.name();
      EXPECT_TRUE(near(m.joint(i).X_tree, cast<T>(d.joint(i).X_tree), units)) << model.name();
      EXPECT_TRUE(near(m.joint(i).X_tree.r, cast<T>(d.joint(i).X_tree.r), 0));
      EXPECT_TRUE(near(m.inertia(i), cast<T>(d.inertia(i)), 0));
    }
    for (Index k = 0; k < m.nv; ++k) EXPECT_TRUE(near(m.armature(k), static_cast<T>(d.armature(k)), 0)) << model.name();
  }
}

TYPED_TEST(MechanismLaws, ConvertMakesFramesAndAxesSquareInTheNewScalar) {
  using T = TypeParam;
  for (const Model& model : zoo::all()) EXPECT_LT(squareness(convert<T>(model.mechanism())), 16) << model.name();
  EXPECT_LT(squareness(convert<T>(every_joint().mechanism())), 16);
}

TEST(Mechanism, ConvertKeepsThePitchOfAHelicalJoint) {
  const Mechanism<Quad> m = convert<Quad>(every_joint().mechanism());
  const Motion<Quad>& S = m.joint(2).S;
  ASSERT_EQ(m.joint(2).kind, JointKind::helical);
  EXPECT_NEAR(static_cast<double>(dot(S.w, S.v)), 0.4, 1e-15);
  EXPECT_LT(static_cast<double>(sqrt(squared_norm(cross(S.w, S.v)))), 1e-16);
}

TEST(Mechanism, SubtreeVelocitiesAreContiguous) {
  for (const Model& model : zoo::all()) {
    const Mechanism<double>& m = model.mechanism();
    for (Index i = 0; i < m.nbody(); ++i) {
      Index count = 0;
      for (Index j = i; j < m.tree.subtree_end(i); ++j) count += m.joint(j).dof();
      EXPECT_EQ(m.subtree_v_end(i) - m.joint(i).v, count) << model.name() << " body " << i;
    }
  }
}

TEST(Mechanism, AtRestTheRootAcceleratesAgainstGravity) {
  const Model model = Builder().gravity({1, -2, 3}).build();
  EXPECT_TRUE(near(model.mechanism().root_acceleration(), Motion<double>{{}, {-1, 2, -3}}, 0));
  EXPECT_TRUE(near(zoo::chain(1).mechanism().gravity, Vec3<double>{0, 0, -9.81}, 0));
}

}  // namespace
}  // namespace treefix::test
