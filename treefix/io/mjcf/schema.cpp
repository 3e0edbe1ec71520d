#include <treefix/io/mjcf/schema.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/numbers.hpp>

namespace treefix::io::mjcf {

namespace {

using enum Diagnostic::Topic;
using Name = std::string_view;

// the names that mj_printSchema of MuJoCo 4.0 lists, and names of earlier versions
constexpr Name compiler[] = {
    "alignfree",        "angle",         "assetdir",     "autolimits",      "balanceinertia",    "boundinertia",
    "boundmass",        "conflict",      "convexhull",   "coordinate",      "discardvisual",     "eulerseq",
    "exactmeshinertia", "fitaabb",       "fusestatic",   "inertiafromgeom", "inertiagrouprange", "meshdir",
    "passthrough",      "savecanonical", "savecompiled", "saveinertial",    "settotalmass",      "strippath",
    "texturedir",       "usethread"};
constexpr Name option[] = {"actuatorgroupdisable",
                           "apirate",
                           "ccd_iterations",
                           "ccd_tolerance",
                           "collision",
                           "cone",
                           "density",
                           "gravity",
                           "impratio",
                           "integrator",
                           "iterations",
                           "jacobian",
                           "ls_iterations",
                           "ls_tolerance",
                           "magnetic",
                           "mpr_iterations",
                           "mpr_tolerance",
                           "noslip_iterations",
                           "noslip_tolerance",
                           "o_friction",
                           "o_margin",
                           "o_solimp",
                           "o_solref",
                           "sdf_initpoints",
                           "sdf_iterations",
                           "sleep_tolerance",
                           "solver",
                           "timestep",
                           "tolerance",
                           "viscosity",
                           "wind"};
constexpr Name flag[] = {"actuation", "autoreset",   "clampctrl",   "constraint",  "contact",      "damper",
                         "diagexact", "energy",      "equality",    "eulerdamp",   "filterparent", "frictionloss",
                         "fwdinv",    "gravity",     "invdiscrete", "ipc",         "island",       "limit",
                         "midphase",  "multiccd",    "nativeccd",   "override",    "passive",      "refsafe",
                         "sensor",    "sensornoise", "sleep",       "speculative", "spring",       "warmstart"};
constexpr Name default_class[] = {"class"};
constexpr Name body[] = {"axisangle", "childclass", "euler",  "fuse",  "gravcomp", "mocap",  "name",
                         "pos",       "quat",       "simple", "sleep", "user",     "xyaxes", "zaxis"};
constexpr Name frame[] = {"axisangle", "childclass", "euler", "name", "pos", "quat", "xyaxes", "zaxis"};
constexpr Name replicate[] = {"childclass", "count", "euler", "offset", "sep"};
constexpr Name inertial[] = {"axisangle", "diaginertia", "euler",  "fullinertia", "mass",
                             "pos",       "quat",        "xyaxes", "zaxis"};
constexpr Name joint[] = {"actuatorfrclimited",
                          "actuatorfrcrange",
                          "actuatorgravcomp",
                          "armature",
                          "axis",
                          "class",
                          "damping",
                          "frictionloss",
                          "group",
                          "limited",
                          "margin",
                          "name",
                          "pos",
                          "range",
                          "ref",
                          "solimpfriction",
                          "solimplimit",
                          "solreffriction",
                          "solreflimit",
                          "springdamper",
                          "springref",
                          "springyield",
                          "stiffness",
                          "type",
                          "user"};
constexpr Name freejoint[] = {"align", "group", "name"};
constexpr Name geom[] = {
    "adhesion", "axisangle", "castshadow", "class",    "conaffinity", "condim",   "contype", "density", "euler",
    "fitscale", "fluidcoef", "fluidshape", "friction", "fromto",      "gap",      "group",   "hfield",  "margin",
    "mass",     "material",  "mesh",       "name",     "pos",         "priority", "quat",    "rgba",    "shellinertia",
    "size",     "solimp",    "solmix",     "solref",   "surfacevel",  "type",     "user",    "xyaxes",  "zaxis"};
constexpr Name mesh[] = {"builtin",  "class",       "content_type", "face",     "file",   "inertia",
                         "material", "maxhullvert", "name",         "normal",   "params", "refpos",
                         "refquat",  "scale",       "smoothnormal", "texcoord", "vertex"};
constexpr Name hfield[] = {"content_type", "elevation", "file", "name", "ncol", "nrow", "size"};
constexpr Name include[] = {"file"};

constexpr Name top[] = {"actuator",   "asset",    "compiler",  "contact", "custom",   "default",
                        "deformable", "equality", "extension", "include", "keyframe", "option",
                        "sensor",     "size",     "statistic", "tendon",  "visual",   "worldbody"};
constexpr Name in_body[] = {"attach",  "body",     "camera", "composite", "flexcomp", "frame",     "freejoint", "geom",
                            "include", "inertial", "joint",  "light",     "plugin",   "replicate", "site"};
constexpr Name in_default[] = {"adhesion", "camera", "cylinder",    "damper",  "dcmotor", "default",  "equality",
                               "general",  "geom",   "intvelocity", "joint",   "light",   "material", "mesh",
                               "motor",    "muscle", "orientation", "pair",    "pid",     "plugin",   "position",
                               "site",     "tendon", "texture",     "velocity"};
constexpr Name in_asset[] = {"hfield", "material", "mesh", "model", "skin", "texture"};

static_assert(std::ranges::is_sorted(compiler) && std::ranges::is_sorted(option) && std::ranges::is_sorted(flag));
static_assert(std::ranges::is_sorted(body) && std::ranges::is_sorted(frame) && std::ranges::is_sorted(replicate));
static_assert(std::ranges::is_sorted(inertial) && std::ranges::is_sorted(joint) && std::ranges::is_sorted(freejoint));
static_assert(std::ranges::is_sorted(geom) && std::ranges::is_sorted(mesh) && std::ranges::is_sorted(hfield));
static_assert(std::ranges::is_sorted(top) && std::ranges::is_sorted(in_body) && std::ranges::is_sorted(in_default));
static_assert(std::ranges::is_sorted(in_asset));

bool is_known(Name name, NameList known) { return std::binary_search(known.begin(), known.end(), name); }

}  // namespace

NameList attributes_of(Kind kind) {
  switch (kind) {
    case Kind::compiler: return compiler;
    case Kind::option: return option;
    case Kind::flag: return flag;
    case Kind::default_class: return default_class;
    case Kind::body: return body;
    case Kind::frame: return frame;
    case Kind::replicate: return replicate;
    case Kind::inertial: return inertial;
    case Kind::joint: return joint;
    case Kind::freejoint: return freejoint;
    case Kind::geom: return geom;
    case Kind::mesh: return mesh;
    case Kind::hfield: return hfield;
    case Kind::include: return include;
  }
  return {};
}

NameList top_elements() { return top; }
NameList body_elements() { return in_body; }
NameList default_elements() { return in_default; }
NameList asset_elements() { return in_asset; }

void check_attributes(const Element& element, Kind kind, Report& report) {
  const NameList known = attributes_of(kind);
  for (const pugi::xml_attribute attribute : element.attributes())
    if (!is_known(attribute.name(), known))
      report.warning(element.where(attribute.name()), {.topic = ignored,
                                                       .seen = concat("unknown attribute '", attribute.name(), "'"),
                                                       .done = "ignored",
                                                       .hint = did_you_mean(attribute.name(), known)});
}

bool check_element(const Element& element, NameList known, Report& report) {
  if (is_known(element.name(), known)) return true;
  report.warning(
      element.where(),
      {.topic = ignored, .seen = "unknown element", .done = "ignored", .hint = did_you_mean(element.name(), known)});
  return false;
}

std::optional<Index> read_word(const Element& element, const char* attribute, NameList words, Report& report) {
  const auto text = element.attribute(attribute);
  if (!text) return {};
  const auto* found = std::find(words.begin(), words.end(), *text);
  if (found != words.end()) return found - words.begin();
  std::string expected;
  for (std::size_t k = 0; k < words.size(); ++k)
    expected += concat(k == 0 ? "" : k + 1 == words.size() ? " or " : ", ", words[static_cast<Index>(k)]);
  report.error(element.where(attribute),
               {.seen = quoted(attribute, *text), .expected = std::move(expected), .hint = did_you_mean(*text, words)});
  return {};
}

std::optional<Index> read_integer(const Element& element, const char* attribute, Report& report) {
  const auto value = read_number(element, attribute, report);
  if (!value) return {};
  constexpr double most = 2147483647;  // the range of MuJoCo's int
  if (*value == std::floor(*value) && std::abs(*value) <= most) return static_cast<Index>(*value);
  report.error(element.where(attribute),
               {.seen = quoted(attribute, *element.attribute(attribute)), .expected = "an integer"});
  return {};
}

}  // namespace treefix::io::mjcf
