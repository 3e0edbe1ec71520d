#include <cli/batch_inputs.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <cli/inputs.hpp>
#include <cli/memory.hpp>

namespace treefix::cli {

namespace {

template <class T>
BatchInput<T> from_array(const std::string& name, const NpyArray& array, Index states) {
  const T* numbers = array.numbers<T>().data();
  const Index n = array.shape().back();
  if (array.axes() == 1) return {name, "given", Batch<const T>::same(array.numbers<T>(), states), true, nullptr};
  return {name, "given for each state", Batch<const T>::strided(numbers, states, n, array.stride(0), array.stride(1)),
          false, nullptr};
}

template <class T>
BatchInput<T> random_states(const Model& model, const std::string& name, std::uint64_t seed, Index states,
                            const Interrupt& interrupt) {
  const Index n = name == "q" ? model.nq() : model.nv();
  std::unique_ptr<T[]> memory = make_numbers<T>(name, states, n);
  for (Index b = 0; b < states; ++b) {
    interrupt.check();
    const std::vector<double> x = random_vector(model, name, seed + static_cast<std::uint64_t>(b));
    std::transform(x.begin(), x.end(), memory.get() + b * n, [](double number) { return static_cast<T>(number); });
  }
  const std::string source =
      states == 0 ? "random"
                  : fmt::format("random, seeds {} to {}", seed, seed + static_cast<std::uint64_t>(states - 1));
  const Batch<const T> numbers = Batch<const T>::rows(memory.get(), states, n);
  return {name, source, numbers, false, std::move(memory)};
}

/// One vector for all states, read as for a single state.
template <class T>
BatchInput<T> same_for_all(Input input, Index states) {
  const Index n = ssize(input.values);
  std::unique_ptr<T[]> memory = make_numbers<T>(input.name, 1, n);
  std::transform(input.values.begin(), input.values.end(), memory.get(), [](double x) { return static_cast<T>(x); });
  const auto numbers = Batch<const T>::same(View<const T>(memory.get(), n), states);
  return {std::move(input.name), std::move(input.source), numbers, true, std::move(memory)};
}

}  // namespace

template <class T>
std::vector<BatchInput<T>> batch_inputs(const Computation& computation, const Model& model, const Options& options,
                                        const Arrays& arrays, const Interrupt& interrupt) {
  const Index states = *arrays.states();
  std::vector<BatchInput<T>> inputs;
  for (const std::string name : computation.vectors) {
    const bool given = options.vectors.contains(name);
    if (const NpyArray* array = arrays.find(name))
      inputs.push_back(from_array<T>(name, *array, states));
    else if (!given && options.random)
      inputs.push_back(random_states<T>(model, name, *options.random + seed_offset(name), states, interrupt));
    else
      inputs.push_back(same_for_all<T>(input(model, options, arrays, name), states));
  }
  return inputs;
}

template std::vector<BatchInput<double>> batch_inputs(const Computation&, const Model&, const Options&, const Arrays&,
                                                      const Interrupt&);
template std::vector<BatchInput<float>> batch_inputs(const Computation&, const Model&, const Options&, const Arrays&,
                                                     const Interrupt&);

}  // namespace treefix::cli
