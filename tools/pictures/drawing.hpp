// Writes pictures as SVG text.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <treefix/base/text.hpp>

namespace treefix::pictures {

struct Point {
  double x = 0, y = 0;
};

/// A picture on a white background, because pages may be dark. Numbers have one digit after the point, so that the text
/// is the same on every machine.
class Drawing {
 public:
  Drawing(double width, double height, const std::string& title) {
    text_ = concat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", number(width), " ", number(height),
                   "\" width=\"", number(width), "\" height=\"", number(height),
                   "\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>", title, "</title>\n");
    box({0, 0}, {width, height}, "#ffffff", "none", 8);
  }

  void line(Point a, Point b, const std::string& color, double width, const std::string& more = "") {
    add(concat("<line x1=\"", number(a.x), "\" y1=\"", number(a.y), "\" x2=\"", number(b.x), "\" y2=\"", number(b.y),
               "\" stroke=\"", color, "\" stroke-width=\"", number(width), "\" stroke-linecap=\"round\"", more, "/>"));
  }
  void curve(const std::vector<Point>& points, const std::string& color, double width) {
    std::string list;
    for (const Point& p : points) list += concat(list.empty() ? "" : " ", number(p.x), ",", number(p.y));
    add(concat("<polyline points=\"", list, "\" fill=\"none\" stroke=\"", color, "\" stroke-width=\"", number(width),
               "\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"));
  }
  void circle(Point at, double radius, const std::string& fill, const std::string& stroke = "none") {
    add(concat("<circle cx=\"", number(at.x), "\" cy=\"", number(at.y), "\" r=\"", number(radius), "\" fill=\"", fill,
               "\" stroke=\"", stroke, "\" stroke-width=\"1.5\"/>"));
  }
  void box(Point corner, Point size, const std::string& fill, const std::string& stroke = "none", double round = 2) {
    add(concat("<rect x=\"", number(corner.x), "\" y=\"", number(corner.y), "\" width=\"", number(size.x),
               "\" height=\"", number(size.y), "\" rx=\"", number(round), "\" fill=\"", fill, "\" stroke=\"", stroke,
               "\"/>"));
  }
  /// anchor: whether `at` is the start, middle or end of the text.
  void text(Point at, const std::string& words, double size, const std::string& color = "#222222",
            const std::string& anchor = "middle", const std::string& more = "") {
    add(concat("<text x=\"", number(at.x), "\" y=\"", number(at.y), "\" font-size=\"", number(size), "\" fill=\"",
               color, "\" text-anchor=\"", anchor, "\"", more, ">", words, "</text>"));
  }
  std::string finished() const { return text_ + "</svg>\n"; }

 private:
  static std::string number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", std::round(10 * x) / 10 + 0.0);
    return text;
  }
  void add(const std::string& element) { text_ += element + "\n"; }
  std::string text_;
};

}  // namespace treefix::pictures
