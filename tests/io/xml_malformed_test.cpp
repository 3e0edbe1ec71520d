// Files that are not well-formed XML or are not accepted, each with its message.
#include <gtest/gtest.h>

#include "refusal.hpp"

namespace treefix::test {

namespace {

using namespace std::string_literals;

const std::string good = "<robot name='r'><link name='a'/></robot>";

std::string utf16(std::string_view text) {
  std::string out = "\xFF\xFE";
  for (const char c : text) {
    out += c;
    out += '\0';
  }
  return out;
}

std::string nested(int depth) {
  std::string text = "<robot name='r'>";
  for (int i = 0; i < depth; ++i) text += "<a>";
  for (int i = 0; i < depth; ++i) text += "</a>";
  return text + "</robot>";
}

std::string many_attributes(int count) {
  std::string text = "<robot name='r'><link name='a'";
  for (int i = 0; i < count; ++i) text += " a" + std::to_string(i) + "='1'";
  return text + "/></robot>";
}

const Malformed cases[] = {
    // not text
    {"empty", "", "f:1:1: error: the file is empty, expected a URDF or MJCF file"},
    {"spaces only", "  \n ", "f:2:2: error: the file has no elements, expected <robot> or <mujoco>"},
    {"gzip", "\x1F\x8B\x08\x00"s + "abc",
     "f:1:1: error: the file is compressed with gzip, expected XML in UTF-8\n"
     "    hint: decompress it: gunzip -c FILE > FILE.xml"},
    {"zip", "PK\x03\x04 abc",
     "f:1:1: error: the file is a zip archive, expected XML in UTF-8\n"
     "    hint: extract it: unzip FILE"},
    {"bzip2", "BZh91AY",
     "f:1:1: error: the file is compressed with bzip2, expected XML in UTF-8\n"
     "    hint: decompress it: bunzip2 -c FILE > FILE.xml"},
    {"xz",
     "\xFD"
     "7zXZ",
     "f:1:1: error: the file is compressed with xz, expected XML in UTF-8\n"
     "    hint: decompress it: unxz -c FILE > FILE.xml"},
    {"UTF-16", utf16(good),
     "f:1:1: error: the file is in UTF-16, expected XML in UTF-8\n"
     "    hint: convert it: iconv -f UTF-16 -t UTF-8 FILE > FILE.xml"},
    {"UTF-16, other end first", "\xFE\xFF\0<"s,
     "f:1:1: error: the file is in UTF-16, expected XML in UTF-8\n"
     "    hint: convert it: iconv -f UTF-16 -t UTF-8 FILE > FILE.xml"},
    {"UTF-16 without a mark", "<\0r\0"s,
     "f:1:1: error: the file is in UTF-16, expected XML in UTF-8\n"
     "    hint: convert it: iconv -f UTF-16LE -t UTF-8 FILE > FILE.xml"},
    {"UTF-32", "\xFF\xFE\0\0<\0\0\0"s,
     "f:1:1: error: the file is in UTF-32, expected XML in UTF-8\n"
     "    hint: convert it: iconv -f UTF-32 -t UTF-8 FILE > FILE.xml"},
    {"UTF-32 without a mark", "\0\0\0<\0\0\0r"s,
     "f:1:1: error: the file is in UTF-32, expected XML in UTF-8\n"
     "    hint: convert it: iconv -f UTF-32BE -t UTF-8 FILE > FILE.xml"},
    {"zero byte", "<robot name='a\0b'/>"s,
     "f:1:15: error: a zero byte, expected XML in UTF-8\n"
     "    hint: the file may be damaged, or may not be a text file"},
    {"control character",
     "<robot name='a\x01"
     "b'/>",
     "f:1:15: error: the control character 0x01, expected XML in UTF-8\n"
     "    hint: the file may be damaged, or may not be a text file"},
    {"Latin-1", "<robot name='caf\xE9 au lait'/>",
     "f:1:17: error: the byte 0xE9, which is not valid UTF-8 here, expected XML in UTF-8\n"
     "    hint: if the file is in Latin-1, convert it: iconv -f LATIN1 -t UTF-8 FILE > FILE.xml"},
    {"cut UTF-8", "<robot name='a\xC3",
     "f:1:15: error: the byte 0xC3, which is not valid UTF-8 here, expected XML in UTF-8\n"
     "    hint: if the file is in Latin-1, convert it: iconv -f LATIN1 -t UTF-8 FILE > FILE.xml"},
    {"overlong UTF-8", "<robot name='\xC0\xAF'/>",
     "f:1:14: error: the byte 0xC0, which is not valid UTF-8 here, expected XML in UTF-8\n"
     "    hint: if the file is in Latin-1, convert it: iconv -f LATIN1 -t UTF-8 FILE > FILE.xml"},
    {"surrogate in UTF-8", "<robot name='\xED\xA0\x80'/>",
     "f:1:14: error: the byte 0xED, which is not valid UTF-8 here, expected XML in UTF-8\n"
     "    hint: if the file is in Latin-1, convert it: iconv -f LATIN1 -t UTF-8 FILE > FILE.xml"},
    {"beyond Unicode", "<robot name='\xF4\x90\x80\x80'/>",
     "f:1:14: error: the byte 0xF4, which is not valid UTF-8 here, expected XML in UTF-8\n"
     "    hint: if the file is in Latin-1, convert it: iconv -f LATIN1 -t UTF-8 FILE > FILE.xml"},
    {"no character of Unicode", "<robot name='a\xEF\xBF\xBE'/>",
     "f:1:15: error: U+FFFE, which XML does not allow, expected XML in UTF-8\n"
     "    hint: the file may be damaged, or may not be a text file"},
    {"plain text", "hello",
     "f:1:1: error: text outside the root element: 'hello', expected an XML file that begins with <robot> or <mujoco>"},
    {"JSON", "{\"name\": \"robot\"}",
     "f:1:1: error: text outside the root element: '{\"name\": \"robot\"}', expected an XML file that begins with "
     "<robot> or <mujoco>"},
    // not one root
    {"comment only", "<!-- nothing -->", "f:1:17: error: the file has no elements, expected <robot> or <mujoco>"},
    {"declaration only", "<?xml version='1.0'?>",
     "f:1:22: error: the file has no elements, expected <robot> or <mujoco>"},
    {"text before the root", "x<robot name='r'/>",
     "f:1:1: error: text outside the root element: 'x<robot name='r'/>', expected an XML file that begins with <robot> "
     "or <mujoco>"},
    {"text after the root", good + "x",
     "f:1:41: error: 'x' after the end of <robot>, expected the end of the file, because a file has one root element"},
    {"two roots", good + good,
     "f:1:41: error: '<robot name='r'><lin' after the end of <robot>, expected the end of the file, because a file has "
     "one root element"},
    {"closing tag first", "</robot>",
     "f:1:1: error: '</robot>', expected an element name after '<'\n"
     "    hint: write a literal '<' as &lt;"},
    {"closing tag too many", good + "</robot>",
     "f:1:41: error: '</robot>' after the end of <robot>, expected the end of the file, because a file has one root "
     "element"},
    {"another format", "<sdf version='1.6'></sdf>",
     "f:1:1: error: the root element is <sdf>, expected <robot> (URDF) or <mujoco> (MJCF)\n"
     "    hint: SDF is not supported; convert it to URDF"},
    {"a web page", "<html><body/></html>",
     "f:1:1: error: the root element is <html>, expected <robot> (URDF) or <mujoco> (MJCF)\n"
     "    hint: this is not a robot file"},
    {"misspelled root", "<robto name='r'/>",
     "f:1:1: error: the root element is <robto>, expected <robot> (URDF) or <mujoco> (MJCF)\n"
     "    hint: did you mean 'robot'?"},
    {"root in capitals", "<Robot name='r'/>",
     "f:1:1: error: the root element is <Robot>, expected <robot> (URDF) or <mujoco> (MJCF)\n"
     "    hint: did you mean 'robot'?"},
    {"a link as root", "<link name='a'/>",
     "f:1:1: error: the root element is <link>, expected <robot> (URDF) or <mujoco> (MJCF)"},
    // cut off
    {"cut in a comment", "<robot name='r'><!-- abc",
     "f:1:17: error: a comment that is not closed, expected '-->'\n"
     "    hint: the file may be truncated"},
    {"cut in the declaration", "<?xml version='1.0'",
     "f:1:1: error: a processing instruction that is not closed, expected '?>'\n"
     "    hint: the file may be truncated"},
    {"cut in a tag", "<robot name='r'><link ",
     "f:1:17: error: the tag <link is not closed, expected '>'\n"
     "    hint: the file may be truncated"},
    {"cut in a name", "<robot name='r'><lin",
     "f:1:17: error: the tag <lin is not closed, expected '>'\n"
     "    hint: the file may be truncated"},
    {"cut in a value", "<robot name='r'><link name='a",
     "f:1:23: error: the value of attribute 'name' in <link> is not closed, expected the closing quote '\n"
     "    hint: the file may be truncated"},
    {"cut before the value", "<robot name='r'><link name=",
     "f:1:28: error: the value of attribute 'name' in <link> is not in quotes, expected name=\"…\""},
    {"cut in a closing tag", "<robot name='r'><link name='a'></li",
     "f:1:32: error: '</li', expected </link>\n"
     "    hint: the file may be truncated"},
    {"cut after a tag", "<robot name='r'>\n  <link name='a'>\n",
     "f:2:3: error: <link> is not closed, expected </link> before the end of the file\n"
     "    hint: the file may be truncated"},
    {"cut after an angle", "<robot name='r'><",
     "f:1:17: error: '<', expected an element name after '<'\n"
     "    hint: write a literal '<' as &lt;"},
    {"cut in a CDATA section", "<robot name='r'><![CDATA[ abc",
     "f:1:17: error: a CDATA section that is not closed, expected ']]>'\n"
     "    hint: the file may be truncated"},
    // tags
    {"closed in the wrong order", "<robot name='r'>\n<link name='a'><inertial>\n</link></inertial></robot>",
     "f:3:1: error: </link>, expected </inertial>, because <inertial> on line 2 is not closed"},
    {"closed by another name", "<robot name='r'>\n<link name='a'></lnk></robot>",
     "f:2:16: error: </lnk>, expected </link>, because <link> on line 2 is not closed"},
    {"a number as a name", "<robot name='r'><1/></robot>",
     "f:1:17: error: '<1/></robot>', expected an element name after '<'\n"
     "    hint: write a literal '<' as &lt;"},
    {"a space before the name", "<robot name='r'>< link name='a'/></robot>",
     "f:1:17: error: '< link name='a'/></r', expected an element name after '<'\n"
     "    hint: write a literal '<' as &lt;"},
    {"a stroke in a tag", "<robot name='r'><link / name='a'></robot>", "f:1:23: error: '/' in <link>, expected '/>'"},
    // attributes
    {"no quotes", "<robot name=r/>",
     "f:1:13: error: the value of attribute 'name' in <robot> is not in quotes, expected name=\"…\""},
    {"no value", "<robot name='r'><link name/></robot>",
     "f:1:23: error: attribute 'name' in <link> has no value, expected name=\"…\""},
    {"no closing quote", "<robot name='r'><link name='a/>\n<link name='b'/></robot>",
     "f:1:23: error: the value of attribute 'name' in <link> contains '<' on line 2, expected the closing quote ' "
     "before it\n"
     "    hint: write a literal '<' as &lt;"},
    {"other closing quote", "<robot name='r'><link name='a\"/></robot>",
     "f:1:23: error: the value of attribute 'name' in <link> contains '<' on line 1, expected the closing quote ' "
     "before it\n"
     "    hint: write a literal '<' as &lt;"},
    {"no space between", "<robot name='r'><link name='a'type='b'/></robot>",
     "f:1:31: error: no space before 'type='b'/></robot>' in <link>, expected a space between attributes"},
    {"given twice", "<robot name='r'>\n  <link name='a' name='b'/></robot>",
     "f:2:18: error: attribute 'name' in <link> is given twice, expected each attribute once"},
    {"strange name", "<robot name='r'><link ?='a'/></robot>",
     "f:1:23: error: '?='a'/></robot>' in <link>, expected an attribute name, '>' or '/>'"},
    {"angle in a value", "<robot name='r'><link name='a<b'/></robot>",
     "f:1:23: error: the value of attribute 'name' in <link> contains '<' on line 1, expected the closing quote ' "
     "before it\n"
     "    hint: write a literal '<' as &lt;"},
    {"too many", many_attributes(1001), "f:1:8913: error: more than 1000 attributes in <link>, expected at most 1000"},
    // references
    {"zero as a number",
     "<robot name='r'><link name='a'><inertial>\n<mass value='1&#0;000'/></inertial></link></robot>",
     "f:2:15: error: attribute 'value' in <mass> has '&#0;', expected the number of a character that XML allows"},
    {"surrogate as a number", "<robot name='&#xD83D;&#xDE00;'/>",
     "f:1:14: error: attribute 'name' in <robot> has '&#xD83D;', expected the number of a character that XML allows"},
    {"number beyond Unicode", "<robot name='a&lt;&#1114112;'/>",
     "f:1:19: error: attribute 'name' in <robot> has '&#1114112;', expected the number of a character that XML allows"},
    {"escape as a number", "<robot name='&#x1b;[2J'/>",
     "f:1:14: error: attribute 'name' in <robot> has '&#x1b;', expected the number of a character that XML allows"},
    {"no number", "<robot name='&#x;'/>",
     "f:1:14: error: attribute 'name' in <robot> has '&#x;', expected a number, as in &#65; or &#x41;\n"
     "    hint: write a literal '&' as &amp;"},
    {"ampersand", "<robot name='R&D'/>",
     "f:1:15: error: attribute 'name' in <robot> has '&D', expected an entity that ends with ';'\n"
     "    hint: write a literal '&' as &amp;"},
    {"unknown entity", "<robot name='a&nbsp;b'/>",
     "f:1:15: error: attribute 'name' in <robot> has '&nbsp;', expected &lt; &gt; &amp; &quot; &apos; or a number, as "
     "in &#65;\n"
     "    hint: write a literal '&' as &amp;"},
    {"reference in text", "<robot name='r'>\n<gazebo><!-- &a; -->1 &lt; 2 & 3</gazebo></robot>",
     "f:2:30: error: the text in <gazebo> has '& 3', expected an entity that ends with ';'\n"
     "    hint: write a literal '&' as &amp;"},
    // comments
    {"two strokes in a comment", "<robot name='r'><!-- a -- b --></robot>",
     "f:1:24: error: '-- b --></robot>' in a comment, expected '-->'\n"
     "    hint: XML does not allow '--' inside a comment"},
    {"three strokes at the end", "<robot name='r'><!-- a ---></robot>",
     "f:1:24: error: '---></robot>' in a comment, expected '-->'\n"
     "    hint: XML does not allow '--' inside a comment"},
    {"comment that ends where it begins", "<robot name='r'><!--><link name='a'/></robot>",
     "f:1:17: error: a comment that is not closed, expected '-->'\n"
     "    hint: the file may be truncated"},
    {"CDATA after the root", good + "<![CDATA[x]]>", "f:1:41: error: '<![CDATA[x]]>', expected elements only"},
    // features that attacks use
    {"DOCTYPE", "<?xml version='1.0'?>\n<!DOCTYPE robot>\n" + good,
     "f:2:1: error: a DOCTYPE, expected elements only\n"
     "    hint: remove it; its entities are not expanded"},
    {"entity bomb",
     "<!DOCTYPE lolz [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;\">]><robot name='&c;'/>",
     "f:1:1: error: a DOCTYPE, expected elements only\n"
     "    hint: remove it; its entities are not expanded"},
    {"an entity from a file", "<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>" + good,
     "f:1:1: error: a DOCTYPE, expected elements only\n"
     "    hint: remove it; its entities are not expanded"},
    {"another declaration", "<robot name='r'><!ELEMENT a></robot>",
     "f:1:17: error: '<!ELEMENT a></robot>', expected elements only"},
};

class XmlMalformedCases : public ::testing::TestWithParam<Malformed> {};

TEST_P(XmlMalformedCases, IsRefusedWithItsMessage) { EXPECT_EQ(first_problem(GetParam().text), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(Xml, XmlMalformedCases, ::testing::ValuesIn(cases), test_name);

// --- what is accepted --------------------------------------------------------------------------------------

TEST(Xml, AcceptsAByteOrderMarkCommentsInstructionsAndBothQuotes) {
  const std::string text =
      "\xEF\xBB\xBF<?xml version=\"1.0\" encoding='UTF-8'?>\n<!-- a > b < c -->\n<?tool x?>\r\n"
      "<robot\n\tname = \"caf\xC3\xA9 > 'x'\" ><!-- - & &x; -->text<link name='a' ></link ><![CDATA[ <link> ]]>\n"
      "<!-- after --></robot >\n<!-- end -->\n";
  EXPECT_EQ(load_string(text).name(), "caf\xC3\xA9 > 'x'");
}

TEST(Xml, DecodesEntities) {
  EXPECT_EQ(load_string("<robot name='a&lt;b &amp; &#65;&quot;'><link name='x'/></robot>").name(), "a<b & A\"");
  EXPECT_EQ(load_string("<robot name='&apos;&gt;&#x1F600;&#xFFFD;&#9;'><link name='x'/></robot>").name(),
            "'>\xF0\x9F\x98\x80\xEF\xBF\xBD\t");
}

// --- text ---------------------------------------------------------------------------------------------------

TEST(Xml, WarnsAboutTextWhereNoneBelongs) {
  EXPECT_EQ(warnings("<robot name='r'>\n  hello <link name='a'/></robot>"),
            "f:2:3: warning: text 'hello' in <robot>, expected only elements; ignored\n");
  EXPECT_EQ(
      warnings("<robot name='r'><link name='a'><visual> one\ntwo <!-- c --> <![CDATA[<x>]]> </visual></link></robot>"),
      "f:1:41: warning: text 'one' in <visual>, expected only elements; ignored\n"
      "f:2:25: warning: text '<x>' in <visual>, expected only elements; ignored\n");
  EXPECT_EQ(warnings("<mujoco>\n<worldbody/><custom>&lt;b&gt; is long, so it is shortened</custom></mujoco>"),
            "f:2:21: warning: text '&lt;b&gt; is long, s' in <custom>, expected only elements; ignored\n");
  EXPECT_NE(first_problem("<robot name='r'>x<link name='a'/></robot>", {.strict = true}).find("text 'x' in <robot>"),
            std::string::npos);
}

TEST(Xml, AcceptsTextInElementsThatTheReaderOfUrdfDoesNotKnow) {
  EXPECT_EQ(warnings("<robot name='r'><link name='a'><drake:x>1<axis>2</axis></drake:x></link><transmission name='t'>"
                     "<type>simple</type><joint name='j'><hardwareInterface>x</hardwareInterface></joint>"
                     "</transmission>\n<gazebo><![CDATA[ <x> ]]><mass>3</mass></gazebo></robot>"),
            "");
  EXPECT_NE(warnings("<robot name='r'><gazebo>x</gazebo>y<link name='a'/></robot>").find("text 'y' in <robot>"),
            std::string::npos)
      << "an element that was closed allows no text";
}

TEST(Xml, ColumnsCountCharacters) {
  const std::string text = "<robot name='r'><!-- \xC3\xA9\xC3\xA9 --><link/></robot>";
  EXPECT_EQ(first_problem(text).substr(0, 8), "f:1:28: ");
}

// --- large texts, made only in the tests that need them -----------------------------------------------------

TEST(XmlMalformed, AMillionNestedElementsAreRefused) {
  EXPECT_EQ(first_problem(nested(1'000'000)),
            "f:1:30014: error: elements are nested too deeply, expected at most 10000 levels\n"
            "    hint: raise limits.depth (--max-depth) if this is intended");
}

TEST(XmlMalformed, TenMegabytesInAnAttributeAreRefused) {
  EXPECT_EQ(first_problem("<robot name='" + std::string(10'000'000, 'a') + "'/>"),
            "f:1:8: error: attribute 'name' in <robot> has 10000000 bytes, expected at most 4194304\n"
            "    hint: raise limits.attribute (--max-attribute) if this is intended");
}

// --- limits ------------------------------------------------------------------------------------------------

TEST(XmlLimits, HoldExactly) {
  const std::string text = "<robot name='r'><link name='a'/><link name='b'/></robot>";
  const auto refusal = [&](LoadLimits limits) { return first_problem(text, {.limits = limits}); };
  EXPECT_NE(refusal({.elements = 3}).find("more than one link has no parent"), std::string::npos);
  EXPECT_EQ(refusal({.elements = 2}),
            "f:1:33: error: more than 2 elements, expected at most 2\n"
            "    hint: raise limits.elements (--max-elements) if this is intended");
  EXPECT_EQ(refusal({.depth = 1}),
            "f:1:17: error: elements are nested too deeply, expected at most 1 levels\n"
            "    hint: raise limits.depth (--max-depth) if this is intended");
  EXPECT_EQ(refusal({.bytes = 20}), "'f' is larger than the limit of 20 bytes");
}

}  // namespace

}  // namespace treefix::test
