#!/usr/bin/env python3
"""Runs nvcc and prints what each kernel takes: registers, and bytes of stack, spilled registers and shared memory.

    kernels.py nvcc -Xptxas -v ...

When nvcc fails its output is printed as it is, and its exit status is passed on.
"""

import collections
import re
import subprocess
import sys

Kernel = collections.namedtuple("Kernel", "name arch registers stack spilled shared")

ENTRY = re.compile(r"Compiling entry function '(.+)' for '(sm_\w+)'")
MEMORY = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
REGISTERS = re.compile(r"Used (\d+) registers")
SHARED = re.compile(r"(\d+) bytes smem")


def read_kernels(text):
    """The kernels that ptxas -v tells of, names as they are there."""
    kernels, name, arch, stack, spilled = [], None, None, 0, 0
    for line in text.splitlines():
        if match := ENTRY.search(line):
            name, arch = match.groups()
        elif match := MEMORY.search(line):
            stack, spilled = int(match[1]), int(match[2]) + int(match[3])
        elif name and (match := REGISTERS.search(line)):
            shared = SHARED.search(line)
            kernels.append(Kernel(name, arch, int(match[1]), stack, spilled, int(shared[1]) if shared else 0))
            name = None
    return kernels


def outer_parts(text, separator):
    """text divided at the separators that stand outside of all brackets."""
    parts, depth, begin = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "<({":
            depth += 1
        elif letter in ")}" or (letter == ">" and text[place - 1] != "-"):
            depth -= 1
        elif depth == 0 and text.startswith(separator, place) and place >= begin:
            parts.append(text[begin:place])
            begin = place + len(separator)
    return parts + [text[begin:]]


def arguments_of(template, name):
    """The template arguments of the first template in name that is called so; none if there is no such."""
    begin = name.find(template + "<")
    if begin < 0:
        return []
    text = name[begin + len(template) + 1 :]
    depth = 1
    for place, letter in enumerate(text):
        if letter in "<({":
            depth += 1
        elif letter in ")}" or (letter == ">" and text[place - 1] != "-"):
            depth -= 1
        if depth == 0:
            return [part.strip() for part in outer_parts(text[:place], ",")]
    return []


def short_name(name):
    """From a demangled name of one of Thrust's kernels, which function of ours it is for and what it works on."""
    name = name.replace("treefix::", "").replace("detail::", "")
    if match := re.search(r"DeviceScan(\w*)Kernel<", name):
        policy = arguments_of("policy_hub", name)
        return f"scan<{policy[-1]}, {policy[0]}>" if policy else f"scan, {match[1].lower()} of tiles"
    wrapped = arguments_of("op_wrapper_t", name)
    if not wrapped:
        return re.sub(r"^void |cub::\w+::|\(.*", "", name)
    # [void] [class::]function<arguments>(parameters)[ const]::{lambda(...)#number}
    *scopes, closure = outer_parts(outer_parts(wrapped[1], " ")[-1], "::")
    function = scopes[-1] if scopes else closure
    # closures among the arguments would be names of functions again
    plain = [part for part in arguments_of(re.match(r"\w*", function)[0], function) if "(" not in part and part != "Thrust"]
    number = re.search(r"#(\d+)", closure)
    return f"{re.match(r'[^<(]*', function)[0]}<{', '.join(plain)}> lambda {number[1] if number else '?'}"


def demangled(names):
    try:
        done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return names
    return done.stdout.splitlines()


def print_table(kernels):
    """A row per kernel, numbers for one architecture after the other. Kernels of one name differ in their closures."""
    rows = collections.defaultdict(lambda: collections.defaultdict(list))
    for name, kernel in zip(demangled([kernel.name for kernel in kernels]), kernels):
        rows[short_name(name)][kernel.arch].append(kernel)
    archs = sorted({kernel.arch for kernel in kernels})
    columns = ("registers", "stack", "spilled", "shared")
    print("  ".join(f"{column:>9}" for column in columns) + f"  kernel, for {' / '.join(archs)}")
    for name, by_arch in sorted(rows.items()):
        for same in zip(*(by_arch[arch] for arch in archs)):
            texts = ("/".join(str(getattr(kernel, column)) for kernel in same) for column in columns)
            print("  ".join(f"{text:>9}" for text in texts) + f"  {name}")


def main(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
    else:
        print_table(read_kernels(done.stdout))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
