#include <cli/batch.hpp>

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/batch_inputs.hpp>
#include <cli/inputs.hpp>
#include <cli/interrupt.hpp>
#include <cli/memory.hpp>
#include <cli/output.hpp>
#include <cli/progress.hpp>
#include <cli/results.hpp>

namespace treefix::cli {

namespace {

using Result = Computation::Result;

/// For more states than this, --out is required.
constexpr Index most_printed = 1000;

/// A batch, its inputs and its result.
template <class T>
class Job {
 public:
  Job(const Computation& computation, const Model& model, const Options& options, const Arrays& arrays)
      : computation_(computation), model_(model), options_(options), states_(*arrays.states()),
        size_(computation.result == Result::H ? model.nv() * model.nv() : model.nv()),
        result_(make_numbers<T>(computation.name, states_, size_)),
        inputs_(batch_inputs<T>(computation, model, options, arrays, interrupt_)),
        given_forces_(cli::forces(model, options)) {
    for (const auto& [n, f] : given_forces_)
      for (const double x : {n.x, n.y, n.z, f.x, f.y, f.z}) forces_.push_back(static_cast<T>(x));
  }

  void run() {
    std::optional<NpyWriter<T>>
        writer;  // opened first, to report a file that cannot be written before a long computation
    if (!options_.output.empty()) writer.emplace(options_.output, shape());
    compute();
    if (writer) {
      write_file(*writer);
      print_file();
    } else {
      print();
    }
  }

 private:
  static constexpr const char* type = sizeof(T) == sizeof(float) ? "float32" : "float64";

  std::vector<Index> shape() const {
    if (computation_.result == Result::H) return {states_, model_.nv(), model_.nv()};
    return {states_, model_.nv()};
  }

  void compute() {
    BatchDynamics batch(model_, {.threads = options_.threads});
    if (sizeof(T) == sizeof(float)) warn_of_float(batch.warning());
    Progress progress(!options_.quiet);
    using Call = BatchCall<T>;
    Call call;
    if (!forces_.empty()) call.external_forces = Batch<const T>::same(View<const T>(forces_), states_);
    if (options_.forces_in_root) call.external_frame = ExternalFrame::of_root;
    call.progress = [&](Index done, Index states) {
      progress.show(done, states);
      return !interrupt_.came();
    };
    const auto in = [this](std::size_t i) { return inputs_[i].numbers; };
    const auto out = Batch<T>::rows(result_.get(), states_, size_);
    switch (computation_.result) {
      case Result::tau: return batch.inverse<T>(in(0), in(1), in(2), out, call);
      case Result::H: return batch.mass_matrix<T>(in(0), out, call);
      case Result::a:
        if (options_.forward.method == ForwardMethod::mass_matrix)
          return batch.forward_by_mass_matrix<T>(in(0), in(1), in(2), out, call);
        return batch.forward<T>(in(0), in(1), in(2), out, call);
    }
  }

  /// The warning concerns accelerations; torques and matrices are accurate.
  void warn_of_float(const std::string& warning) const {
    if (computation_.result == Result::a && !warning.empty() && !options_.quiet)
      say(fmt::format("warning: {}\n", warning));
  }

  /// Writes in blocks, so that Ctrl-C takes effect soon.
  void write_file(NpyWriter<T>& writer) const {
    constexpr Index block = Index{1} << 20;
    const Index count = states_ * size_;
    for (Index i = 0; i < count; i += block) {
      interrupt_.check();
      writer.write(View<const T>(result_.get() + i, std::min(block, count - i)));
    }
    interrupt_.check();
    writer.finish();
  }

  std::string heading() const {
    std::string sources;
    for (const BatchInput<T>& input : inputs_)
      sources += fmt::format("{}{}: {}", sources.empty() ? "" : "; ", input.name, input.source);
    const std::string how = computation_.result == Result::a ? fmt::format("# method: {}\n", method()) : "";
    return fmt::format("# {} of {}, {} state{}\n# {}\n{}", computation_.heading, options_.robot, states_,
                       states_ == 1 ? "" : "s", sources, how);
  }

  /// The method that is used.
  std::string_view method() const {
    const bool matrix = options_.forward.method == ForwardMethod::mass_matrix || model_.has_mimic();
    return to_string(matrix ? ForwardMethod::mass_matrix : ForwardMethod::aba);
  }

  /// The JSON output without the results. If with_inputs is false, it names only the sources of the inputs.
  Json head(bool with_inputs) const {
    Json out{{"command", computation_.command},
             {"robot", options_.robot},
             {"nq", model_.nq()},
             {"nv", model_.nv()},
             {"states", states_},
             {"dtype", type}};
    for (const BatchInput<T>& input : inputs_)
      out["inputs"][input.name] = with_inputs ? numbers_of(input) : Json(input.source);
    list_forces(out["inputs"], model_, given_forces_, options_);
    if (computation_.result == Result::a) out["method"] = method();
    return out;
  }

  Json numbers_of(const BatchInput<T>& input) const {
    const Batch<const T>& x = input.numbers;
    const auto state = [&](Index b) {
      Json list = Json::array();
      for (Index k = 0; k < x.numbers(); ++k) list.push_back(x.data()[b * x.state_stride() + k * x.number_stride()]);
      return list;
    };
    if (input.same) return state(0);
    Json all = Json::array();
    for (Index b = 0; b < states_; ++b) all.push_back(state(b));
    return all;
  }

  void print_file() const {
    if (!options_.json) return write(heading() + file_text(options_, shape(), type));
    Json out = head(false);
    out["results"][computation_.name] = file_json(options_, shape(), type);
    write_json(out);
  }

  /// Prints one line per state, or one block per state for matrices.
  void print() const {
    if (options_.json) {
      std::string begin = json_text(head(true));
      begin.pop_back();  // the brace is closed below, after the rows
      write(fmt::format("{},\"results\":{{\"{}\":[", begin, computation_.name));
    } else {
      write(heading());
    }
    if (computation_.result == Result::H)
      for (Index b = 0; b < states_; ++b) print_matrix(b);
    else
      write_rows(result_.get(), states_, size_, options_);
    if (options_.json) write("]}}\n");
  }

  void print_matrix(Index b) const {
    const Index n = model_.nv();
    write(options_.json ? (b == 0 ? "[" : ",[") : fmt::format("# state {}\n", b));
    write_rows(result_.get() + b * size_, n, n, options_);
    if (options_.json) write("]");
  }

  const Computation& computation_;
  const Model& model_;
  const Options& options_;
  Interrupt interrupt_;
  Index states_;
  Index size_;                   // numbers of the result per state
  std::unique_ptr<T[]> result_;  // the largest array, allocated first to report early that it does not fit
  std::vector<BatchInput<T>> inputs_;
  std::vector<Force<double>> given_forces_;
  std::vector<T> forces_;  // 6 numbers for each body
};

}  // namespace

ExitCode print_batch(const Computation& computation, const Model& model, const Options& options, const Arrays& arrays) {
  const Index states = *arrays.states();
  if (states > most_printed && options.output.empty())
    throw UsageError(
        fmt::format("{} states are too many to print, the maximum is {}; use --out FILE.npy", states, most_printed));
  const ForwardOptions& how = options.forward;
  const bool known = how.method == ForwardMethod::automatic || how.method == ForwardMethod::aba ||
                     how.method == ForwardMethod::mass_matrix;
  if (!known || options.all_methods || how.refine > 0 || how.single_precision)
    throw UsageError(
        "a batch accepts --method automatic, aba or mass_matrix; other methods, --refine and --single need one state");
  if (how.method == ForwardMethod::aba && model.has_mimic())
    throw ValueError(fmt::format("--method aba cannot be used with {}, because it has mimic joints", options.robot));
  if (arrays.are_float())
    Job<float>(computation, model, options, arrays).run();
  else
    Job<double>(computation, model, options, arrays).run();
  return success;
}

}  // namespace treefix::cli
