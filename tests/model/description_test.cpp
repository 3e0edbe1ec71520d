// Laws of the description of a model: it is what the Builder was given, and building it again gives an equal model.
#include <model/descriptions.hpp>
#include <support/messages.hpp>
#include <support/robot.hpp>

#include <bit>
#include <functional>

#include <treefix/model/builder.hpp>
#include <treefix/model/validate.hpp>

namespace treefix::test {
namespace {

/// Models of every kind: random trees, the zoo, random descriptions.
std::vector<Model> described_models() {
  std::vector<Model> models = testing::many_models(40);
  models.push_back(every_joint());
  for (std::uint64_t seed = 0; seed < 60; ++seed) models.push_back(RandomDescription(seed).model());
  return models;
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return same_bits(x, y); });
}

bool same_bits(const Transform<double>& a, const Transform<double>& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(Description, BuildsAnEqualModelWithTheSameMechanism) {
  for (const Model& model : described_models()) {
    const Model again = model.to_builder().build();
    ASSERT_EQ(again, model) << model.name();
    const Mechanism<double>& a = model.mechanism();
    const Mechanism<double>& b = again.mechanism();
    ASSERT_EQ(a.nbody(), b.nbody());
    for (Index i = 0; i < a.nbody(); ++i) {
      EXPECT_TRUE(same_bits(a.joint(i).X_tree, b.joint(i).X_tree));
      EXPECT_EQ(std::memcmp(&a.joint(i).S, &b.joint(i).S, sizeof a.joint(i).S), 0);
      EXPECT_EQ(std::memcmp(&a.inertia(i), &b.inertia(i), sizeof a.inertia(i)), 0);
    }
    EXPECT_EQ(again.frame_names(), model.frame_names());
    for (Index k = 0; k < ssize(model.frame_names()); ++k)
      EXPECT_TRUE(again.frame(k).body == model.frame(k).body && same_bits(again.frame(k).X_FB, model.frame(k).X_FB));
    EXPECT_EQ(again.warnings().size(), model.warnings().size());
  }
}

TEST(Description, IsWhatTheBuilderWasGiven) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RandomDescription given(seed);
    const Model model = given.model();
    ASSERT_EQ(model.link_count(), ssize(given.bodies));
    for (const BodySpec& body : given.bodies) {
      const BodySpec got = model.body_spec(body.name);
      EXPECT_EQ(got.name, body.name);
      EXPECT_EQ(got.parent, body.parent);
      EXPECT_TRUE(same_bits(got.placement, body.placement) && same_bits(got.offset, body.offset));
      EXPECT_TRUE(same_bits(got.mass, body.mass));
      EXPECT_EQ(std::memcmp(&got.com, &body.com, sizeof got.com), 0);
      EXPECT_EQ(std::memcmp(&got.inertia, &body.inertia, sizeof got.inertia), 0);
      EXPECT_EQ(got.joint.kind, body.joint.kind);
      if (body.joint.kind == JointKind::fixed) continue;
      EXPECT_EQ(got.joint.name, body.joint.name.empty() ? body.name : body.joint.name);
      const bool helical = body.joint.kind == JointKind::helical;
      EXPECT_TRUE(!has_axis(body.joint.kind) ||
                  std::memcmp(&got.joint.axis, &body.joint.axis, sizeof got.joint.axis) == 0);
      EXPECT_TRUE(!helical || same_bits(got.joint.pitch, body.joint.pitch));
      EXPECT_TRUE(same_bits(got.joint.armature, body.joint.armature));
      EXPECT_EQ(got.joint.mimic.joint.empty(), body.joint.mimic.joint.empty());
      if (!got.joint.mimic.joint.empty()) continue;
      EXPECT_TRUE(same_bits(got.joint.lower, body.joint.lower) && same_bits(got.joint.upper, body.joint.upper));
      EXPECT_TRUE(same_bits(got.joint.velocity_limit, body.joint.velocity_limit));
      EXPECT_TRUE(same_bits(got.joint.effort_limit, body.joint.effort_limit));
      EXPECT_TRUE(same_bits(got.joint.damping, body.joint.damping));
      EXPECT_TRUE(same_bits(got.joint.friction, body.joint.friction));
    }
    for (Index k = 0; k < ssize(given.frames); ++k) {
      const FrameSpec got = model.frame_spec(model.link_count() + k), &frame = at(given.frames, k);
      EXPECT_EQ(got.name, frame.name);
      EXPECT_EQ(got.body, frame.body);
      EXPECT_TRUE(same_bits(got.placement, frame.placement));
    }
  }
}

TEST(ModelEquality, HoldsForEqualDescriptionsOnly) {
  std::vector<Model> models = described_models();
  for (std::size_t i = 0; i < models.size(); ++i) {
    const Model copy = models[i], again = models[i].to_builder().build();
    EXPECT_TRUE(copy == models[i] && again == models[i]);
    EXPECT_EQ(std::hash<Model>()(again), std::hash<Model>()(models[i]));
    EXPECT_FALSE(i > 0 && models[i - 1] == models[i]) << models[i].name() << " " << i;
  }
}

TEST(ModelEquality, NoticesEveryProperty) {
  using Change = std::function<void(RandomDescription&)>;
  const auto body = [](auto change) -> Change { return [=](RandomDescription& d) { change(d.bodies.back()); }; };
  const std::vector<Change> changes{
      body([](BodySpec& b) { b.name += "'"; }),
      body([](BodySpec& b) { b.mass += 1e-12; }),
      body([](BodySpec& b) { b.com.y += 1e-12; }),
      body([](BodySpec& b) { b.inertia.zz += 1e-12; }),
      body([](BodySpec& b) { b.placement.r.z += 1e-12; }),
      body([](BodySpec& b) { b.offset.r.x += 1e-12; }),
      body([](BodySpec& b) { b.joint.axis.z += 1e-12; }),
      body([](BodySpec& b) { b.joint.name = "other"; }),
      body([](BodySpec& b) { b.joint.armature = {0.25}; }),
      body([](BodySpec& b) { b.joint.lower = {-7}; }),
      body([](BodySpec& b) { b.joint.upper = {7}; }),
      body([](BodySpec& b) { b.joint.velocity_limit = {7}; }),
      body([](BodySpec& b) { b.joint.effort_limit = {7}; }),
      body([](BodySpec& b) { b.joint.damping = {7}; }),
      body([](BodySpec& b) { b.joint.friction = {7}; }),
      body([](BodySpec& b) { b.joint.kind = JointKind::prismatic; }),
      body([](BodySpec& b) { b.joint.mimic = {"last", 2, 1}; }),
      [](RandomDescription& d) { d.frames[1].placement.r.x += 1e-12; },
      [](RandomDescription& d) { d.frames[1].name += "'"; },
      [](RandomDescription& d) { d.frames.pop_back(); },
  };
  RandomDescription given(5);
  for (const char* name : {"last", "changed"}) {
    given.bodies.push_back(moving(name));
    given.bodies.back().joint.name = name;
  }
  const Model model = given.model();
  for (std::size_t k = 0; k < changes.size(); ++k) {
    RandomDescription other = given;
    changes[k](other);
    EXPECT_FALSE(other.model() == model) << "change " << k;
  }
  EXPECT_FALSE(given.builder().gravity({0, 0, -1}).build() == model);
  EXPECT_TRUE(given.builder().warnings({}).build() == model) << "warnings do not count";
}

TEST(Description, NamesWhatIsUnknownAndWhatIsMeant) {
  const Model arm = zoo::arm();
  EXPECT_EQ(testing::message_of<ValueError>([&] { arm.body_spec("lnk3"); }),
            "model 'arm' has no body named 'lnk3' (did you mean 'link3'?)");
  EXPECT_EQ(testing::message_of<ValueError>([&] { arm.joint("zzzzzz"); }), "model 'arm' has no joint named 'zzzzzz'");
}

TEST(Frames, AreAlsoFoundByTheNameOfAJoint) {
  RandomDescription given(2);
  given.bodies.push_back(moving("forearm"));
  given.bodies.back().joint.name = "elbow";
  given.bodies.back().offset = placed<double>({1, 2, 3});
  const Model model = given.model();
  const Frame joint = model.frame("elbow"), body = model.frame("forearm");
  EXPECT_EQ(joint.body, body.body);
  EXPECT_TRUE(is_identity(joint.X_FB)) << "the moved frame of the joint";
  EXPECT_TRUE(same_bits(body.X_FB, model.body_offsets()[static_cast<std::size_t>(body.body)]));
}

}  // namespace
}  // namespace treefix::test
