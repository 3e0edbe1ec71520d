#include <treefix/facade/paper_methods.hpp>

#include <algorithm>

#include <treefix/base/available_memory.hpp>
#include <treefix/base/text.hpp>
#include <treefix/papers/forward/cfa.hpp>

namespace treefix::facade {

using papers::ForwardByMethod, papers::ForwardReport, papers::ForwardState, papers::IterationOptions;

template <class T>
ForwardByMethod<T>& PaperMethods::find(Made<T>& made, const Mechanism<T>& m, ForwardMethod method, CfaSolver solver) {
  const std::pair key(method, method == ForwardMethod::cfa ? solver : CfaSolver{});
  const auto found = made.find(key);
  if (found != made.end()) return found->second;
  if (method == ForwardMethod::cfa)
    if (const Index body = papers::singular_body(m); body != root)
      throw ValueError(concat("cfa cannot be used with model '", model_.name(), "', because the inertia of body '",
                              at(model_.body_names(), body), "' is singular; expected scan_aba or another method"));
  if (const double bytes = ForwardByMethod<T>::matrix_bytes(m, method); bytes > 0)
    require_memory(concat("the mass matrix of model '", model_.name(), "'"), bytes);
  return made.emplace(key, ForwardByMethod<T>(m, method, solver)).first->second;
}

PaperMethods::Single::Single(const Model& model)
    : mechanism(convert<float>(model.mechanism())), q(static_cast<std::size_t>(model.nq())),
      v(static_cast<std::size_t>(model.nv())), tau(v.size()), a(v.size()),
      forces(static_cast<std::size_t>(model.nbody())) {}

void PaperMethods::Single::set(const ForwardState<double>& state) {
  const auto to_float = [](double x) { return static_cast<float>(x); };
  std::transform(state.q.begin(), state.q.end(), q.begin(), to_float);
  std::transform(state.v.begin(), state.v.end(), v.begin(), to_float);
  std::transform(state.tau.begin(), state.tau.end(), tau.begin(), to_float);
  std::transform(state.external.forces.begin(), state.external.forces.end(), forces.begin(),
                 [](const Force<double>& f) { return cast<float>(f); });
}

ForwardState<float> PaperMethods::Single::state(const ForwardState<double>& given) const {
  ForwardState<float> out{
      .q = q, .v = v, .tau = tau, .external = {}, .only_inertia = given.only_inertia, .same_q = given.same_q};
  if (!given.external.empty()) out.external = {forces, given.external.frame};
  return out;
}

ForwardReport PaperMethods::run(Workers& workers, ForwardMethod method, const ForwardOptions& options,
                                const ForwardState<double>& state, View<double> a, const IterationOptions& iteration) {
  if (!options.single_precision)
    return find(made_, model_.mechanism(), method, options.solver).run(workers, state, a, iteration);
  if (!single_) single_.emplace(model_);
  Single& s = *single_;
  ForwardByMethod<float>& solver = find(s.made, s.mechanism, method, options.solver);
  s.set(state);
  if (iteration.warm_start) std::copy(a.begin(), a.end(), s.a.begin());
  const ForwardReport report = solver.run(workers, s.state(state), s.a, iteration);
  std::copy(s.a.begin(), s.a.end(), a.begin());
  return report;
}

}  // namespace treefix::facade
