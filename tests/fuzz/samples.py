"""The real files that tests/fuzz/cli mutates: of every kind that a command reads."""

import gzip
import io
import json
import os
import pathlib
import shutil
import subprocess
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LARGEST_SAMPLE = 1 << 18
STORM = "dtmc\n0 1 0.5\n0 2 0.5\n1 1 1\n2 2 1\n"
STORM_LABELS = "#DECLARATION\ninit a b\n#END\n0 init\n1 a\n2 b\n"
JPF = "4 5\n-1 0 1.0\n0 1 0.5\n1 1 1.0\n0 0 0.25\n0 2 0.125\n"
PEXP = (
    '# Transitions (DTMC)\n2 3\n0 0 0.5\n0 1 0.5\n1 1 1\n\n# Labels\n0="init" 1="a"\n0: 0\n1: 1\n'
    '\n# Reward structure "r"\n# State rewards\n2 1\n0 1\n\n# Transition rewards\n2 1\n0 1 2\n'
)
MATRIX = b"%%MatrixMarket matrix array real general\n2 2\n4\n-1\n-1\n4\n"
HOA = (
    'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "elected"\nacc-name: Buchi\n'
    'Acceptance: 1 Inf(0)\nproperties: trans-acc\n'
    "--BODY--\nState: 0\n[t] 0\n[!0] 1\nState: 1 {0}\n[!0] 1\n--END--\n"
)


def matrix_archive():
    """A matrix as SuiteSparse packs it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        member = tarfile.TarInfo("m/m.mtx")
        member.size = len(MATRIX)
        tar.addfile(member, io.BytesIO(MATRIX))
    return out.getvalue()


class Sample:
    """Files that belong together in a folder, of one kind; main: the one that a command names."""

    def __init__(self, kind, folder, main, suffixes=("",)):
        self.kind, self.folder, self.main, self.suffixes = kind, folder, main, suffixes


def run_quietly(command, folder):
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env=environment(folder),
        check=False,
    )


def environment(folder):
    folder = pathlib.Path(folder)
    return {
        "PATH": os.environ["PATH"],
        "LC_ALL": "C",
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "PRISM_HOME": "/none",  # what builds models is not started
        "WARPMARK_PYTHON": "/none",
        "OMP_NUM_THREADS": "2",
        "OMP_WAIT_POLICY": "passive",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "ASAN_OPTIONS": "allocator_may_return_null=1:hard_rss_limit_mb=6000",
    }


class Samples:
    """Makes the samples once, in a folder of its own."""

    def __init__(self, options, folder):
        self.program, self.folder, self.found = options.program, folder, []
        if options.samples:
            for path in sorted(options.samples.iterdir()):
                self.add("results", {path.name: path.read_bytes()}, path.name)
            return
        self.exports()
        self.texts()
        self.results()
        self.proofs()
        self.scripts()

    def add(self, kind, files, main, suffixes=("",)):
        folder = self.folder / f"{len(self.found)}-{kind}"
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        self.found.append(Sample(kind, folder, main, suffixes))

    def exports(self):
        """Every format that can be written, of a chain, of a system and of a graph."""
        formats = json.loads(
            run_quietly([self.program, "list", "formats", "--json"], self.folder).stdout
        )
        properties = (
            ":steady=init",
            ":goal=deadlock",
            ":goal=init,steps=3",
            ":type=ctmc,steady=init",
            "",
        )
        for form in formats:
            for source in ("herman:n=5", "tandem:c=2", "random_dd:n=9,density=0.5", "leader:n=2"):
                for system in ([], ["--system"]):
                    made = self.folder / "export"
                    shutil.rmtree(made, ignore_errors=True)
                    run_quietly(
                        [self.program, "export", source, made, "--format", form["name"], *system],
                        self.folder,
                    )
                    files = (
                        {p.name: p.read_bytes() for p in sorted(made.iterdir())}
                        if made.is_dir()
                        else {}
                    )
                    main = [name for name in files if name.endswith(form["ending"])]
                    if main and sum(map(len, files.values())) < LARGEST_SAMPLE:
                        self.add(form["name"], files, main[0], properties)

    def texts(self):
        self.add(
            "storm",
            {"model.tra": STORM, "model.lab": STORM_LABELS},
            "model.tra",
            (":goal=a", ":steady=b"),
        )
        self.add(
            "packed",
            {
                "model.tra.gz": gzip.compress(STORM.encode(), mtime=0),
                "model.lab.gz": gzip.compress(STORM_LABELS.encode(), mtime=0),
            },
            "model.tra.gz",
            (":goal=a", ":steady=b"),
        )
        self.add("archive", {"m.tar.gz": matrix_archive()}, "m.tar.gz")
        self.add("pexp", {"model.pexp": PEXP}, "model.pexp", (":reward=r,goal=a", ":steady=a"))
        model = (ROOT / "tests/interop/queue.sm").read_bytes()
        asked = (':const=N=2,prop=P=?[F "full"]', ':prop=R{"size"}=?[F n>=2 & n<9]', ":steady=full")
        self.add("model", {"queue.sm": model}, "queue.sm", asked)
        self.add("jpf", {"model.tra": JPF}, "model.tra", (":goal=sink", ":goal=frontier"))
        self.add("hoa", {"p.hoa": HOA}, "p.hoa")
        for model in sorted((ROOT / "datasets/data/prism").iterdir()):
            files = {
                p.name: p.read_bytes()
                for p in sorted(model.iterdir())
                if p.stat().st_size < LARGEST_SAMPLE
            }
            if "model.tra" in files:
                self.add(
                    "prism",
                    files,
                    "model.tra",
                    (":type=ctmc,reward=model.srew", ":type=ctmc,steady=init"),
                )

    def results(self):
        """Measured results, and a run of today's with its journal."""
        found = sorted((ROOT / "results/baselines").glob("*/*.h5"), key=lambda p: p.stat().st_size)
        for path in found[:12]:
            self.add("results", {path.name: path.read_bytes()}, path.name)
        script = (
            "local wm = require 'warpmark' return wm.experiment { name = 'x', problems = wm.grid { "
            "'random_dd:n={n}', n = { 10, 20 } }, variants = { "
            "'jacobi/msr/f64/{seq,omp}', 'power/msr/f64/seq' }, "
            "measure = { max_samples = 12, max_time = '20ms' }, tables = { "
            "{ id = 't', rows = 'n' }, { id = 'b', "
            "build = function(r) return { columns = { { title = 'a' } }, "
            "rows = { { #r.cases {} } } } end } }, "
            "figures = { { id = 'f', x = 'n', y = 'solve' } }, claims = { { id = 'c', text = 'x', "
            "test = function(r) return true, 'y' end } } }"
        )
        (self.folder / "x.lua").write_text(script)
        run_quietly([self.program, "run", "x.lua", "-o", "x.h5", "--keep-journal"], self.folder)
        self.add("script", {"x.lua": script}, "x.lua")
        if (self.folder / "x.h5").exists():
            self.add("results", {"x.h5": (self.folder / "x.h5").read_bytes()}, "x.h5")
        journal = self.folder / "x.h5.journal"
        if journal.exists():
            self.add("journal", {"x.h5.journal": journal.read_bytes()}, "x.h5.journal")

    def proofs(self):
        for source in ("tandem:c=3", "herman:n=5", "random_dd:n=20"):
            run_quietly([self.program, "certify", source, "-o", "p.h5", "--force"], self.folder)
            if (self.folder / "p.h5").exists():
                self.add("proof", {"p.h5": (self.folder / "p.h5").read_bytes()}, "p.h5")

    def scripts(self):
        """Experiments with the texts that they read."""
        files = {
            str(p.relative_to(ROOT)): p.read_bytes() for p in (ROOT / "experiments").rglob("*.lua")
        }
        data = {
            str(p.relative_to(ROOT)): p.read_bytes()
            for p in (ROOT / "datasets/data/papers").glob("*.csv")
        }
        for name in sorted(files):
            if name.count("/") == 1:
                modules = {n: c for n, c in files.items() if n == name or n.count("/") > 1}
                self.add("script", {**modules, **data}, name)
