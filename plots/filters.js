// Filters, columns and details of a table of cases, for reports and the page of a history. A row
// is a case; its first two cells are the problem and the variant.
"use strict";

function element(name, properties, ...content) {
    const out = Object.assign(document.createElement(name), properties);
    out.append(...content);
    return out;
}

// The parts of "jacobi[check=10]/msr+bfs/f64/seq"; those that are not there are "".
function partsOf(variant) {
    const [method, layout = "", precision = "", place = ""]
        = variant.replace(/\[.*\]/, "").split("/");
    return {method, layout, precision, place};
}

// A time with four digits.
function timeText(seconds) {
    const units = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
    const [size, name] = units.find(unit => seconds >= unit[0]) || units[3];
    return Number((seconds / size).toPrecision(4)) + " " + name;
}

// CSV as in RFC 4180. No cell becomes a formula in a spreadsheet.
function csvOf(rows) {
    const cell = value => {
        let text = value === null || value === undefined ? "" : String(value);
        if (typeof value === "string" && /^[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text))
            text = "'" + text;
        return /[",\n\r]/.test(text) ? "\"" + text.replace(/"/g, "\"\"") + "\"" : text;
    };
    return rows.map(row => row.map(cell).join(",")).join("\n") + "\n";
}

// A box that opens with the rows of makeRows() as CSV, and a link that saves them as a file.
function dataBox(name, makeRows) {
    const text = element("pre", {tabIndex: 0});
    const link = element("a", {download: name + ".csv"}, "Save as " + name + ".csv");
    const box = element("details", {className: "data"}, element("summary", {}, "Data"), link, text);
    text.setAttribute("role", "group");
    text.setAttribute("aria-label", "Data of " + name);
    box.fill = () => {
        if (!box.open) return;
        text.textContent = csvOf(makeRows());
        URL.revokeObjectURL(link.href);
        link.href = URL.createObjectURL(new Blob([text.textContent], {type: "text/csv"}));
    };
    box.addEventListener("toggle", box.fill);
    return box;
}

// Menus

// A menu of check boxes; changed() is called after each change. choices: [{ value, text, on }].
function menu(title, choices, changed) {
    const boxes
        = choices.map(choice => element("input",
                          {type: "checkbox", value: choice.value, checked: Boolean(choice.on)}));
    const labels = boxes.map((box, k) => element("label", {}, box, " " + choices[k].text));
    const summary = element("summary", {}, title);
    const out = element("details", {className: "menu"}, summary,
        element("fieldset", {}, element("legend", {}, title), ...labels));
    out.chosen = () => boxes.filter(box => box.checked).map(box => box.value);
    out.choose = values => boxes.forEach(box => { box.checked = values.includes(box.value); });
    out.tell = () => {
        const count = out.chosen().length;
        summary.textContent = title + (count ? ": " + (count > 1 ? count : out.chosen()[0]) : "");
    };
    out.addEventListener("change", changed);
    out.addEventListener("keydown", event => {
        if (event.key !== "Escape") return;
        out.open = false;
        summary.focus();
    });
    return out;
}

addEventListener("click", event => {
    for (const open of document.querySelectorAll("details.menu[open]"))
        if (!open.contains(event.target)) open.open = false;
});

// A menu for the values of a facet, with their numbers of cases; null where all are alike.
function facetMenu(facet, cases, changed) {
    const counts = new Map();
    for (const one of cases)
        for (const value of [].concat(facet.of(one)))
            counts.set(value, (counts.get(value) || 0) + 1);
    counts.delete("");
    if (counts.size < 2) return null;
    const choices =
        [...counts].map(([value, count]) => ({value, text: value + " (" + count + ")"}));
    const out = menu(facet.name, choices, changed);
    out.facet = facet;
    return out;
}

const mostListed = 200; // rows, until the reader asks for all: a browser is slow with long tables

// Returns { bar, filter, shown, ... }: a bar of filters; filter() applies them; shown() lists the
// cases that they leave. cases: each with its row of the table; changed() follows each change.
function makeFilters(table, cases, facets, changed) {
    const words
        = element("input", {type: "search", placeholder: "words of problem, variant, note"});
    const count = element("output", {className: "shown"});
    const reset = element("button", {type: "button"}, "Show all");
    const menus = facets.map(facet => facetMenu(facet, cases, filter)).filter(Boolean);
    const bar = element("div", {className: "filters"}, words, ...menus, reset, count);
    const more = element("button", {type: "button", className: "more"});
    const byRow = new Map(cases.map(one => [one.row, one]));
    let shown = cases, most = mostListed;
    table.closest(".cases").classList.add("ready");
    table.parentNode.after(more);
    words.setAttribute("aria-label", "Filter by words");
    for (const one of cases)
        one.text
            = (one.row.textContent + " " + (one.note || "")).replace(/\u00a0/g, " ").toLowerCase();

    function isWanted(one, wanted, chosen) {
        return wanted.every(word => one.text.includes(word))
            && chosen.every(([facet, values]) => !values.length ||
                    [].concat(facet.of(one)).some(value => values.includes(value)));
    }

    function filter() {
        const wanted = words.value.toLowerCase().split(/\s+/);
        const chosen = menus.map(each => [each.facet, each.chosen()]);
        menus.forEach(each => each.tell());
        shown = cases.filter(one => isWanted(one, wanted, chosen));
        list();
        count.textContent = shown.length + " of " + cases.length + " cases";
        changed();
    }

    // Shows the first rows of the cases that are left, in the order of the table.
    function list() {
        const visible = new Set(shown);
        let listed = 0;
        for (const one of cases) closeDetail(one.row);
        for (const row of table.tBodies[0].rows)
            row.hidden = !visible.has(byRow.get(row)) || listed++ >= most;
        more.hidden = shown.length <= most;
        more.textContent = "List all " + shown.length + " cases";
    }

    more.addEventListener("click", () => {
        most = Infinity;
        list();
    });
    for (const kind of ["click", "keydown"])
        table.tHead.addEventListener(kind, () => setTimeout(() => (list(), changed())));

    words.addEventListener("input", filter);
    function clear() {
        words.value = "";
        menus.forEach(each => each.choose([]));
        filter();
    }
    reset.addEventListener("click", clear);
    return {bar, menus, words, filter, clear, shown: () => shown};
}

// Details of a row

function closeDetail(row) {
    const next = row.nextElementSibling;
    if (!next || next.className !== "detail") return;
    next.remove();
    row.querySelector("button").setAttribute("aria-expanded", "false");
}

// Makes the problem of each row a button that opens a row below, filled by fill(case).
function makeDetails(table, cases, fill) {
    const columns = () => table.tHead.lastElementChild.cells.length;
    function toggle(one) {
        const button = one.row.querySelector("button");
        const was = button.getAttribute("aria-expanded") === "true";
        if (was) return closeDetail(one.row);
        const cell = element("td", {colSpan: columns()});
        const box = element("div", {className: "box"});
        cell.append(box);
        one.row.after(element("tr", {className: "detail"}, cell));
        button.setAttribute("aria-expanded", "true");
        fill(one, box);
    }
    const byRow = new Map(cases.map(one => [one.row, one]));
    for (const one of cases) {
        const first = one.row.cells[0], button = element("button", {type: "button"});
        button.append(...first.childNodes);
        button.setAttribute("aria-expanded", "false");
        first.append(button);
        first.dataset.also = one.row.cells[1].textContent; // on narrow screens
    }
    table.tBodies[0].addEventListener("click", event => {
        const one = byRow.get(event.target.closest("tr"));
        if (one && !event.target.closest("a")) toggle(one);
    });
    const closeAll = () => cases.forEach(one => closeDetail(one.row));
    table.tHead.addEventListener("click", closeAll, true);
    table.tHead.addEventListener("keydown", event => event.key === "Enter" && closeAll(), true);
    return {open: one => one.row.nextElementSibling?.className === "detail" || toggle(one)};
}

// Print: the first rows of a long table.

const mostPrinted = 100;

function printFirst(table, filters) {
    const note = element("p", {className: "note", hidden: true});
    let left = [];
    table.closest(".cases").append(note);
    addEventListener("beforeprint", () => {
        left = [...table.tBodies[0].rows]
                   .filter(row => !row.hidden && row.className !== "detail")
                   .slice(mostPrinted);
        left.forEach(row => { row.hidden = true; });
        note.hidden = !left.length;
        note.textContent
            = filters.shown().length - mostPrinted + " more cases are not printed: filter first.";
    });
    addEventListener("afterprint", () => {
        left.forEach(row => { row.hidden = false; });
        note.hidden = true;
    });
}
