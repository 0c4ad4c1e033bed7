// The cases of a report, what is told about each, and the columns that the reader chooses. The page
// has the numbers as one block of JSON.
"use strict";

const numbers = JSON.parse(document.getElementById("cases:numbers").textContent);
const caseTable = document.querySelector(".cases table");
const cases = [...caseTable.tBodies[0].rows].map((row, k) => {
    const [model, marks, median, low, high, count, processes, note] = numbers.cases[k];
    const [problem, variant, status, time]
        = [0, 1, 2, 3].map(j => row.cells[j].textContent.replace(/\u00a0/g, " "));
    const per = time.endsWith(" an iteration") ? "iteration" : "solve";
    const experiment = row.cells[6] ? row.cells[6].textContent : "";
    const told = {problem, variant, status, time, per, experiment};
    const measured = {model, marks, median, low, high, count, processes, note};
    return {k, row, ...told, ...measured, ...partsOf(variant)};
});
const columnOf = name => numbers.columns.find(column => column.name === name);
const boundOf = one => columnOf("proven_error").values[one.k];

// Texts

function quantity(value, unit) {
    if (value === null) return "-";
    if (typeof value === "string") return value;
    if (unit === "s") return timeText(value);
    const steps = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]];
    if (unit !== "1") {
        const [size, prefix] = steps.find(step => value >= step[0]) || steps[4];
        return Number((value / size).toPrecision(3)) + " " + prefix + unit;
    }
    if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en");
    const small = value !== 0 && Math.abs(value) < 1e-3;
    return small ? value.toExponential(3) : String(Number(value.toPrecision(6)));
}

const levelsOf = one => one.processes.map(process => process[0]);
const samplesOf = one => one.processes.flatMap(process => process.slice(1));

function samplesText(one) {
    const there = samplesOf(one).length;
    return one.count + " sample" + (one.count === 1 ? "" : "s")
        + (there < one.count ? " (" + there + " on this page)" : "")
        + (one.processes.length > 1 ? " of " + one.processes.length + " processes" : "");
}

function tellCase(one) {
    const levels = levelsOf(one);
    const bound = one.row.cells[5].textContent; // rounded up
    return [
        one.problem + ", " + one.variant,
        one.median === null ? one.status
                            : one.time + (one.status === "ok" ? "" : ", " + one.status),
        levels.length > 1 ? "levels: " + levels.slice(0, 6).map(timeText).join(", ")
                + (levels.length > 6 ? ", ..." : "")
                          : "",
        bound === "-" ? "" : "proven error: " + bound,
        one.count ? samplesText(one) : "",
        one.marks,
        one.note,
    ].filter(Boolean);
}

// Columns

const fixedColumns = [...caseTable.tHead.rows[0].cells].map(cell => cell.textContent);
const shownHeads = ["iterations", "proven_error"]; // are in the table already

function setColumn(column, on) {
    const at =
        [...caseTable.tHead.rows[0].cells].findIndex(cell => cell.dataset.name === column.name);
    if (on === at >= 0) return;
    if (on) {
        const head = element("th", {scope: "col", className: "number"}, column.title);
        head.dataset.name = column.name;
        caseTable.tHead.rows[0].append(head);
        sortable(head);
    } else caseTable.tHead.rows[0].cells[at].remove();
    for (const one of cases) {
        closeDetail(one.row);
        if (on)
            one.row.append(
                element("td", {className: "number"}, quantity(column.values[one.k], column.unit)));
        else one.row.cells[at].remove();
    }
}

function hideColumn(k, off) {
    for (const row of caseTable.rows)
        if (row.cells[k]) row.cells[k].hidden = off;
}

function columnMenu() {
    const more = numbers.columns.filter(
        column => !shownHeads.includes(column.name) && column.values.some(value => value !== null));
    const choices
        = fixedColumns.slice(2)
              .map(name => ({value: name, text: name, on: true}))
              .concat(more.map(column => ({value: "+" + column.name, text: column.title})));
    const out = menu("columns", choices, () => {
        const chosen = out.chosen();
        fixedColumns.slice(2).forEach((name, k) => hideColumn(k + 2, !chosen.includes(name)));
        more.forEach(column => setColumn(column, chosen.includes("+" + column.name)));
    });
    return out;
}

// The rows of the table, as they are sorted and filtered

function inOrder() {
    const order = new Map([...caseTable.tBodies[0].rows].map((row, k) => [row, k]));
    return [...filters.shown()].sort((a, b) => order.get(a.row) - order.get(b.row));
}

function tableData() {
    const heads = [
        "experiment", "problem", "variant", "status", "time_of", "time_s", "low_s", "high_s",
        "samples", "marks", "note"
    ];
    return [heads.concat(numbers.columns.map(column => column.name))].concat(
        inOrder().map(one => [one.experiment, one.problem, one.variant, one.status, one.per,
                          one.median, one.low, one.high, one.count, one.marks, one.note,
                          ...numbers.columns.map(column => column.values[one.k])]));
}
