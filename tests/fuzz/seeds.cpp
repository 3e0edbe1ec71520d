// Writes the seeds that fuzzing begins with: seeds FOLDER makes FOLDER/urdf, FOLDER/mjcf, FOLDER/mesh, FOLDER/npy and
// FOLDER/model.
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include <treefix/base/text.hpp>
#include <treefix/io/npy_header.hpp>
#include <treefix/io/save.hpp>
#include <treefix/model/byte_format.hpp>
#include <treefix/model/bytes.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::fuzz {

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string numbers(std::initializer_list<double> values) {
  std::string text;
  for (const double value : values) text += concat(text.empty() ? "" : " ", value);
  return text;
}
std::string numbers(const Vec3<double>& v) { return numbers({v.x, v.y, v.z}); }

std::string_view mjcf_type(JointKind kind) {
  switch (kind) {
    case JointKind::prismatic: return "slide";
    case JointKind::spherical: return "ball";
    case JointKind::free: return "free";
    default: return "hinge";
  }
}

/// A body with all bodies below it; recursive, because the seeds are small.
std::string mjcf_body(const Model& model, Index i) {
  const Mechanism<double>& m = model.mechanism();
  const auto& [E, r] = m.joint(i).X_tree;
  const Inertia<double>& I = m.inertia(i);
  std::string text = concat("<body name='", model.body_names()[static_cast<std::size_t>(i)], "' pos='", numbers(r),
                            "' xyaxes='", numbers({E.x.x, E.x.y, E.x.z, E.y.x, E.y.y, E.y.z}), "'><joint type='",
                            mjcf_type(m.joint(i).kind), "' axis='",
                            numbers(dot(m.joint(i).S.w, m.joint(i).S.w) > 0   ? m.joint(i).S.w
                                    : dot(m.joint(i).S.v, m.joint(i).S.v) > 0 ? m.joint(i).S.v
                                                                              : Vec3<double>{0, 0, 1}),
                            "'/>");
  if (i % 2 == 0)
    text += concat("<geom type='capsule' size='.05' fromto='0 0 0 0 0 .3' mass='", I.m, "'/>");
  else
    text += concat("<inertial pos='0 0 0' mass='", I.m, "' diaginertia='.1 .1 .1'/>");
  for (Index k = i + 1; k < m.nbody(); ++k)
    if (m.parent(k) == i) text += mjcf_body(model, k);
  return text + "</body>";
}

std::string to_mjcf(const Model& model) {
  std::string text = "<mujoco><compiler angle='radian'/><option gravity='0 0 -9.81'/><worldbody>";
  for (Index i = 0; i < model.nbody(); ++i)
    if (model.mechanism().parent(i) == root) text += mjcf_body(model, i);
  return text + "</worldbody></mujoco>";
}

/// Texts that the functions above never write.
constexpr const char* more_mjcf[] = {
    ("<mujoco><default><geom density='500'/><default class='a'><joint damping='1' armature='.1'/></default></default>"
     "<worldbody><body childclass='a' euler='10 20 30'><joint range='-1 1'/><geom type='box' size='.1 .2 .3'/>"
     "<frame pos='0 0 1' quat='0 1 0 0'><body name='b' zaxis='1 0 0'><joint type='slide' ref='.1' pos='.1 0 0'/>"
     "<joint axis='1 0 0' pos='0 .1 0'/><geom type='ellipsoid' size='.1 .2 .3' mass='2'/></body></frame></body>"
     "</worldbody><equality><weld body1='b'/></equality></mujoco>"),
    ("<mujoco><compiler inertiafromgeom='true' inertiagrouprange='0 2' settotalmass='5' balanceinertia='true'"
     " boundmass='.1' boundinertia='.01' eulerseq='ZYX'/><asset><mesh name='m' inertia='exact'"
     " vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3 0 3 2 1 2 3'/></asset><worldbody>"
     "<replicate count='3' sep='_' offset='1 0 0' euler='0 0 30'><body name='x'><freejoint/>"
     "<geom type='mesh' mesh='m' axisangle='0 0 1 40'/><geom type='cylinder' size='.1 .1' "
     "group='3'/></body></replicate>"
     "</worldbody></mujoco>"),
    ("<mujoco><include file='other.xml'/><worldbody><body mocap='true'/><body><joint type='ball'/>"
     "<inertial pos='0 0 1' mass='1' fullinertia='1 1 1 .1 .1 .1' euler='0 0 10'/></body></worldbody></mujoco>"),
};

constexpr const char* text_stl =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
constexpr const char* obj =
    "# a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nf 1 3 2\nf 1//1 2//1 4//1\nf -4 -1 -2\n";

void write_seeds(const fs::path& folder) {
  const char* robots[] = {"arm",
                          "quadruped",
                          "puma560",
                          "chain:n=3",
                          "star:n=4",
                          "snake:n=3",
                          "auto_tree:n=6,bf=2",
                          "random_tree:n=5,joints=RP,seed=1",
                          "random_tree:n=5,joints=RPLF,seed=2"};
  for (const char* robot : robots) {
    const Model model = zoo::make(robot);
    std::string name = robot;
    for (char& c : name)
      if (c == ':' || c == ',' || c == '=') c = '_';
    // the first byte chooses the options
    write(folder / "urdf" / name, concat("0", to_urdf(model)));
    if (model.nbody() < 10) write(folder / "mjcf" / name, concat("0", to_mjcf(model)));
    const std::vector<std::byte> bytes = to_bytes(model);
    constexpr std::size_t head = sizeof(byte_format::Head);
    write(folder / "model" / name, {reinterpret_cast<const char*>(bytes.data()) + head, bytes.size() - head});
  }
  int count = 0;
  for (const char* text : more_mjcf) write(folder / "mjcf" / concat("more_", count++), concat("0", text));
  write(folder / "mesh" / "text_stl", text_stl);
  std::string old_stl = text_stl;  // as programs on other systems write it
  for (char& c : old_stl) c = c == '\n' ? '\r' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  write(folder / "mesh" / "text_stl_upper_case", old_stl);
  write(folder / "mesh" / "obj", obj);
  std::string binary(80, ' ');
  binary.append("\1\0\0\0", 4);
  binary.append(50, '\0');
  write(folder / "mesh" / "binary_stl", binary);
  write(folder / "npy" / "rows", io::npy_header_text({.shape = {3, 7}}));
  write(folder / "npy" / "columns", io::npy_header_text({.is_float = true, .fortran_order = true, .shape = {2, 7, 7}}));
  write(folder / "npy" / "one", io::npy_header_text({.shape = {7}}));
}

}  // namespace

}  // namespace treefix::fuzz

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: seeds FOLDER\n";
    return 2;
  }
  treefix::fuzz::write_seeds(arguments[1]);
}
