"""The table of kernels has the numbers that ptxas prints, under the names of the functions of the library."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools" / "kernels.py"

FOR_EACH = "void cub::CUB_1::detail::for_each::static_kernel<policy, long, cub::detail::for_each::op_wrapper_t<long, {}, x> >(long)"
SCAN = (
    "void cub::CUB_1::detail::scan::DeviceScanKernel<cub::detail::scan::policy_hub<treefix::Force<double>, "
    "treefix::Force<double>, unsigned int, treefix::Add>::Policy, treefix::Force<double>*>(int)"
)


def told(name, arch, registers, spilled=0, shared=0):
    return f"""ptxas info    : Compiling entry function '{name}' for '{arch}'
ptxas info    : Function properties for {name}
    8 bytes stack frame, {spilled} bytes spill stores, 0 bytes spill loads
ptxas info    : Used {registers} registers, used 1 barriers, {shared} bytes smem, 512 bytes cmem[0]
"""


def table(text):
    script = f"import sys; print({text!r}, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[1:]


def test_numbers_of_all_architectures_stand_in_one_row():
    rows = table(told(SCAN, "sm_80", 72, spilled=4, shared=100) + told(SCAN, "sm_90", 80))
    assert [row.split(maxsplit=4) for row in rows] == [["72/80", "8/8", "4/0", "100/0", "scan<Add, Force<double>>"]]


def test_a_kernel_has_the_name_of_the_function_that_its_closure_stands_in():
    inner = "void treefix::By<double>::gather<treefix::Thrust>(treefix::Thrust const&)::{lambda(long)#1}"
    function = f"treefix::leaffix<treefix::Thrust, treefix::Compose, {inner}>(long, {inner})::{{lambda(long)#3}}"
    (row,) = table(told(FOR_EACH.format(function), "sm_80", 10))
    assert row.endswith("  leaffix<Compose> lambda 3")
    (row,) = table(told(FOR_EACH.format(inner), "sm_80", 10))
    assert row.endswith("  gather<> lambda 1")


def test_what_fails_is_shown_and_passed_on():
    script = "import sys; print('an error', file=sys.stderr); sys.exit(3)"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3 and "an error" in done.stderr
