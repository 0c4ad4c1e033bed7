// Four figures of the cases that the filters of a report leave, and how the page is put together.
"use strict";

// Series of a figure: by the variant, or by a part of it

const facetList = [
    {name: "model", of: one => one.model},
    {name: "method", of: one => one.method},
    {name: "layout", of: one => one.layout},
    {name: "precision", of: one => one.precision},
    {name: "place", of: one => one.place},
    {name: "status", of: one => one.status},
    {name: "experiment", of: one => one.experiment},
];
const byVariant = one => one.variant;
let seriesOf = byVariant;

function nameSeries(list, of = seriesOf) {
    const names = [...new Set(list.map(of))];
    return {names, at: new Map(names.map((name, k) => [name, k]))};
}

function choice(label, values, changed) {
    const select = element("select", {}, ...values.map(value => element("option", {value}, value)));
    select.addEventListener("change", changed);
    return {box: element("label", {}, label + " ", select), select};
}

// The axis of the times of these cases, with `before` in front of its title.
function timeAxis(before, list, values = list.map(one => one.median)) {
    const pers = new Set(list.map(one => one.per));
    const title = before + "time of "
        + (pers.size > 1                ? "a solve or an iteration"
                : pers.has("iteration") ? "an iteration"
                                        : "a solve");
    return {title, log: true, range: extent(values, true), text: timeText};
}

// One variant against another on all problems

function pairs(a, b) {
    const key = one => one.experiment + "\n" + one.problem, byProblem = new Map();
    for (const one of filters.shown()) {
        const pair = byProblem.get(key(one)) || {};
        if (one.variant === a) pair.a = one;
        if (one.variant === b) pair.b = one;
        byProblem.set(key(one), pair);
    }
    return [...byProblem.values()].filter(pair => pair.a && pair.b);
}

// Names the problem where a variant is most times as fast as the other; "" if it is never faster.
function tellMost(timed, variant, factorOf) {
    const most
        = timed.reduce((best, pair) => factorOf(pair) > factorOf(best) ? pair : best, timed[0]);
    const factor = most ? factorOf(most) : 0;
    if (!(factor > 1)) return "";
    const times = Number(factor.toPrecision(3)).toLocaleString("en");
    return ` ${variant} gains most on ${most.a.problem}: ${times} times as fast.`;
}

function tellPairs(list, a, b) {
    const timed = list.filter(pair => pair.a.median !== null && pair.b.median !== null);
    const surely
        = (p, q) => (p.high ?? p.median) < (q.low ?? q.median) && p.high !== null && q.low !== null;
    const wins = timed.filter(pair => surely(pair.a, pair.b)).length,
          losses = timed.filter(pair => surely(pair.b, pair.a)).length;
    const unclear = timed.length - wins - losses, untimed = list.length - timed.length;
    return `${list.length} problems have both. ${a} is surely faster on ${wins}, ` +
        `${b} on ${losses}; not clear: ${unclear}; not timed: ${untimed}.`
        + tellMost(timed, a, pair => pair.b.median / pair.a.median)
        + tellMost(timed, b, pair => pair.a.median / pair.b.median);
}

function scatter() {
    const [a, b] = [across.select.value, upwards.select.value], list = pairs(a, b);
    const both = list.flatMap(pair => [pair.a, pair.b]).filter(one => one.median !== null);
    const by = seriesOf === byVariant ? one => one.model : seriesOf;
    const {names, at} = nameSeries(list.map(pair => pair.a), by);
    const x = timeAxis(a + ": ", both), y = timeAxis(b + ": ", both);
    return {
        summary: tellPairs(list, a, b)
            + " Below the line the second is faster. Hollow: one of them has no time.",
        x,
        y,
        names,
        points: list.map(pair => ({
            x: pair.a.median ?? NaN,
            y: pair.b.median ?? NaN,
            hollow: pair.a.median === null || pair.b.median === null,
            series: at.get(by(pair.a)),
            cases: [pair.a, pair.b],
        })),
        lines: [{points: [[x.range[0], x.range[0]], [x.range[1], x.range[1]]]}],
        data:
            [["experiment", "problem", "a", "b", "a_s", "b_s", "b_over_a", "a_status", "b_status"]]
                .concat(list.map(
                    ({a: p, b: q}) => [p.experiment, p.problem, a, b, p.median, q.median,
                        p.median && q.median ? q.median / p.median : null, p.status, q.status])),
    };
}

// How many problems each variant solves within a time

function quantiles() {
    const all = filters.shown(), list = all.filter(one => one.median !== null),
          {names} = nameSeries(list);
    const groups = names.map(
        name => list.filter(one => seriesOf(one) === name).sort((p, q) => p.median - q.median));
    const points = groups.flatMap(
        (group, k) => group.map((one, i) => ({x: i + 1, y: one.median, series: k, cases: [one]})));
    return {
        summary: `${list.length} of ${all.length} cases have a time. ` +
            "A curve that ends further right solved more, " +
            "a lower one is faster.",
        x: {
            title: "cases solved",
            range: [0, Math.max(1, ...groups.map(group => group.length))],
            text: v => Number.isInteger(v) ? String(v) : ""
        },
        y: timeAxis("", list),
        names,
        points,
        lines: groups
                   .map((group, k) => (
                            {series: k, points: group.map((one, i) => [i + 1, one.median])}))
                   .filter(line => line.points.length),
        data:
            [["series", "solved", "time_s", "time_of", "experiment", "problem", "variant"]].concat(
                points.map(point => [names[point.series], point.x, point.y, point.cases[0].per,
                               point.cases[0].experiment, point.cases[0].problem,
                               point.cases[0].variant])),
    };
}

function errors() {
    const all = filters.shown(), list = all.filter(one => one.median !== null && boundOf(one) > 0);
    const {names, at} = nameSeries(list), bounds = list.map(boundOf);
    return {
        summary: `${list.length} of ${all.length} cases have a time and a proven error above 0.`,
        x: {
            title: "proven error",
            log: true,
            range: extent(bounds, true),
            text: v => v.toExponential(0).replace("e+", "e")
        },
        y: timeAxis("", list),
        names,
        points: list.map(
            one => ({x: boundOf(one), y: one.median, series: at.get(seriesOf(one)), cases: [one]})),
        data: [["experiment", "problem", "variant", "proven_error", "time_s", "time_of"]].concat(
            list.map(one => [one.experiment, one.problem, one.variant, boundOf(one), one.median,
                         one.per])),
    };
}

// Samples of the first cases, in the order of the table

const mostStrips = 12;

function strips(list) {
    const {at} = nameSeries(list), points = [], bars = [];
    list.forEach((one, row) => {
        for (const value of samplesOf(one))
            points.push({x: value, row, series: at.get(seriesOf(one)), cases: [one]});
        if (one.low !== null) bars.push({row, from: one.low, to: one.high, kind: "interval"});
        if (one.processes.length > 1)
            for (const level of levelsOf(one))
                bars.push({row, from: level, to: level, kind: "level", thin: true});
        if (one.median !== null) bars.push({row, from: one.median, to: one.median, kind: "median"});
    });
    return {
        x: timeAxis(
            "", list, points.map(point => point.x).concat(bars.flatMap(bar => [bar.from, bar.to]))),
        rows: list.map(one => one.problem + ", " + one.variant),
        points,
        bars,
        data: [["experiment", "problem", "variant", "process", "sample_s", "time_of"]].concat(
            list.flatMap(
                one => one.processes.flatMap(
                    (process, p) => process.slice(1).map(
                        value => [one.experiment, one.problem, one.variant, p, value, one.per])))),
    };
}

function distributions() {
    const all = inOrder().filter(one => one.count), list = all.slice(0, mostStrips);
    const out = strips(list);
    out.summary
        = `The first ${list.length} of ${all.length} cases with samples, in the order of the ` +
        "table. Dots: samples; tall line: median; bar: its 95 % interval; short lines: levels of " +
        "processes.";
    return out;
}

// The details of a row

function tellRow(one, box) {
    const facts = element("ul", {});
    for (const line of tellCase(one).slice(1)) facts.append(element("li", {}, line));
    box.append(facts);
    if (!one.count) return;
    const chart = makeChart("Samples of " + one.problem + ", " + one.variant, [], () => ({
        ...strips([one]),
        summary:
            samplesText(one) + ". Tall line: median; bar: its 95 % interval; short lines: levels."
    }),
        point => [timeText(point.x)], () => {});
    box.append(chart);
    chart.draw(chart.width());
}

// The page

// The two of these cases' variants that share most timed problems; of equal ones the first.
function likelyPair(list) {
    const sets = new Map();
    for (const one of list) {
        if (one.median === null) continue;
        if (!sets.has(one.variant)) sets.set(one.variant, new Set());
        sets.get(one.variant).add(one.experiment + "\n" + one.problem);
    }
    const largest = [...sets].sort((p, q) => q[1].size - p[1].size).slice(0, 40);
    let best = [largest[0]?.[0], largest[1]?.[0]], most = 0;
    for (const [i, [a, of]] of largest.entries())
        for (const [b, other] of largest.slice(i + 1)) {
            const both = [...of].filter(key => other.has(key)).length;
            if (both > most) most = both, best = [a, b];
        }
    return best;
}

function openCase(one) {
    one.row.hidden = false;
    details.open(one);
    one.row.scrollIntoView({block: "center"});
    one.row.querySelector("button").focus();
}

const variants = [...new Set(cases.map(one => one.variant))];
const across = choice("across", variants, () => charts[0].draw(charts[0].width()));
const upwards = choice("upwards", variants, () => charts[0].draw(charts[0].width()));

// Chooses two variants if the filters left out one of those that were chosen.
function followFilters() {
    const shown = new Set(filters.shown().map(byVariant));
    if (shown.has(across.select.value) && shown.has(upwards.select.value)) return;
    const [a, b] = likelyPair(filters.shown());
    if (a && b) [across.select.value, upwards.select.value] = [a, b];
}
[across.select.value, upwards.select.value] = likelyPair(cases);

const tellPoint = point => point.cases.length > 1
    ? point.cases.flatMap(one => tellCase(one).slice(0, 4))
    : tellCase(point.cases[0]);
const pickPoint = point => openCase(point.cases[0]);
const charts = [
    makeChart(
        "Two variants on all problems", [across.box, upwards.box], scatter, tellPoint, pickPoint),
    makeChart("Cases solved within a time", [], quantiles, tellPoint, pickPoint),
    makeChart("Time against proven error", [], errors, tellPoint, pickPoint),
    makeChart("Samples of cases", [], distributions,
        point => [timeText(point.x), ...tellPoint(point)], pickPoint),
];

charts[0].hidden = variants.length < 2;
charts[2].hidden = !cases.some(one => one.median !== null && boundOf(one) > 0);

let waiting = 0;
function drawNow() {
    const widths = charts.map(chart => chart.width());
    followFilters();
    charts.forEach((chart, k) => chart.draw(widths[k]));
    tableBox.fill();
}

function drawAll() {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(drawNow);
}

const filters = makeFilters(caseTable, cases, facetList, drawAll);
const mostColours = 16; // of more variants the methods are told apart
const colours = choice("colours",
    ["variant", "method", "layout", "precision", "place", "model", "status"], chooseColours);
function chooseColours() {
    const facet = facetList.find(each => each.name === colours.select.value);
    seriesOf = facet ? facet.of : byVariant;
    drawAll();
}
if (variants.length > mostColours) colours.select.value = "method";
filters.bar.insertBefore(columnMenu(), filters.bar.querySelector("button"));
filters.bar.insertBefore(colours.box, filters.bar.querySelector("button"));
document.querySelector(".controls").append(filters.bar);
const details = makeDetails(caseTable, cases, tellRow);
const tableBox = dataBox("cases", tableData);
document.querySelector(".cases").append(tableBox);
document.querySelector(".charts").append(...charts);
printFirst(caseTable, filters);

// The table listens for its buttons, as there may be thousands.
const caseOf = new Map(cases.map(one => [one.row, one]));
function onButtons(name, act) {
    caseTable.tBodies[0].addEventListener(
        name, event => { if (event.target.tagName === "BUTTON") act(event.target); }, true);
}
function tellButton(button) {
    const box = button.getBoundingClientRect(), one = caseOf.get(button.closest("tr"));
    if (one) showTip(tellCase(one), box.left, box.bottom - 8);
}
for (const name of ["pointerenter", "focus"]) onButtons(name, tellButton);
for (const name of ["pointerleave", "blur"]) onButtons(name, hideTip);
// "#pair=A&B" shows variants A and B on all problems; the table of the fastest has such links.

const pairLink = (a, b) => "#pair=" + encodeURIComponent(a) + "&" + encodeURIComponent(b);

function openPair() {
    const asked = location.hash.match(/^#pair=([^&]+)&([^&]+)$/);
    const [a, b] = asked ? asked.slice(1).map(decodeURIComponent) : [];
    if (!variants.includes(a) || !variants.includes(b)) return;
    filters.clear();
    [across.select.value, upwards.select.value] = [a, b];
    drawNow();
    charts[0].scrollIntoView();
    across.select.focus({preventScroll: true});
}

function linkPairs(table) {
    const heads = [...table.tHead.lastElementChild.cells].map(cell => cell.textContent);
    const at = heads.indexOf("fastest");
    if (at < 0 || charts[0].hidden) return;
    for (const row of table.tBodies[0].rows)
        for (const k of [heads.indexOf("next"), heads.indexOf("slowest")]) {
            const [a, b] = [row.cells[at].textContent, k < 0 ? "" : row.cells[k].textContent];
            if (a === b || !variants.includes(a) || !variants.includes(b)) continue;
            const title = "this variant and the fastest, on all problems";
            row.cells[k].replaceChildren(element("a", {href: pairLink(a, b), title}, b));
        }
}

addEventListener("hashchange", openPair);
addEventListener("resize", drawAll);
chooseColours();
filters.filter();
document.querySelectorAll(".wide table").forEach(linkPairs);
openPair();
