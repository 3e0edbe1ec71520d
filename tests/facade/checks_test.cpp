// Laws of treefix/facade/checks.hpp.
#include <treefix/facade/checks.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>
#include <treefix/model/zoo.hpp>

#include "support/armatures.hpp"
#include "support/messages.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

TEST(RequireOutput, RefusesExactlyThoseThatShareANumberWithAnInput) {
  std::vector<double> memory(24);
  const auto part = [&](Index first, Index size) { return View<double>{memory.data() + first, size}; };
  for (const Index size : {1, 2, 5})
    for (const Index input : {1, 3, 8})
      for (Index out = 0; out + size <= 24; ++out)
        for (Index in = 0; in + input <= 24; ++in) {
          bool shared = false;
          for (Index k = 0; k < size; ++k) shared = shared || (in <= out + k && out + k < in + input);
          const std::vector<double> apart(3);
          const std::string text = message_of<ValueError>(
              [&] { facade::require_output("tau", part(out, size), size, {apart, part(in, input), apart}); });
          ASSERT_EQ(text, shared ? "tau overlaps an input, expected memory of its own" : "nothing was thrown")
              << size << " at " << out << ", input of " << input << " at " << in;
        }
}

TEST(RequireOutput, TakesTheExpectedSizeOnly) {
  std::vector<double> out(10);
  for (Index size = 0; size < 10; ++size)
    for (Index expected = 0; expected < 10; ++expected) {
      const auto call = [&] { facade::require_output("H", {out.data(), size}, expected, {}); };
      EXPECT_EQ(message_of<DimensionError>(call),
                size == expected ? "nothing was thrown"
                                 : concat("H has ", size, size == 1 ? " entry" : " entries", ", expected ", expected));
    }
}

TEST(RequireVector, NamesTheFirstNumberThatIsNotFinite) {
  const Model model = zoo::chain(9);
  for (Index bad = 0; bad < 9; ++bad)
    for (const double value : {nan, infinite, -infinite}) {
      std::vector<double> v(9, 1e308);
      at(v, bad) = value;
      v.back() = bad == 8 ? value : nan;
      EXPECT_TRUE(message_of<ValueError>([&] {
                    facade::require_vector(model, "v", v);
                  }).starts_with(concat("v[", bad, "] is ", value)));
    }
  facade::require_vector(model, "v", std::vector<double>(9, 1e308));
  EXPECT_EQ(message_of<DimensionError>([&] { facade::require_vector(model, "v", std::vector<double>(8, nan)); }),
            "v has 8 entries, expected 9");
}

TEST(RequireVector, CountsTheCoordinatesOfTheModelNotThoseOfItsMimicJoints) {
  const Model model = gears();
  ASSERT_LT(model.nv(), model.mechanism().nv);
  facade::require_vector(model, "v", std::vector<double>(static_cast<std::size_t>(model.nv())));
  EXPECT_THROW(facade::require_vector(model, "v", std::vector<double>(static_cast<std::size_t>(model.mechanism().nv))),
               DimensionError);
}

TEST(RequireExternal, NamesTheBodyWhoseForceIsNotFinite) {
  const Model model = zoo::arm();
  std::vector<Force<double>> forces(static_cast<std::size_t>(model.nbody()));
  for (const ExternalFrame frame : {ExternalFrame::of_body, ExternalFrame::of_root})
    for (Index i = 0; i < model.nbody(); ++i)
      for (int k = 0; k < 6; ++k)
        for (const double value : {nan, infinite, -infinite}) {
          Force<double>& F = at(forces, i);
          double* const numbers[] = {&F.n.x, &F.n.y, &F.n.z, &F.f.x, &F.f.y, &F.f.z};
          facade::require_external(model, {forces, frame});
          *numbers[k] = value;
          EXPECT_EQ(message_of<ValueError>([&] { facade::require_external(model, {forces, frame}); }),
                    concat("external_forces[", i, "] (body '", at(model.body_names(), i), "') is not finite"));
          *numbers[k] = 0;
        }
}

TEST(RequireExternal, TakesOneForceForEachBodyOrNone) {
  const Model model = zoo::arm();
  const std::vector<Force<double>> forces(static_cast<std::size_t>(model.nbody() + 1));
  facade::require_external(model, {});
  for (Index n = 1; n <= model.nbody() + 1; ++n)
    EXPECT_EQ(message_of<DimensionError>([&] { facade::require_external(model, {{forces.data(), n}}); }),
              n == model.nbody()
                  ? "nothing was thrown"
                  : concat("external_forces has ", n, n == 1 ? " entry" : " entries", ", expected ", model.nbody()));
}

TEST(Checks, KnowFramesOfTheModelAndTheRoot) {
  const Model model = zoo::chain(3);
  for (Index body = root - 2; body < 5; ++body)
    EXPECT_EQ(message_of<ValueError>([&] { facade::require_frame(model, {.body = body}); }),
              root <= body && body < 3 ? "nothing was thrown" : "the frame does not belong to model 'chain'");
}

TEST(Checks, RefuseWhatMimicJointsDoNotAllowInModelsThatHaveThem) {
  const Model plain = zoo::arm(), coupled = gears();
  facade::require_sparse(plain);
  for (const bool supported : {false, true}) facade::require_support_of_mimic(plain, "cfa", supported);
  facade::require_support_of_mimic(coupled, "cfa", true);
  EXPECT_EQ(message_of<ValueError>([&] { facade::require_support_of_mimic(coupled, "cfa", false); }),
            "method cfa does not support mimic joints, which model 'gears' has");
  EXPECT_EQ(message_of<ValueError>([&] { facade::require_sparse(coupled); }),
            "the sparse mass matrix is not available for model 'gears', which has mimic joints; use the dense matrix");
}

/// The argument that a refusal of these options is about; empty if they are accepted.
std::string refused(const ForwardOptions& options, View<const double> a = {}) {
  try {
    facade::require_options(options, a);
  } catch (const ValueError& error) {
    EXPECT_TRUE(std::string_view(error.what()).find(error.about().argument) != std::string_view::npos ||
                error.about().argument == "single_precision")
        << error.what();
    return error.about().argument;
  }
  return "";
}

TEST(RequireOptions, NamesTheOptionThatIsOutOfRange) {
  constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
  for (const int threads : {least, -1, 1025, most}) EXPECT_EQ(refused({.threads = threads}), "threads");
  for (const int threads : {0, 1, 1024}) EXPECT_EQ(refused({.threads = threads}), "");
  for (const int steps : {least, -1, 1001, most}) EXPECT_EQ(refused({.refine = steps}), "refine");
  for (const int steps : {0, 1, 1000}) EXPECT_EQ(refused({.refine = steps}), "");
  for (const double tolerance : {nan, infinite, -infinite, -1e-300})
    EXPECT_EQ(refused({.tolerance = tolerance}), "tolerance");
  for (const double tolerance : {0.0, -0.0, 1e-300, 1e300}) EXPECT_EQ(refused({.tolerance = tolerance}), "");
  for (const int limit : {least, -1}) EXPECT_EQ(refused({.iterations = limit}), "iterations");
  for (const int limit : {0, 1, most}) EXPECT_EQ(refused({.iterations = limit}), "");
}

TEST(RequireOptions, RefusesOptionsThatTheMethodDoesNotHave) {
  const std::vector<double> a(5, 1.0), bad{1, 2, nan};
  for (const ForwardMethod method : forward_methods) {
    EXPECT_EQ(refused({.method = method, .single_precision = true}),
              method == ForwardMethod::pieces ? "single_precision" : "");
    EXPECT_EQ(refused({.method = method, .warm_start = true}, a), iterates(method) ? "" : "warm_start");
    EXPECT_EQ(refused({.method = method, .warm_start = true}, bad), iterates(method) ? "a" : "warm_start");
    EXPECT_EQ(refused({.method = method}, bad), "") << "without a warm start nothing is read from it";
  }
}

}  // namespace
}  // namespace treefix::testing
