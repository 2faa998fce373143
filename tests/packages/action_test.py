"""The action for GitHub and the jobs of docs/CI.md: they are YAML, their commands are the program's, and the scripts of
the action run against a small repository.

    action_test.py PROGRAM

Exit status 77: there is no module for YAML.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile

try:
    import yaml
except ImportError:
    print("skipped: there is no Python module yaml")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
ACTION = ROOT / "packaging/action/action.yml"
PAGE = ROOT / "docs/CI.md"
INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")


def scripts_of(job):
    """The texts that a job runs, wherever they stand in it."""
    if isinstance(job, dict):
        for name, value in job.items():
            if name in ("run", "script"):
                yield from value if isinstance(value, list) else [value]
            else:
                yield from scripts_of(value)
    elif isinstance(job, list):
        for part in job:
            yield from scripts_of(part)


def commands_of(text):
    """Each call of the program in a script: its words after `waymark`."""
    for line in text.splitlines():
        for call in re.findall(r"(?:^|[\s(])waymark ([\w-]+[^|)>]*)", line):
            yield shlex.split(call)


def expect_known(pages, where, words):
    """`pages` is the directory of the man pages, which have every command and option."""
    page = pages / f"waymark-{words[0]}.1"
    assert page.exists(), f"{where}: there is no command '{words[0]}'"
    text = page.read_text().replace("\\-", "-")
    for word in words[1:]:
        if word.startswith("--"):
            assert re.search(rf"{word}\b", text), f"{where}: waymark {words[0]} has no option {word}"


def git(directory, *arguments):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", directory, *arguments], check=True,
                   capture_output=True)


def make_repository(directory):
    """`origin/main` has a function without tests, which the branch changes."""
    directory.mkdir()
    git(directory, "init", "-q", "-b", "main")
    (directory / "shop.py").write_text("def price():\n    return 9\n")
    git(directory, "add", ".")
    git(directory, "commit", "-q", "-m", "begin")
    git(directory, "update-ref", "refs/remotes/origin/main", "HEAD")
    (directory / "shop.py").write_text("def price():\n    return 8\n")
    git(directory, "commit", "-q", "-a", "-m", "change")


class Runner:
    """Runs the steps of the action as GitHub does: one shell for each, with `set -e` and `pipefail`."""

    def __init__(self, program, directory):
        self.action = yaml.safe_load(ACTION.read_text())
        self.directory = directory
        programs = directory / "bin"
        programs.mkdir()
        (programs / "waymark").symlink_to(program)
        self.environment = {
            "PATH": f"{programs}:/usr/bin:/bin", "HOME": str(directory), "RUNNER_TEMP": str(directory / "temp"),
            "GITHUB_PATH": str(directory / "path"), "GITHUB_STEP_SUMMARY": str(directory / "summary.md"),
            "GITHUB_BASE_REF": "main", "XDG_RUNTIME_DIR": str(directory / "run"), "LC_ALL": "C.UTF-8"}

    def run(self, **given):
        """The results of the steps up to the first that fails."""
        inputs = {name: told["default"] for name, told in self.action["inputs"].items()}
        for name, value in given.items():
            assert name.replace("_", "-") in inputs, f"the action has no input {name}"
            inputs[name.replace("_", "-")] = value
        results = []
        for step in self.action["runs"]["steps"]:
            assert "${{" not in step["run"], "an input would become part of the script"
            told = {name: INPUT.sub(lambda match: inputs[match[1]], value) for name, value in step["env"].items()}
            results.append(subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=self.directory / "shop",
                env=self.environment | told, capture_output=True, text=True, check=False))
            if results[-1].returncode != 0:
                break
        return results

    def summary(self):
        path = pathlib.Path(self.environment["GITHUB_STEP_SUMMARY"])
        return path.read_text() if path.exists() else ""


def test_commands_are_known(pages):
    jobs = [(PAGE, yaml.safe_load(block)) for block in re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)]
    assert len(jobs) == 4, "docs/CI.md shows three jobs for GitHub and one for GitLab"
    jobs.append((ACTION, yaml.safe_load(ACTION.read_text())))
    seen = 0
    for path, job in jobs:
        for script in scripts_of(job):
            for words in commands_of(script):
                expect_known(pages, path, words)
                seen += 1
    for block in re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL):
        for words in commands_of(block):
            expect_known(pages, PAGE, words)
            seen += 1
    assert seen >= 9, f"{seen} commands were found"


def test_inputs_of_the_page_exist():
    action = yaml.safe_load(ACTION.read_text())
    for block in re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL):
        for job in yaml.safe_load(block).get("jobs", {}).values():
            for step in job["steps"]:
                if step.get("uses", "").startswith("./"):
                    assert set(step["with"]) <= set(action["inputs"]), step["with"]


def test_a_change_is_reported(runner):
    results = runner.run(fail_on="", sarif_file="waymark.sarif")
    assert [result.returncode for result in results] == [0, 0, 0], results[-1].stderr
    assert "::" in results[-1].stdout and "file=shop.py,line=1,endLine=2" in results[-1].stdout, results[-1].stdout
    assert "## What changes since `origin/main`" in runner.summary(), runner.summary()
    sarif = json.loads((runner.directory / "shop/waymark.sarif").read_text())
    assert [found["partialFingerprints"]["waymarkSymbol/v1"] for found in sarif["runs"][0]["results"]] == [
        "shop.py#price"], sarif


def test_conditions_fail_the_step(runner):
    results = runner.run(fail_on="tests=none")
    assert [result.returncode for result in results] == [0, 0, 4], results[-1].stderr
    assert results[-1].stdout.startswith("::error title=Waymark::--fail-on tests=none"), results[-1].stdout


def test_a_package_is_unpacked_or_refused(runner):
    (runner.directory / "w/bin").mkdir(parents=True)
    (runner.directory / "w/bin/waymark").write_text("")
    with tarfile.open(runner.directory / "w.tar.xz", "w:xz") as archive:
        archive.add(runner.directory / "w", "waymark-1.2.3")
    results = runner.run(package="../w.tar.xz", fail_on="")
    assert results[0].returncode == 0, results[0].stderr
    added = pathlib.Path((runner.directory / "path").read_text().strip())
    assert os.path.exists(added / "waymark"), added
    refused = runner.run(package="w.rpm")
    assert refused[-1].returncode == 2 and "neither a .deb nor a .tar.xz: w.rpm" in refused[-1].stdout, refused


def main(program):
    test_inputs_of_the_page_exist()
    with tempfile.TemporaryDirectory() as directory:
        pages = pathlib.Path(directory) / "man"
        subprocess.run([program, "help", "--man", pages], check=True)
        test_commands_are_known(pages)
        runner = Runner(program, pathlib.Path(directory))
        make_repository(runner.directory / "shop")
        test_a_change_is_reported(runner)
        test_conditions_fail_the_step(runner)
        test_a_package_is_unpacked_or_refused(runner)
    print("the action and the jobs do what docs/CI.md says")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
