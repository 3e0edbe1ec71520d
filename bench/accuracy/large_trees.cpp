#include "bench/accuracy/large_trees.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <treefix/reference/residual.hpp>

#include "bench/rooms.hpp"
#include "bench/trees/shapes.hpp"

namespace tfbench {

namespace {

using namespace treefix;

/// Largest errors of the torques of one state.
struct Errors {
  double of_terms = 0;  // each divided by the forces that cancel in it, in ε
  double of_largest = 0;  // divided by the largest torque
};

/// One state, with its torques in quad precision and the unit of each error.
struct Case {
  std::vector<double> q, v, a, scale, recursive;
  std::vector<Quad> exact;
  double largest = 0;

  explicit Case(const Model& model)
      : q(random_configuration(model, 1)), v(random_velocity(model, 2)), a(random_velocity(model, 3)), scale(v.size()),
        recursive(v.size()), exact(v.size()) {
    {
      const Mechanism<double>& m = model.mechanism();
      Workspace<double> w(m);
      rnea<double>(m, q, v, a, {}, w, recursive);
      torque_scale<double>(m, a, {}, w, scale);
    }
    const Mechanism<Quad> m = convert<Quad>(model.mechanism());
    Workspace<Quad> w(m);
    const auto wide = [](const std::vector<double>& x) { return std::vector<Quad>(x.begin(), x.end()); };
    rnea<Quad>(m, wide(q), wide(v), wide(a), {}, w, exact);
    for (const Quad& x : exact) largest = std::max(largest, std::abs(static_cast<double>(x)));
  }

  Errors errors(const std::vector<double>& tau) const {
    Errors worst;
    for (std::size_t k = 0; k < tau.size(); ++k) {
      const double error = static_cast<double>(math::abs(Quad(tau[k]) - exact[k]));
      const double of_terms = error / (scale[k] * epsilon<double>());
      if (!(of_terms <= worst.of_terms)) worst.of_terms = of_terms;  // keeps NaN
      if (!(error / largest <= worst.of_largest)) worst.of_largest = error / largest;
    }
    return worst;
  }
};

/// All methods except automatic, which chooses one of them.
std::vector<Variant> compared() { return {std::begin(variants) + 1, std::end(variants)}; }

/// The methods that promise the accuracy of the recursion.
bool promises(const Variant& variant) {
  return variant.tree == TreeScan::heavy && variant.method != InverseMethod::simulated;
}

struct Row {
  std::string shape;
  Index n;
  Errors recursion;
  std::vector<Errors> found;  // (compared)
};

Row measure(const Shape& shape, Index n) {
  const Model model = shape.model(n);
  const Case state(model);
  Row row{shape.name, n, state.errors(state.recursive), {}};
  std::vector<double> tau(state.v.size());
  for (const Variant& variant : compared()) {
    Dynamics dynamics(model);  // a new one each time: the memory of scans is large
    dynamics.inverse(state.q, state.v, state.a, tau, variant.options(0));
    row.found.push_back(state.errors(tau));
  }
  return row;
}

std::string cell(double x) {
  char text[32];
  std::snprintf(text, sizeof text, x < 0.01 || x >= 1000 ? "%.0e" : "%.2g", x);
  return text;
}

void table(std::FILE* out, const std::vector<Row>& rows, double Errors::* error) {
  std::string head = "| tree | n | recursion |", line = "|---|---|---|";
  for (const Variant& variant : compared()) {
    head += concat(" ", variant.name, " |");
    line += "---|";
  }
  std::fprintf(out, "%s\n%s\n", head.c_str(), line.c_str());
  for (const Row& row : rows) {
    std::fprintf(out, "| %s | %ld | %s |", row.shape.c_str(), static_cast<long>(row.n),
                 cell(row.recursion.*error).c_str());
    for (const Errors& found : row.found) std::fprintf(out, " %s |", cell(found.*error).c_str());
    std::fputs("\n", out);
  }
}

/// Checks the promise: the largest ratio to the recursion's own error, if that is at least `least`.
void verdict(std::FILE* out, const std::vector<Row>& rows, double Errors::* error, double least, const char* of) {
  double worst = 0;
  std::string where;
  const std::vector<Variant> all = compared();
  for (const Row& row : rows)
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double ratio = row.found[k].*error / std::max(least, row.recursion.*error);
      if (!promises(all[k]) || ratio <= worst) continue;
      worst = ratio;
      where = concat(all[k].name, ", ", row.shape, " of ", row.n);
    }
  std::fprintf(out, "- %s: at most %.1f times (%s), limit 10: %s\n", of, worst, where.c_str(),
               worst <= 10 ? "kept" : "NOT KEPT");
}

constexpr const char* introduction = R"(
## One large tree

Errors of inverse dynamics by every `method` and `tree` of `Dynamics::inverse`, again relative to the recursion in
`__float128`, the largest over all joints including tips. The column "recursion" is `treefix/reference/` in double,
`recursive` its fast form; `bf` is the number of children of each body.

Use `pieces`, which is the default, or any scan by heavy paths. They add only values of the same subtree, so their
errors are those of the recursion at every size. Vector trees (`euler`) compute the sum over a subtree as a difference
of two sums along the Euler tour. The error is that of the whole tour, however small the subtree is: tips lose a digit
for every factor of ten in the number of bodies, six or seven digits at a million. They are here for comparison with
the papers. `simulated` by heavy paths adds in root coordinates, where lever arms are longer: it loses about one
digit.

In ε of the forces that cancel in each torque:

)";

}  // namespace

void large_trees(std::FILE* out, Index largest) {
  std::vector<Row> rows;
  for (const Shape& shape : shapes)
    for (Index n = 100; n <= largest; n *= 10) rows.push_back(measure(shape, n));
  std::fputs(introduction, out);
  table(out, rows, &Errors::of_terms);
  std::fputs("\nDivided by the largest torque of the tree:\n\n", out);
  table(out, rows, &Errors::of_largest);
  std::fputs(
      "\nHeavy paths (`pieces`, `pair_scan heavy`, `two_scan heavy`) relative to the error of the recursion, or to one "
      "ε "
      "if that is larger:\n\n",
      out);
  verdict(out, rows, &Errors::of_terms, 1, "of the forces that cancel");
  verdict(out, rows, &Errors::of_largest, epsilon<double>(), "of the largest torque");
}

}  // namespace tfbench
