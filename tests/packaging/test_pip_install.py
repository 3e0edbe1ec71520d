"""A plain "pip install ." works in an environment that holds nothing."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_pip_install_into_an_empty_environment(tmp_path):
    venv = ROOT / "build" / "packaging" / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=True)
    python = str(venv / "bin" / "python")

    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    # A new folder for each run, as deep as those of the other builds. The compiler cache uses paths relative to the
    # build folder, so it has the objects of the library already. In a folder made by pip they would be compiled again.
    folder = ROOT / "build" / "packaged"
    shutil.rmtree(folder, ignore_errors=True)
    install = [python, "-m", "pip", "install", "--quiet", f"--config-settings=build-dir={folder}", str(ROOT)]
    subprocess.run(install, check=True, env=environment)

    # From another folder, so that the import cannot find the sources.
    script = "import pathlib, treefix; print(pathlib.Path(treefix.__file__).parent)"
    result = subprocess.run(
        [python, "-c", script], check=True, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    package = pathlib.Path(result.stdout.strip())
    assert venv in package.parents
    assert (package / "py.typed").is_file()
    assert (package / "_treefix.pyi").is_file()
