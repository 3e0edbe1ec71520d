// Draws the pictures of docs/theory.
//   pictures FOLDER            writes them
//   pictures --check FOLDER    writes nothing; reports the files that are out of date
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string_view>

#include "tools/pictures/pictures.hpp"

int main(int count, char** arguments) {
  const bool check = count == 3 && std::string_view(arguments[1]) == "--check";
  if (count != 2 && !check) {
    std::fprintf(stderr, "usage: pictures [--check] FOLDER\n");
    return 2;
  }
  const std::string folder = arguments[count - 1];
  bool good = true;
  for (const auto& [name, draw] : treefix::pictures::all) {
    const std::string path = folder + "/" + name, drawn = draw();
    if (check) {
      std::ifstream file(path, std::ios::binary);
      const std::string found{std::istreambuf_iterator<char>(file), {}};
      if (found == drawn) continue;
      std::fprintf(stderr, "%s is out of date; ./dev docs draws it again\n", path.c_str());
    } else {
      std::ofstream file(path, std::ios::binary);
      if (file << drawn << std::flush) continue;
      std::fprintf(stderr, "cannot write %s\n", path.c_str());
    }
    good = false;
  }
  return good ? 0 : 1;
}
