#!/usr/bin/env python3
"""Runs nvcc and prints what each kernel uses: registers, and bytes of stack, spilled registers and shared memory.

    kernels.py nvcc -Xptxas -v ...

If nvcc fails, prints the output of nvcc and exits with its exit status.
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
    """The kernels that ptxas -v lists, with mangled names."""
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
    """text split at the separators that are outside all brackets."""
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
    """The arguments of the first use of this template in `name`; empty if there is none."""
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
    """The treefix function that a Thrust kernel belongs to, and its template arguments, from the demangled name."""
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
    # leave out closures among the arguments, whose names contain names of functions again
    arguments = arguments_of(re.match(r"\w*", function)[0], function)
    plain = [part for part in arguments if "(" not in part and part != "Thrust"]
    number = re.search(r"#(\d+)", closure)
    return f"{re.match(r'[^<(]*', function)[0]}<{', '.join(plain)}> lambda {number[1] if number else '?'}"


def demangled(names):
    try:
        done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return names
    return done.stdout.splitlines()


def print_table(kernels):
    """Prints a row per kernel, with the numbers for all architectures. Kernels with equal names differ in closures."""
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
