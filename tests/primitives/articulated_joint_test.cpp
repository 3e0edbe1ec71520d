// Laws of treefix/primitives/articulated_joint.hpp.
#include <treefix/primitives/articulated_joint.hpp>

#include <spatial/values.hpp>

namespace treefix::test {
namespace {

/// A joint of k degrees of freedom in any directions, that carries an articulated body.
template <int k>
struct CarryingJoint {
  Motion<double> S[k];
  double armature[k], torque[k];
  ArticulatedBody<double> load;

  explicit CarryingJoint(Draw<double>& draw) : load{draw.definite(), draw.force()} {
    for (int j = 0; j < k; ++j) {
      S[j] = 0.25 * draw.motion();
      // of a coordinate of its own, so that the motions are independent
      double* const own[] = {&S[j].w.x, &S[j].w.y, &S[j].w.z, &S[j].v.x, &S[j].v.y, &S[j].v.z};
      *own[j] += 2;
      armature[j] = draw.scalar(0, 1);
      torque[j] = draw.scalar();
    }
  }
  ArticulatedJoint<double, k> joint() const {
    return {[this](int j) { return S[j]; }, [this](int j) { return armature[j]; }, [this](int j) { return torque[j]; },
            load};
  }
};

/// The accelerations of the joint if its near side accelerates with a, and the acceleration of its far side.
template <int k>
Motion<double> far_side(const ArticulatedJoint<double, k>& joint, const Motion<double>& a, double (&qdd)[k]) {
  Motion<double> far = a;
  for (int j = 0; j < k; ++j) {
    qdd[j] = joint.d[j] - dot(joint.G[j], a);
    far += qdd[j] * joint.S[j];
  }
  return far;
}

template <int k>
void expect_equations(Draw<double>& draw) {
  const CarryingJoint<k> given(draw);
  const ArticulatedJoint<double, k> joint = given.joint();
  const Motion<double> a = draw.motion(), c = draw.motion();
  double qdd[k];
  const Force<double> f = given.load.A * far_side(joint, a + c, qdd) + given.load.p;
  for (int j = 0; j < k; ++j)
    EXPECT_TRUE(near(dot(given.S[j], f) + given.armature[j] * qdd[j], given.torque[j], 4000)) << k << " of " << j;
  const ArticulatedBody<double> seen = joint.across(given.load, c);
  EXPECT_TRUE(near(seen.A * a + seen.p, f, 4000)) << k;
}

template <class Law>
void for_many_draws(Law law) {
  Draw<double> draw(1);
  for (int again = 0; again < repetitions; ++again) law(draw);
}

TEST(ArticulatedJoint, TheForceOnItsLoadHasTheTorquesOfTheJoint) {
  for_many_draws([](Draw<double>& draw) {
    expect_equations<1>(draw);
    expect_equations<2>(draw);
    expect_equations<3>(draw);
    expect_equations<6>(draw);
  });
}

TEST(ArticulatedJoint, WithAHugeArmatureIsLocked) {
  for_many_draws([](Draw<double>& draw) {
    CarryingJoint<3> given(draw);
    for (double& armature : given.armature) armature = 1e30;
    const ArticulatedBody<double> seen = given.joint().across(given.load, {});
    EXPECT_TRUE(near(seen.A, given.load.A, 1));
    EXPECT_TRUE(near(seen.p, given.load.p, 1));
  });
}

TEST(ArticulatedJoint, ThatIsFreeInAllDirectionsPassesOnlyItsTorques) {
  for_many_draws([](Draw<double>& draw) {
    CarryingJoint<6> given(draw);
    for (double& armature : given.armature) armature = 0;
    const ArticulatedBody<double> seen = given.joint().across(given.load, draw.motion());
    EXPECT_TRUE(near(seen.A, ArticulatedInertia<double>{}, 4000)) << "nothing resists the near side";
    for (int j = 0; j < 6; ++j) EXPECT_TRUE(near(dot(given.S[j], seen.p), given.torque[j], 4000));
  });
}

}  // namespace
}  // namespace treefix::test
