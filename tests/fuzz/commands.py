"""Command lines for mutated files."""

from mutations import mutate_word


def variant(rng):
    """A variant's name, mostly as it should be."""
    word = rng.choice((
        "jacobi/msr/f64/seq", "power/msr/f32/omp", "gauss_seidel/msr/f64/seq",
        "bicgstab/msr/f64/omp", "map/csr/u32/seq", "jacobi[check=3]/sdia+bfs/f64/seq",
        "jor[omega=0.5]/cmsr/f64/seq",
    ))
    return mutate_word(rng, word) if rng.random() < 0.2 else word


def for_results(rng, name, base):
    tables = ("cases", "problems", "variants", "machine", "claims", "t", "b")
    return rng.choice((
        ["show", name],
        ["verify", name],
        ["merge", name, name, "-o", "out/m.h5"],
        ["table", name, rng.choice(tables), "--format", rng.choice(("text", "md", "csv", "tex"))],
        ["plot", name, "-o", "out"],
        ["report", name, "-o", rng.choice(("out/r.html", "out/r.md"))],
        ["compare", name, base, "--format", rng.choice(("text", "md", "json", "junit"))],
        ["compare", base, name],
        ["history", "."],
        ["spy", name],
        ["recover", name, "-o", "out/r.h5"],
    ))


def for_source(rng, source):
    formats = ("prism", "drn", "mtx", "cache", "aut")
    return rng.choice((
        ["info", source],
        ["info", source, "--json"],
        ["solve", source, "--variant", variant(rng)],
        ["certify", source, "--time", "1s", "-o", "out/p.h5"],
        ["export", source, "out", "--format", rng.choice(formats)],
        ["spy", source, "--json"],
        ["spy", source, "-o", "out/s.svg"],
    ))


def command_for(rng, sample, name, base):
    """The words behind the program's name. name: the mutated file; base: a results file."""
    suffix = rng.choice(sample.suffixes)
    if rng.random() < 0.1:
        suffix = mutate_word(rng, suffix or ":a=b")
    if sample.kind == "results":
        return for_results(rng, name, base)
    if sample.kind == "journal":
        return rng.choice((["recover", name, "-o", "out/r.h5"], ["verify", name], ["show", name]))
    if sample.kind == "proof":
        return rng.choice((["verify", name], ["verify", name, "--trust"], ["info", name]))
    if sample.kind == "script":
        settings = ["max_time=1ms", "timeout=1s", "max_iterations=50"]
        return ["run", name, "--quick", "-o", "out/o.h5", *settings]
    source = f"leader:n=2,property={name}" if sample.kind == "hoa" else name + suffix
    return for_source(rng, source)
