#include <treefix/io/mjcf/compiler.hpp>

#include <algorithm>
#include <numbers>

#include <treefix/base/text.hpp>
#include <treefix/io/numbers.hpp>

namespace treefix::io::mjcf {

namespace {

constexpr std::string_view angles[] = {"radian", "degree"};
constexpr std::string_view coordinates[] = {"local", "global"};
constexpr std::string_view switches[] = {"disable", "enable"};

void read_eulerseq(const Element& element, std::string& eulerseq, Report& report) {
  const auto text = element.attribute("eulerseq");
  if (!text) return;
  if (text->size() == 3 && text->find_first_not_of("xyzXYZ") == std::string_view::npos) {
    eulerseq = *text;
    return;
  }
  report.error(element.where("eulerseq"),
               {.seen = quoted("eulerseq", *text),
                .expected = "three letters out of x, y, z, X, Y, Z",
                .hint = "lower case rotates about axes of the rotated frame, upper case about "
                        "axes of the parent"});
}

void read_folders(const Element& element, Compiler& compiler) {
  if (const auto folder = element.attribute("assetdir")) compiler.meshdir = *folder;
  if (const auto folder = element.attribute("meshdir")) compiler.meshdir = *folder;
}

void read_flags(const Element& flags, Option& option, Report& report) {
  check_attributes(flags, Kind::flag, report);
  read_word_into(flags, "gravity", switches, option.has_gravity, report);
  read_word_into(flags, "contact", switches, option.contact, report);
  read_word_into(flags, "equality", switches, option.equality, report);
  read_word_into(flags, "spring", switches, option.springs, report);
  read_word_into(flags, "damper", switches, option.dampers, report);
  read_word_into(flags, "frictionloss", switches, option.frictionloss, report);
  read_word_into(flags, "constraint", switches, option.constraints, report);
}

}  // namespace

double Compiler::radians(double angle) const { return degrees ? angle * (std::numbers::pi / 180) : angle; }

void read_compiler(const Element& element, Compiler& compiler, Report& report) {
  check_attributes(element, Kind::compiler, report);
  read_word_into(element, "angle", angles, compiler.degrees, report);
  read_word_into(element, "autolimits", boolean, compiler.autolimits, report);
  read_word_into(element, "inertiafromgeom", tristate, compiler.inertiafromgeom, report);
  read_word_into(element, "balanceinertia", boolean, compiler.balanceinertia, report);
  read_word_into(element, "fusestatic", boolean, compiler.fusestatic, report);
  read_word_into(element, "strippath", boolean, compiler.strippath, report);
  read_word_into(element, "alignfree", boolean, compiler.alignfree, report);
  read_eulerseq(element, compiler.eulerseq, report);
  read_folders(element, compiler);
  if (read_word(element, "coordinate", coordinates, report) == 1)
    report.error(element.where("coordinate"),
                 {.seen = quoted("coordinate", "global"),
                  .expected = "local",
                  .hint = "MuJoCo removed global coordinates; load and save the file in MuJoCo 2.3.3 or older"});
  if (const auto value = read_number(element, "boundmass", report)) compiler.boundmass = *value;
  if (const auto value = read_number(element, "boundinertia", report)) compiler.boundinertia = *value;
  if (const auto value = read_number(element, "settotalmass", report)) compiler.settotalmass = *value;
  if (double range[2]; read_exactly(element, "inertiagrouprange", range, 2, report)) {
    constexpr double most = 1e9;
    const auto whole = [&](double x) { return static_cast<Index>(std::max(-most, std::min(most, x))); };
    compiler.first_group = whole(range[0]);
    compiler.last_group = whole(range[1]);
  }
}

void read_option(const Element& element, Option& option, Report& report) {
  check_attributes(element, Kind::option, report);
  if (const auto gravity = read_vector(element, "gravity", report)) option.gravity = *gravity;
  for (const char* name : {"density", "viscosity"})
    if (const auto value = read_number(element, name, report); value && *value != 0) option.fluid = true;
  // wind alone has no effect: it acts through density and viscosity
  for (Element child = element.first_child(); child; child = child.next())
    if (child.name() == "flag") read_flags(child, option, report);
}

}  // namespace treefix::io::mjcf
