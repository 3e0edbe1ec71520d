#include <treefix/io/mjcf/meshes.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/attributes.hpp>
#include <treefix/io/inertial.hpp>
#include <treefix/io/mjcf/mesh_file.hpp>
#include <treefix/io/numbers.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::io::mjcf {

namespace {

using enum Diagnostic::Topic;

/// The name of a file without its folders, with / or \ as separator.
std::string_view without_folders(std::string_view path) {
  const std::size_t last = path.find_last_of("/\\");
  return last == std::string_view::npos ? path : path.substr(last + 1);
}

std::string_view without_extension(std::string_view name) { return name.substr(0, name.find_last_of('.')); }

std::string extension(std::string_view name) {
  const std::size_t dot = name.find_last_of('.');
  std::string text(dot == std::string_view::npos ? "" : name.substr(dot + 1));
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// "stl", "obj" or another type: content_type takes precedence over the extension.
std::string file_type(const Element& element, std::string_view name) {
  const std::string_view content = element.attribute("content_type").value_or("");
  return content == "model/stl" ? "stl" : content == "model/obj" ? "obj" : extension(name);
}

template <class Map>
std::string suggest(std::string_view name, const Map& known, int& budget) {
  Suggestion suggestion(name);
  if (budget-- > 0)
    for (const auto& entry : known) suggestion.consider(entry.first);
  return suggestion.best().empty() ? "" : concat("did you mean '", suggestion.best(), "'?");
}

}  // namespace

void Assets::read(const Element& section, Report& report) {
  for (Element child = files_.first_child(section); child; child = files_.next(child)) {
    if (!check_element(child, asset_elements(), report)) continue;
    if (child.name() == "mesh") read_mesh(child, report);
    if (child.name() == "hfield") {
      check_attributes(child, Kind::hfield, report);
      hfields_.emplace(
          child.attribute("name").value_or(without_extension(without_folders(child.attribute("file").value_or("")))),
          child);
    }
  }
}

void Assets::read_mesh(const Element& element, Report& report) {
  check_attributes(element, Kind::mesh, report);
  Mesh mesh{.element = element};
  mesh.attributes = *defaults_.find(element, "class", defaults_.main(), report)->mesh;
  read_attributes(element, compiler_, mesh.attributes, report);
  std::string name(element.attribute("name").value_or(""));
  if (name.empty()) name = without_extension(without_folders(element.attribute("file").value_or("")));
  if (name.empty())
    report.error(element.where(),
                 {.topic = structure, .seen = "a mesh has neither name nor file", .expected = "a name"});
  else if (!meshes_.emplace(name, mesh).second)
    report.error(element.where(),
                 {.topic = structure, .seen = concat("a second mesh '", name, "'"), .expected = "unique names"});
}

bool Assets::has_mesh(const Element& geom, std::string_view name, Report& report) {
  if (meshes_.contains(std::string(name))) return true;
  report.error(geom.where("mesh"), {.topic = structure,
                                    .seen = concat(quoted("mesh", name), ", but <asset> has no mesh of that name"),
                                    .expected = "the name of a mesh",
                                    .hint = suggest(name, meshes_, suggestions_)});
  return false;
}

const Moments* Assets::moments(const Element& geom, std::string_view name, Report& report) {
  const auto found = meshes_.find(std::string(name));
  if (found == meshes_.end()) return nullptr;
  Mesh& mesh = found->second;
  if (!mesh.loaded) {
    mesh.loaded = true;
    mesh.moments = load(mesh, name, report);
  }
  if (mesh.moments.problem == nullptr) return &mesh.moments;
  const std::string_view file = mesh.element.attribute("file").value_or("");
  report.error(geom.where(),
               {.topic = physics,
                .seen = concat("the inertia of its body needs mesh '", name, "'",
                               file.empty() ? "" : concat(" from file '", file, "'"), ": ", mesh.moments.problem),
                .hint = *mesh.moments.hint != '\0' ? mesh.moments.hint : "give the body an <inertial>"});
  return nullptr;
}

Moments Assets::load(const Mesh& mesh, std::string_view name, Report& report) {
  const Element& element = mesh.element;
  Triangles triangles;
  constexpr const char* unreadable = "it could not be read";
  if (element.has("builtin"))
    return {.problem = "builtin meshes are not supported", .hint = "give the body an <inertial>"};
  if (const auto file = element.attribute("file")) {
    if (!read_file(element, name, triangles, report)) return {.problem = unreadable};
  } else if (!read_inline(element, triangles, report)) {
    return {.problem = unreadable};
  }
  place(mesh, triangles, report);
  return moments_of(triangles, mesh.attributes.inertia);
}

bool Assets::read_inline(const Element& element, Triangles& triangles, Report& report) {
  constexpr Index most = 1'000'000'000;
  require_attribute(element, "vertex", "vertex=\"…\" or file=\"…\"", report);
  const auto coordinates = read_list(element, "vertex", 1, most, report);
  if (!coordinates) return false;
  const auto refuse = [&](const char* attribute, std::string seen, std::string expected) {
    report.error(element.where(attribute), {.seen = std::move(seen), .expected = std::move(expected)});
    return false;
  };
  if (coordinates->size() % 3 != 0 || coordinates->size() < 12)
    return refuse("vertex", concat("vertex has ", coordinates->size(), " numbers"),
                  "three for each of at least four points");
  if (std::any_of(coordinates->begin(), coordinates->end(), [](double x) { return std::abs(x) > longest; }))
    return refuse("vertex", concat("vertex has numbers above ", longest), "lengths in metres");
  for (std::size_t k = 0; k < coordinates->size(); k += 3) {
    const auto x = [&](std::size_t i) { return static_cast<double>(static_cast<float>((*coordinates)[k + i])); };
    triangles.points.push_back({x(0), x(1), x(2)});
  }
  if (!element.has("face")) return true;
  const auto corners = read_list(element, "face", 3, most, report);
  if (!corners) return false;
  if (corners->size() % 3 != 0)
    return refuse("face", concat("face has ", corners->size(), " numbers"), "a multiple of three");
  for (std::size_t k = 0; k < corners->size(); ++k) {
    const double corner = (*corners)[k];
    if (corner != std::floor(corner) || corner < 0 || corner >= static_cast<double>(triangles.points.size()))
      return refuse("face", concat("number ", k + 1, " of face is ", corner),
                    concat("a whole number from 0 to ", triangles.points.size() - 1));
    if (k % 3 == 0) triangles.faces.emplace_back();
    triangles.faces.back()[k % 3] = static_cast<Index>(corner);
  }
  return true;
}

bool Assets::read_file(const Element& element, std::string_view name, Triangles& triangles, Report& report) {
  const std::string_view given = element.attribute("file").value_or("");
  const std::string type = file_type(element, given);
  if (type != "stl" && type != "obj") {
    report.error(element.where("file"), {.topic = file,
                                         .seen = concat(quoted("file", given), " of mesh '", name, "'"),
                                         .expected = "a file that ends in .stl or .obj",
                                         .hint = "other formats are not supported"});
    return false;
  }
  const std::string_view path = compiler_.strippath ? without_folders(given) : given;
  const auto source = files_.open(element, "file", path, compiler_.meshdir, report);
  if (!source) return false;
  MeshFile parsed = type == "stl" ? parse_stl(source->text()) : parse_obj(source->text());
  if (!parsed.problem.empty()) {
    const char* format = type == "stl" ? "STL" : "OBJ";
    report.error(
        element.where("file"),
        {.topic = file, .seen = concat("'", source->name(), "' is not a valid ", format, " file: ", parsed.problem)});
    return false;
  }
  triangles = std::move(parsed.triangles);
  return true;
}

void Assets::place(const Mesh& mesh, Triangles& triangles, Report& report) {
  const Vec3<double> refpos = read_vector(mesh.element, "refpos", report).value_or(Vec3<double>{});
  Mat3<double> E = Mat3<double>::identity();
  if (double q[4]; read_exactly(mesh.element, "refquat", q, 4, report)) {
    const double largest = std::max({std::abs(q[0]), std::abs(q[1]), std::abs(q[2]), std::abs(q[3])});
    if (largest > 0)
      E = turned(Quaternion<double>{q[1] / largest, q[2] / largest, q[3] / largest, q[0] / largest});
    else
      report.error(mesh.element.where("refquat"), {.seen = "refquat is zero", .expected = "a quaternion w x y z"});
  }
  const Vec3<double>& scale = mesh.attributes.scale;
  for (Vec3<double>& p : triangles.points) {
    p = E * (p - refpos);
    p = {scale.x * p.x, scale.y * p.y, scale.z * p.z};
  }
  // mirroring turns faces inside out
  if (scale.x * scale.y * scale.z < 0)
    for (auto& face : triangles.faces) std::swap(face[1], face[2]);
}

std::optional<std::array<double, 4>> Assets::hfield_size(const Element& geom, std::string_view name, Report& report) {
  const auto found = hfields_.find(name);
  if (found == hfields_.end()) {
    report.error(geom.where("hfield"),
                 {.topic = structure,
                  .seen = concat(quoted("hfield", name), ", but <asset> has no height field of that name"),
                  .expected = "the name of an <hfield>",
                  .hint = suggest(name, hfields_, suggestions_)});
    return {};
  }
  std::array<double, 4> size{};
  require_attribute(found->second, "size", "four lengths", report);
  if (!read_exactly(found->second, "size", size.data(), 4, report)) return {};
  return size;
}

}  // namespace treefix::io::mjcf
