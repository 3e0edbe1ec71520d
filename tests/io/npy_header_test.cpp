// Laws of treefix/io/npy_header.hpp.
#include <treefix/io/npy_header.hpp>

#include <algorithm>
#include <random>

#include <treefix/base/random.hpp>

#include "io/npy_files.hpp"

namespace treefix::test {

TEST(NpyHeader, IsReadAsItWasWritten) {
  Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    io::NpyHeader header{.is_float = random.below(2) == 0, .fortran_order = random.below(2) == 0};
    for (Index axes = random.below(3); axes >= 0; --axes)
      header.shape.push_back(static_cast<Index>(random.bits() >> static_cast<unsigned>(1 + random.below(63))));
    const std::string text = npy_header_text(header);
    const io::NpyPrefix prefix = io::read_npy_prefix("x", text.substr(0, io::npy_longest_prefix));
    EXPECT_EQ(prefix.size + prefix.header_size, text.size());
    EXPECT_EQ(text.size() % 64, 0U);
    EXPECT_LT(text.size() - text.find('}'), 66U) << "more blanks than the next multiple of 64 needs";
    EXPECT_EQ(text.back(), '\n');
    const io::NpyHeader back = io::read_npy_header("x", text.substr(prefix.size), prefix.size);
    EXPECT_EQ(back.is_float, header.is_float);
    EXPECT_EQ(back.fortran_order, header.fortran_order);
    EXPECT_EQ(back.shape, header.shape);
    EXPECT_EQ(back.number_size(), header.is_float ? 4U : 8U);
  }
}

TEST_F(Npy, ReadsEveryVersion) {
  for (const int version : {1, 2, 3}) {
    const NpyArray array = load(npy(header("'<f8'", "False", "(2, 3)"), 48, version));
    EXPECT_EQ(array.shape(), (std::vector<Index>{2, 3})) << version;
  }
}

TEST_F(Npy, ReadsHeadersThatOthersWrite) {
  for (const std::string text : {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}",
                                 "{'descr':'<f8','fortran_order':False,'shape':(2,3)}",
                                 "{ \"shape\" : ( 2 , 3 , ) , \"fortran_order\" : False , \"descr\" : \"<f8\" , } "}) {
    EXPECT_EQ(load(npy(text, 48)).shape(), (std::vector<Index>{2, 3})) << text;
  }
  // without padding
  const std::string line = "{'descr':'<f8','fortran_order':False,'shape':(1,)}";
  EXPECT_EQ(load(std::string("\x93NUMPY\x01\x00\x32\x00", 10) + line + std::string(8, '\0')).size(), 1);
}

TEST_F(Npy, RefusesFilesThatAreNotNumPyFiles) {
  const std::string magic = "\x93NUMPY", expected = ", expected '\\x93NUMPY', as NumPy files do";
  EXPECT_EQ(refusal(""), "the file begins with ''" + expected);
  EXPECT_EQ(refusal("0.1 0.2 0.3"), "the file begins with '0.1 0.'" + expected);
  EXPECT_EQ(refusal("\x93NUMP"), "the file begins with '\\x93NUMP'" + expected);
  EXPECT_EQ(refusal(std::string("PK\x03\x04\0\0\0", 7)), "the file begins with 'PK\\x03\\x04\\x00\\x00'" + expected);
  EXPECT_EQ(refusal(magic), "the file has 6 bytes, expected 10 or more");
  EXPECT_EQ(refusal(magic + std::string("\x01\0\x76", 3)), "the file has 9 bytes, expected 10 or more");
  EXPECT_EQ(refusal(magic + std::string("\x02\0\x76\0\0", 5)), "the file has 11 bytes, expected 12 or more");
}

TEST_F(Npy, RefusesOtherVersions) {
  const std::string magic = "\x93NUMPY", rest(4, '\0'), expected = ", expected 1.0, 2.0 or 3.0";
  EXPECT_EQ(refusal(magic + std::string("\x04\0", 2) + rest), "the format version is 4.0" + expected);
  EXPECT_EQ(refusal(magic + std::string("\0\0", 2) + rest), "the format version is 0.0" + expected);
  EXPECT_EQ(refusal(magic + std::string("\x01\x01", 2) + rest), "the format version is 1.1" + expected);
  EXPECT_EQ(refusal(magic + std::string("\xff\xff", 2) + rest), "the format version is 255.255" + expected);
}

TEST_F(Npy, RefusesHeadersOfTheWrongLength) {
  const std::string magic = "\x93NUMPY";
  EXPECT_EQ(refusal(magic + std::string("\x01\0\x76\0{'descr'", 12)),
            "the header is cut off after 8 bytes, expected 118 bytes");
  EXPECT_EQ(refusal(magic + std::string("\x02\0\xff\xff\xff\xff", 6)),
            "the header has 4294967295 bytes, expected at most 65535");
  EXPECT_EQ(refusal(magic + std::string("\x02\0\0\0\x01\0", 6)), "the header has 65536 bytes, expected at most 65535");
  EXPECT_EQ(refusal(magic + std::string("\x01\0\0\0", 4)), "the header ends too early, expected '{'");
  EXPECT_EQ(refusal(magic + std::string("\x01\0\x01\0{'", 6)), "the header ends too early, expected a quoted string");
}

TEST_F(Npy, RefusesOtherTypesByName) {
  const auto of_type = [&](const std::string& descr) { return refusal(npy(header(descr, "False", "(1,)"), 8)); };
  const std::string expected = ", expected '<f8' (float64) or '<f4' (float32)\n    hint: save x.astype('<f8')";
  EXPECT_EQ(of_type("'>f8'"), "the number type is '>f8'" + expected);
  EXPECT_EQ(of_type("'<i8'"), "the number type is '<i8'" + expected);
  EXPECT_EQ(of_type("'<f2'"), "the number type is '<f2'" + expected);
  EXPECT_EQ(of_type("'|O'"), "the number type is '|O'" + expected);
  EXPECT_EQ(of_type("''"), "the number type is ''" + expected);
  EXPECT_EQ(of_type("'\x1b[31m'"), "the number type is '\\x1b[31m'" + expected);
  EXPECT_EQ(of_type("[('x', '<f8')]"), "at byte 20, the header has '[('x', '<f8')], 'for…', expected a quoted string");
}

TEST_F(Npy, RefusesOtherKeys) {
  const std::string each = ", expected 'descr', 'fortran_order' and 'shape', each once";
  EXPECT_EQ(refusal(npy("{'descr': '<f8', 'fortran_order': False, }")), "the header has no 'shape'" + each);
  EXPECT_EQ(refusal(npy("{'descr': '<f8', 'shape': (1,), }", 8)), "the header has no 'fortran_order'" + each);
  EXPECT_EQ(refusal(npy("{'fortran_order': False, 'shape': (1,), }", 8)), "the header has no 'descr'" + each);
  EXPECT_EQ(refusal(npy("{}")), "the header has no 'descr'" + each);
  EXPECT_EQ(refusal(npy("{'descr': '<f8', 'descr': '<f4', }")),
            "the header has an unexpected or repeated key 'descr'" + each);
  EXPECT_EQ(refusal(npy("{'version': 1}")), "the header has an unexpected or repeated key 'version'" + each);
}

TEST_F(Npy, SaysWhereAHeaderIsMalformed) {
  const auto at = [](int byte, const char* text, const char* expected) {
    return concat("at byte ", byte, ", the header has '", text, "', expected ", expected);
  };
  EXPECT_EQ(refusal(npy("[1, 2]")), at(10, "[1, 2]              …", "'{'"));
  EXPECT_EQ(refusal(npy("{descr: 1}")), at(11, "descr: 1}           …", "a quoted string"));
  EXPECT_EQ(refusal(npy("{'descr'= 1}")), at(18, "= 1}                …", "':'"));
  EXPECT_EQ(refusal(npy("{'descr': '<f8' 'shape'")), at(26, "'shape'             …", "'}'"));
  EXPECT_EQ(refusal(npy("{'descr': '<f8")), "the header ends too early, expected the closing quote '");
  EXPECT_EQ(refusal(npy("{'descr': \"<f8'}")), "the header ends too early, expected the closing quote \"");
  EXPECT_EQ(refusal(npy("{'fortran_order': 0}")), at(28, "0}                  …", "True or False"));
  EXPECT_EQ(refusal(npy("{'shape': 5}")), at(20, "5}                  …", "'(' of the shape"));
  EXPECT_EQ(refusal(npy("{'shape': (5)}")), at(22, ")}                  …", "','"));
  EXPECT_EQ(refusal(npy("{'shape': (5, 6 7)}")), at(26, "7)}                 …", "',' or ')'"));
  EXPECT_EQ(refusal(npy("{'shape': (5,,)}")), at(23, ",)}                 …", "an integer from 0 to 2^63 - 1"));
  EXPECT_EQ(refusal(npy("{'shape': (5")), "the header ends too early, expected ','");
  EXPECT_EQ(refusal(npy("{'shape': (5,")), "the header ends too early, expected an integer from 0 to 2^63 - 1");
  EXPECT_EQ(refusal(npy(header("'<f8'", "False", "(1,)") + "x", 8)),
            at(67, "x                   …", "the end of the header"));
  EXPECT_EQ(refusal(npy("__import__('os')")), at(10, "__import__('os')    …", "'{'"));
}

TEST_F(Npy, RefusesInvalidShapes) {
  const auto number = [](int byte, const char* text) {
    return concat("at byte ", byte, ", the header has '", text, "', expected an integer from 0 to 2^63 - 1");
  };
  EXPECT_EQ(refusal(with_shape("()", 8)), "the shape has 0 axes, expected 1 to 3");
  EXPECT_EQ(refusal(with_shape("(1, 1, 1, 1)", 8)), "the shape has 4 axes, expected 1 to 3");
  EXPECT_EQ(refusal(with_shape("(-1,)", 8)), number(61, "-1,), }             …"));
  EXPECT_EQ(refusal(with_shape("(1.5,)", 8)), "at byte 62, the header has '.5,), }             …', expected ','");
  EXPECT_EQ(refusal(with_shape("(9223372036854775808,)", 8)), number(61, "9223372036854775808,…"));
}

TEST_F(Npy, ChangedBytesAreReadOrRefusedButNeverCrash) {
  const std::string good = npy(header("'<f8'", "False", "(2, 3)"), 48);
  std::mt19937 random(1);
  const auto changed = [&] {
    std::string bytes = good.substr(0, random() % 3 == 0 ? random() % (good.size() + 1) : good.size());
    for (std::size_t k = random() % 4; k-- > 0 && !bytes.empty();)
      bytes[random() % std::min<std::size_t>(bytes.size(), 80)] = static_cast<char>(random());
    return bytes;
  };
  for (int trial = 0; trial < 200; ++trial) {
    try {
      EXPECT_LE(load(changed()).size(), 12);
    } catch (const ParseError& error) {
      EXPECT_EQ(error.problems().size(), 1U);
    }
  }
  for (int trial = 0; trial < 20'000; ++trial) {
    const std::string bytes = changed().substr(0, 128);
    try {
      io::read_npy_prefix("x", bytes);
      const auto shape = io::read_npy_header("x", bytes.substr(std::min<std::size_t>(bytes.size(), 10)), 10).shape;
      EXPECT_TRUE(!shape.empty() && shape.size() <= 3);
    } catch (const ParseError& error) {
      EXPECT_EQ(error.problems().size(), 1U);
    }
  }
}

}  // namespace treefix::test
