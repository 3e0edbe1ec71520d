"""The list of public names is complete and up to date; the tool that makes it reads declarations like a compiler."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import public_names  # noqa: E402


def names_in(text):
    return list(public_names.declarations(public_names.without_comments(text)))


def test_the_list_is_up_to_date(capsys):
    assert public_names.main(["--check"]) == 0, capsys.readouterr().err


def test_declarations_at_namespace_level_are_found():
    found = names_in(
        """
        namespace treefix {
        template <class T>
        struct Pair { T a{}, b{}; friend Pair operator+(const Pair& x, const Pair& y) { return {x.a, y.b}; } };
        class Ahead;
        enum class Kind { one, two };
        using Index = long;
        template <class T> concept Small = sizeof(T) < 4;
        inline constexpr int list[] = {1, 2}, other = 3;
        constexpr bool is_one(Kind kind) { return kind == Kind::one; }
        template <class T> requires Small<T> T half(const T& x);
        void plain(int a = 1, Pair<int> b = {});  // void commented();
        namespace zoo { int arm(); }
        namespace detail { void hidden(); }
        }
        namespace other { void foreign(); }
        """
    )
    assert ("type", "treefix::Pair") in found and ("type", "treefix::Ahead") in found
    assert {("type", "treefix::Kind"), ("type", "treefix::Index"), ("type", "treefix::Small")} <= set(found)
    assert {("function", "treefix::is_one"), ("function", "treefix::half"), ("function", "treefix::plain")} <= set(found)
    assert ("function", "treefix::zoo::arm") in found
    assert not [name for _, name in found if "hidden" in name or "foreign" in name or "commented" in name]


def test_internal_namespaces_are_not_public():
    inner = ("reference", "papers", "kernels", "engine", "large_tree", "facade")
    lines = public_names.LIST.read_text(encoding="utf-8").splitlines()
    assert lines and not [line for line in lines if line.split("::")[1] in inner]


def test_treefix_hpp_includes_few_folders_and_no_algorithms():
    usual = public_names.headers_of(ROOT / "treefix" / "treefix.hpp")
    rooms = {file.relative_to(ROOT / "treefix").parts[0] for file in usual if file.parent != ROOT / "treefix"}
    assert rooms == {"base", "spatial", "tree", "model", "io"}
