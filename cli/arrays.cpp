#include <cli/arrays.hpp>

#include <fmt/format.h>

#include <treefix/base/errors.hpp>

namespace treefix::cli {

namespace {

bool is_npy(const std::string& text) { return text.starts_with('@') && text.ends_with(".npy"); }

/// Adds the option to the message if the file cannot be read. Messages about the contents name the file themselves.
NpyArray load_array(const std::string& name, const std::string& file) {
  try {
    return load_npy(file);
  } catch (const FileError& error) {
    throw Error(fmt::format("--{}: {}", name, error.what()));
  }
}

const char* type_name(const NpyArray& array) { return array.is_float() ? "float32" : "float64"; }

}  // namespace

Arrays::Arrays(const Model& model, const Options& options) : options_(options) {
  for (const auto& [name, text] : options.vectors) {
    if (!is_npy(text)) continue;
    const NpyArray& array = arrays_.emplace(name, load_array(name, text.substr(1))).first->second;
    const bool position = name == "q";
    const Index wanted = position ? model.nq() : model.nv();
    if (array.axes() > 2 || array.shape().back() != wanted)
      throw ValueError(fmt::format("{} has shape {}, expected ({},) or (states, {}): {} of {}", label(name),
                                   io::shape_text(array.shape()), wanted, wanted, position ? "nq" : "nv",
                                   options.robot));
  }
}

std::string Arrays::label(const std::string& name) const {
  return fmt::format("--{} ({})", name, options_.vectors.at(name));
}

const NpyArray* Arrays::find(const std::string& name) const {
  const auto found = arrays_.find(name);
  return found == arrays_.end() ? nullptr : &found->second;
}

std::optional<Index> Arrays::states() const {
  std::optional<Index> states;
  std::string from;
  if (options_.states) {
    states = static_cast<Index>(*options_.states);
    from = "--states";
  }
  for (const auto& [name, array] : arrays_) {
    if (array.axes() != 2) continue;
    if (states && *states != array.shape()[0])
      throw ValueError(fmt::format("{} has {} states, expected {}, as {}", label(name), array.shape()[0], *states,
                                   from == "--states" ? "given by --states" : fmt::format("in {}", from)));
    states = array.shape()[0];
    from = label(name);
  }
  return states;
}

bool Arrays::are_float() const {
  for (const auto& [name, array] : arrays_)
    if (const auto& [first, other] = *arrays_.begin(); array.is_float() != other.is_float())
      throw ValueError(fmt::format("{} is {}, but {} is {}; expected the same type in all files", label(first),
                                   type_name(other), label(name), type_name(array)));
  return !arrays_.empty() && arrays_.begin()->second.is_float();
}

std::vector<double> Arrays::vector(const std::string& name) const {
  const NpyArray& array = arrays_.at(name);
  if (array.is_float()) return {array.numbers<float>().begin(), array.numbers<float>().end()};
  return {array.numbers<double>().begin(), array.numbers<double>().end()};
}

}  // namespace treefix::cli
