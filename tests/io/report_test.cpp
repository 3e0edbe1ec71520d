// Laws of treefix/io/report.hpp.
#include <treefix/io/report.hpp>

#include <tuple>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

#include "io/elements.hpp"

namespace treefix::test {

namespace {

using Topic = Diagnostic::Topic;

constexpr Index most_listed = 1000;  // of each severity

/// Random problems at random places of a source.
void add_random(io::Report& report, const io::Source& source, Random& random, Index count) {
  for (Index k = 0; k < count; ++k) {
    const io::Where where{&source, source.text().data() + random.below(ssize(source.text())), concat("e", k)};
    const io::Finding finding{.topic = static_cast<Topic>(random.below(6)), .seen = concat("s", random.below(3))};
    random.below(2) == 0 ? report.error(where, finding) : report.warning(where, finding);
  }
}

auto key(const Diagnostic& d) { return std::tie(d.severity, d.topic, d.file, d.line, d.column); }
std::vector<std::string> texts(const std::vector<Diagnostic>& problems) {
  std::vector<std::string> all;
  for (const Diagnostic& problem : problems) all.push_back(to_text(problem));
  return all;
}

TEST(Report, ListsErrorsFirstThenTheMostImportantThenTheEarliest) {
  Random random(1);
  const io::Source source("f",
                          "ab\ncd\xC3\xA9"
                          "f\n\n  gh\n");
  for (int trial = 0; trial < 50; ++trial) {
    io::Report report("f");
    add_random(report, source, random, trial);
    const std::vector<Diagnostic> all = problems_of(report);
    EXPECT_EQ(ssize(all), trial);
    for (std::size_t k = 1; k < all.size(); ++k) EXPECT_LE(key(all[k - 1]), key(all[k]));
  }
}

TEST(Report, OfPartsIsTheReportOfTheWhole) {
  const io::Source source("f", "ab\ncd\n");
  for (const Index count : {0, 1, 40, 900, 1500, 5000}) {
    io::Report whole("f"), joined("f");
    Random random(2), again(2);
    for (int part = 0; part < 3; ++part) {
      add_random(whole, source, random, count);
      io::Report one("f");
      add_random(one, source, again, count);
      joined.append(std::move(one));
    }
    EXPECT_EQ(joined.has_errors(), whole.has_errors());
    EXPECT_EQ(texts(problems_of(joined)), texts(problems_of(whole))) << count;
  }
}

TEST(Report, ListsAThousandOfEachSeverityAndCountsTheRest) {
  for (const Index errors : {0, 1, 999, 1000, 1001, 5000})
    for (const Index warnings : {0, 1, 1000, 1001, 2500}) {
      io::Report report("f");
      for (Index k = 0; k < errors; ++k) report.error({}, {.seen = "bad"});
      for (Index k = 0; k < warnings; ++k) report.warning({}, {.seen = "odd"});
      const auto listed = [](Index count) { return std::min(count, most_listed + 1); };
      const std::vector<Diagnostic> all = problems_of(report);
      EXPECT_EQ(ssize(all), listed(errors) + listed(warnings));
      const auto expect_last = [&](Index count, Index place, const char* severity) {
        if (count <= most_listed) return;
        EXPECT_EQ(at(all, place).seen, concat("and ", count - most_listed, " more ", severity,
                                              count == most_listed + 1 ? "" : "s", ", not listed"));
      };
      expect_last(errors, listed(errors) - 1, "error");
      expect_last(warnings, ssize(all) - 1, "warning");
    }
}

TEST(Report, RefusesErrorsAndWarningsOnlyIfStrict) {
  for (const bool strict : {false, true})
    for (const bool error : {false, true})
      for (const bool warning : {false, true}) {
        io::Report report("f");
        if (warning) report.warning({}, {.seen = "odd", .done = "kept"});
        if (error) report.error({}, {.seen = "bad"});
        EXPECT_EQ(report.has_errors(), error);
        if (!error && !(strict && warning)) {
          const std::vector<Diagnostic> expected = problems_of(report);
          EXPECT_EQ(texts(report.finish(strict)), texts(expected));
          continue;
        }
        try {
          report.finish(strict);
          ADD_FAILURE() << "nothing was thrown";
        } catch (const ParseError& refusal) {
          EXPECT_EQ(ssize(refusal.problems()), Index{error} + Index{warning});
          for (const Diagnostic& problem : refusal.problems())
            EXPECT_EQ(problem.severity == Diagnostic::Severity::error, strict || problem.seen == "bad");
        }
      }
}

TEST(Report, EscapesWhatItQuotes) {
  io::Report report("f\x1B");
  const std::string hostile("a\0b\x1B[2J\xE9\n", 9);
  report.error({nullptr, nullptr, hostile}, {.seen = hostile, .expected = hostile, .done = hostile, .hint = hostile});
  const Diagnostic problem = problems_of(report)[0];
  const std::string shown = "a\\x00b\\x1b[2J\\xe9\\n";
  for (const std::string& text : {problem.element, problem.seen, problem.expected, problem.done, problem.hint})
    EXPECT_EQ(text, shown);
  EXPECT_EQ(problem.file, "f\x1B") << "programs open it";
  EXPECT_EQ(to_text(problem),
            concat("f\\x1b: error: ", shown, ": ", shown, ", expected ", shown, "; ", shown, "\n    hint: ", shown));
}

TEST(Report, NamesItsFileWhereAProblemHasNoSource) {
  io::Report report("main.xml");
  const io::Source other("part.xml", "\n x");
  report.error({&other, other.text().data() + 2, "<x>"}, {.seen = "bad"});
  report.error({&other, nullptr, {}}, {.seen = "worse"});
  report.error({}, {.seen = "worst"});
  EXPECT_EQ(texts(problems_of(report)), (std::vector<std::string>{"main.xml: error: worst", "part.xml: error: worse",
                                                                  "part.xml:2:2: error: <x>: bad"}));
}

}  // namespace

}  // namespace treefix::test
