import subprocess
import sys

import halfbayes


def test_the_package_runs_as_a_program():
    command = [sys.executable, "-m", "halfbayes", "--version"]
    finished = subprocess.run(command, check=True, capture_output=True, text=True)
    assert finished.stdout == f"halfbayes {halfbayes.__version__}\n"
