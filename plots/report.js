// Sorts tables, folds parts of long pages, and cuts wide tables for print. The page can be read
// without this script.
"use strict";

// A click on a column head sorts by it: ascending, then descending, then in the first order.

const prefixes = { n: 1e-9, "µ": 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

// Returns the number at the start of a text: 1.25e-6 for "1.25 µs [1.23, 1.26]"; NaN: none.
function valueOf(text) {
    const found = /^([-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)(?:\s([nµmkMGT])?(?:s|B)\b)?/.exec(text);
    return found ? parseFloat(found[1].replace(/,/g, "")) * (prefixes[found[2]] || 1) : NaN;
}

// Cells without a number come last in both directions.
function compare(a, b, sign) {
    const missing = isNaN(a.value) - isNaN(b.value);
    const differ = isNaN(a.value) ? a.text.localeCompare(b.text) : a.value - b.value;
    return missing || sign * differ || a.at - b.at;
}

function sortBy(head) {
    const column = head.cellIndex;
    const body = head.closest("table").tBodies[0];
    const next = { none: "ascending", ascending: "descending", descending: "none" };
    const order = next[head.getAttribute("aria-sort") || "none"];
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    if (order !== "none") head.setAttribute("aria-sort", order);
    const rows = [...body.rows].map((row, k) => {
        const text = row.cells[column].textContent;
        row.dataset.at = row.dataset.at || String(k);
        return { row, text, at: +row.dataset.at, value: valueOf(text) };
    });
    const sign = order === "descending" ? -1 : 1;
    rows.sort((a, b) => order === "none" ? a.at - b.at : compare(a, b, sign));
    body.append(...rows.map(entry => entry.row));
}

function sortable(head) {
    head.tabIndex = 0;
    head.addEventListener("click", event => event.target.closest("a") || sortBy(head));
    head.addEventListener("keydown", event => event.key === "Enter" && sortBy(head));
}

for (const table of document.querySelectorAll(".wide table"))
    [...table.tHead.lastElementChild.cells].forEach(sortable);

// Long pages: parts are folded until a reader, a link or print opens them.

const folds = [...document.querySelectorAll("details.fold")];

function openTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = target && target.closest("details.fold");
    if (!fold || fold.open) return;
    fold.open = true;
    target.scrollIntoView();
}

folds.forEach(fold => { fold.open = false; });
openTarget();
addEventListener("hashchange", openTarget);
addEventListener("beforeprint", () => folds.forEach(fold => {
    fold.dataset.was = fold.open;
    fold.open = true;
}));
addEventListener("afterprint", () => folds.forEach(fold => {
    fold.open = fold.dataset.was === "true";
}));

// Print: a table that is wider than the paper becomes several tables, each with the columns that
// name its rows and some of the others.

const paper = 70, longest = 16; // in em: of A4 between its margins; of a long text column

// Keeps the columns k with keep(k); a head over several columns shrinks to those that are kept.
function keepColumns(row, keep) {
    let at = 0;
    for (const cell of [...row.cells]) {
        const stays = Array.from({ length: cell.colSpan }, (_, k) => at + k).filter(keep).length;
        at += cell.colSpan;
        if (stays) cell.colSpan = stays;
        else cell.remove();
    }
}

// Returns lists of columns that fit beside the key columns.
function fitting(widths, keys) {
    const least = widths.slice(0, keys).reduce((sum, w) => sum + w, 0);
    const parts = [[]];
    let used = least;
    widths.slice(keys).forEach((width, k) => {
        if (used + width > paper && parts[parts.length - 1].length) {
            parts.push([]);
            used = least;
        }
        used += width;
        parts[parts.length - 1].push(keys + k);
    });
    return parts;
}

function isEmpty(row, keys) {
    return [...row.cells].slice(keys).every(cell => ["", "-"].includes(cell.textContent));
}

// Widths of the columns in em. All tables are measured before one is cut, because measuring between
// changes is slow.
function widthsOf(box) {
    const table = box.firstElementChild, em = parseFloat(getComputedStyle(table).fontSize);
    return [...table.tHead.lastElementChild.cells].map(head => {
        const width = head.getBoundingClientRect().width / em;
        return head.classList.contains("long") ? Math.min(width, longest) : width;
    });
}

function cut(box, widths) {
    const table = box.firstElementChild, keys = +table.dataset.keys, parts = fitting(widths, keys);
    if (parts.length < 2) return;
    for (const part of parts) {
        const copy = table.cloneNode(false);
        copy.append(...[...table.children].map(child => child.cloneNode(child.tagName !== "TBODY")));
        copy.tBodies[0].append(...[...table.tBodies[0].rows].filter(row => !row.hidden)
            .map(row => row.cloneNode(true)));
        for (const row of copy.rows) keepColumns(row, k => k < keys || part.includes(k));
        [...copy.tBodies[0].rows].filter(row => isEmpty(row, keys)).forEach(row => row.remove());
        copy.className = "part";
        box.append(copy);
    }
    table.hidden = true;
}

function cutAll() {
    const boxes = [...document.querySelectorAll(".wide")], widths = boxes.map(widthsOf);
    boxes.forEach((box, k) => cut(box, widths[k]));
}

function restore(box) {
    box.querySelectorAll(".part").forEach(copy => copy.remove());
    box.firstElementChild.hidden = false;
}

addEventListener("beforeprint", cutAll);
addEventListener("afterprint", () => document.querySelectorAll(".wide").forEach(restore));
