#!/bin/sh
# docs/reproduction.sh WARPMARK BASELINES: prints docs/reproduction.md. Text is written here; every
# measured number, machine and commit is read from the results files in BASELINES/h200 and
# BASELINES/h200-x4; claims and tables are judged by the scripts as they are now. `make reproduction` writes the page with it.
set -eu
warpmark=$1 baselines=$2 experiments=$(dirname "$0")/../experiments
export LC_ALL=C
rows() {
    "$warpmark" table "$baselines/$1.h5" "$2" --format md --script "$experiments/${1##*/}.lua" | grep '^|'
}
files() { (cd "$baselines" && ls h200/fimu09-* h200/graphite12-* h200/meals13-* h200/spin09-* h200/sttt11-*); }

# numbers FILE CLAIM [SED]: what was measured for a claim, all of it or what SED takes from it.
numbers() { rows "$1" claims | awk -F ' [|] ' -v id="| $2" '$1 == id' |
    sed -e 's/.* | //' -e 's/ |$//' -e "${3:-}" | grep . || { echo "$1: $2: no number" >&2; exit 1; }; }

# range: the least and the largest of a list "NAME NUMBER, NAME NUMBER, ..."; marks are left out.
range() { sed -e 's/ (.*//' -e 's/[\\*]//g' | tr ',' '\n' | awk '
    NR == 1 || $NF + 0 < low { low = $NF } NR == 1 || $NF + 0 > high { high = $NF }
    END { print low " to " high }'; }

# cell FILE TABLE ROW COLUMN: one cell; ROW is what the first column has.
cell() { rows "$1" "$2" | sed -e 's/^| //' -e 's/ |$//' | awk -F ' [|] ' -v row="$3" -v column="$4" '
    NR == 1 { for (k = 1; k <= NF; k++) if ($k == column) found = k }
    found && $1 == row { print $found; exit }' | grep .; }

# Lines "verdict | id | claim | file |" of all claims of the five papers.
all=$(files | while read -r file; do
    rows "${file%.h5}" claims 2>/dev/null | awk -F ' [|] ' -v file="$(basename "$file" .h5)" '
        NR > 2 { sub(/^[|] /, "", $1); print $3 " | " $1 " | " $2 " | `" file "` |" }' || :; done)
claims() { echo "$all" | sed -n "s/^$1 | /| /p"; }
count() { echo "$all" | grep -c "^$1"; }

# How many rows of STTT's table 1 have the paper's states and iterations.
equal() { rows h200/sttt11-table1 properties | awk -F ' [|] ' '
    NR > 2 { all++; if ($3 == $4 && $5 == $6) equal++ } END { print equal " of " all }'; }

# Machines and commits of all files, each once.
facts=$({ files; echo h200/records-solve.h5; } | while read -r file; do "$warpmark" show "$baselines/$file"; done)
fact() { echo "$facts" | sed -n "s/^$1  *//p" | sort -u | sed 's/; /, /g' | paste -sd';' | sed 's/;/; /g'; }

# cards WORDS: the speedup that stands behind WORDS in claim T9 on four cards.
cards() { numbers h200-x4/sttt11-table4 T9 "s/.*$1 \([0-9.]*\).*/\1/"; }

cat <<EOF2
# The papers, measured again

This page is for readers of the five papers and for people who cite them. It says which of their
statements hold on today's hardware, gives ten numbers, and shows how to repeat all of it.

\`make reproduction\` writes this page: every number comes from a results file in
\`results/baselines\`, named beside it. The same command builds the full report with all tables and
figures, \`build/reproduction/report.html\` and \`report.md\`.

## Ten numbers

| what | in the paper | here | results file |
|---|---|---|---|
| [chains](glossary.md#chain) of STTT with the paper's states and iterations | all | $(equal) | \`sttt11-table1\` |
| tandem 4095 to 1e-6, one core | $(cell h200/spin09-table3 times 4095 'sequential: paper') | $(cell h200/spin09-table3 times 4095 'sequential: ours') | \`spin09-table3\` |
| the same, the paper's kernel on a GPU | out of memory | $(cell h200/spin09-table3 times 4095 'GPU: ours') | \`spin09-table3\` |
| the same, the fastest layout of today (\`pattern\`) | | $(cell h200/records-solve phases tandem:c=4095 solve) | \`records-solve\` |
| largest speedup of a GPU over one core | 18.7 | $(numbers h200/spin09-table3 S1 's/.*largest is \([0-9.]*\) .*/\1/') | \`spin09-table3\` |
| speedup on herman 15 and herman 17 | 1.0 and 1.5 | $(numbers h200/spin09-table1 S2 's/.*herman 15 \([0-9.]*\), herman 17 \([0-9.]*\).*/\1 and \2/') | \`spin09-table1\` |
| speedup of two GPUs over one, tandem 4095, copies through the host | below 1 | $(numbers h200/sttt11-table4 T2 's/.*tandem[^;]* \([0-9.]*\) at 4095;.*/\1/') | \`sttt11-table4\` |
| speedup of a full warp for each row over \`msr\` | 2 to 5 | $(numbers h200/meals13-table3 M3 's/.*full warp: //' | range) | \`meals13-table3\` |
| speedup of CUDA Jacobi over one core, random matrices | above 1 | $(numbers h200/graphite12-figure1 G1 's/.*CUDA is \([0-9.]* to [0-9.]*\) times.*/\1/') | \`graphite12-figure1\` |
| speedup of MAP on a GPU over MAP on one core, and over OWCTY | 4.9 to 6.2, and 2.3 to 14.9 | $(numbers h200/fimu09-table4 L1 's/.*, \([0-9.]*\) in all/\1/'), and $(numbers h200/fimu09-table4 L2 's/.*cycle \([0-9.]*\) over OWCTY.*with one \([0-9.]*\) and.*/\1 to \2/') | \`fimu09-table4\` |

\`*\` [extrapolated](glossary.md#extrapolated): iterations times the time of one iteration, measured over 25 iterations.

Commits: $(fact commit). Machines:

$(fact machine | sed -e 's/; /\n/g' | sed 's/^/- /')

## What does not hold

$(count 'does not hold') of $(count '') [claims](glossary.md#claim) do not hold here, $(count 'not tested') are not tested:

| claim | what the paper says | results file |
|---|---|---|
$(claims 'does not hold')
$(claims 'not tested here' | sed 's/| \([^|]*\) |/| \1 (not tested) |/')

- T9 needs four GPUs: \`h200-x4/sttt11-table4\` has them, and there T9 does not hold. On tandem 4095,
  copies through the host make two GPUs $(cards 'staged, 1 to 2 cards') times as fast as one, and four $(cards 'staged, 1 to 2 cards [0-9.]*, 2 to 4') times as fast as
  two. Copies from GPU to GPU make them $(cards 'peer, 1 to 2') and $(cards 'peer, 1 to 2 [0-9.]*, 2 to 4') times as fast.
- S10 needs PRISM's other engines.

## What holds

| claim | what the paper says | results file |
|---|---|---|
$(claims 'holds')

A claim holds by its direction: who is faster, what grows. S1, S2, T1 and L1 hold, but their numbers
are far from the published ones. The full report has the numbers behind each claim.

## What is not the papers'

- **Extrapolated.** One-core solves, STTT's segmented scans and its exchange between GPUs are timed
  over 25 iterations. The numbers of iterations are counted here or, where a file has none, the
  paper's.
- **Left open by the papers.** GRAPHITE's programs and random matrices are \`fitted\` and \`chosen\`;
  some of FIMU's models have other sizes or properties (marked \`†\`, \`‡\`, \`§\`). Random systems
  are one or two for each point; GRAPHITE has 20 or 40.
- **Two GPUs.** Tables 2 to 4 of STTT are from a machine with two. On the machine with four, the
  times of all cores vary much from sample to sample, so other work shares them.
- **Columns "today".** They show the fastest of the [layouts that came later](records.md) at the
  commit of their file. Later commits made these kernels faster. Table 1 of SPIN and the tables of
  STTT have that, the others do not.
- **Column "magnitude"** is empty: these scripts are older than it. The next run fills it.

## Repeat it

On a machine with a GPU, in pieces of any length (repeat each line until it is done):

    timeout -s INT 9m warpmark reproduce fimu09 graphite12 meals13 spin09 --no-report -o full
    timeout -s INT 9m warpmark reproduce sttt11 --no-report -o full     # two GPUs, four for T9
    warpmark reproduce --stored -o full                                 # the report

The cases of one stored file, without its script, and which of its numbers this machine reproduces:

    warpmark replay results/baselines/h200/graphite12-table1.h5

Without a GPU, in one to two minutes: the instances that one core can do, with these results beside:

    warpmark reproduce --quick -o quick
EOF2
