// The page of `warpmark history --html`: sparklines, which are drawn when they become visible, and
// a figure of a case after a click on its row. The page contains the numbers.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const table = document.querySelector(".cases table"), body = table.tBodies[0];
const missing = 65535, failed = 65534;

// Returns the points of a series, one for each run from `first` on. It is coded in base64: two bytes
// for each run, which give the logarithm between low and high in 65,533 steps.
function pointsOf(series) {
    if (series.points) return series.points;
    const bytes = atob(series.code), step = (series.high - series.low) / 65533;
    series.points = [];
    for (let k = 0; 2 * k < bytes.length; k++) {
        const code = bytes.charCodeAt(2 * k) + 256 * bytes.charCodeAt(2 * k + 1);
        series.points.push(code >= failed ? { failed: code === failed }
            : { y: series.low + code * step });
    }
    return series.points;
}

function colours() {
    const style = getComputedStyle(document.querySelector(".cases"));
    const of = name => style.getPropertyValue(name).trim();
    return { curve: of("--curve"), level: of("--level"), worse: of("--worse"), better: of("--better"),
        text: of("--text"), line: of("--line") };
}

// box: its size on the page, as an argument, because reading it between drawings is slow.
function prepare(canvas, box) {
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(box.width * scale);
    canvas.height = Math.round(box.height * scale);
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    return { pen, width: box.width, height: box.height };
}

// Maps runs and logarithms to pixels; a flat series lies in the middle.
function frame(series, width, height, left, edge) {
    const count = pointsOf(series).length;
    const spread = Math.max(series.high - series.low, 0.02), middle = (series.high + series.low) / 2;
    return {
        x: k => left + (width - left - edge) * (count > 1 ? k / (count - 1) : 0.5),
        y: v => height / 2 - (v - middle) / spread * (height - 2 * edge),
        run: x => Math.round((x - left) / (width - left - edge) * (count - 1)),
    };
}

function drawCurve(series, pen, at, radius, colour) {
    pen.strokeStyle = pen.fillStyle = colour.curve;
    pen.lineWidth = 1;
    pen.beginPath();
    let open = false;
    pointsOf(series).forEach((point, k) => {
        if (point.y === undefined) open = false;
        else if (open) pen.lineTo(at.x(k), at.y(point.y));
        else pen.moveTo(at.x(k), at.y(point.y)), open = true;
    });
    pen.stroke();
    pointsOf(series).forEach((point, k) => {
        if (point.y === undefined && !point.failed) return;
        pen.fillStyle = point.failed ? colour.worse : colour.curve;
        pen.beginPath();
        pen.arc(at.x(k), point.failed ? at.y(series.high) : at.y(point.y),
            point.failed ? radius + 1 : radius, 0, 7);
        pen.fill();
    });
}

function drawChanges(series, pen, at, height, colour) {
    pen.lineWidth = 2;
    pen.strokeStyle = colour.level;
    for (const [first, last, from, to] of series.levels) {
        pen.beginPath();
        pen.moveTo(at.x(first - series.first), at.y(from));
        pen.lineTo(at.x(last - series.first), at.y(to));
        pen.stroke();
    }
    for (const change of series.changes) {
        pen.lineWidth = 1;
        pen.strokeStyle = change.worse ? colour.worse : colour.better;
        const x = at.x(change.after - 0.5 - series.first);
        pen.beginPath();
        pen.moveTo(x, 0);
        pen.lineTo(x, height);
        pen.stroke();
    }
}

// All have the same size.
function drawSparks(canvases) {
    if (!canvases.length) return;
    const box = canvases[0].getBoundingClientRect(), colour = colours();
    for (const canvas of canvases) {
        const series = data.series[canvas.dataset.series];
        const { pen, width, height } = prepare(canvas, box);
        const at = frame(series, width, height, 3, 3);
        drawChanges(series, pen, at, height, colour);
        drawCurve(series, pen, at, 1, colour);
    }
}

function drawFigure(canvas) {
    const series = data.series[canvas.dataset.series], box = canvas.getBoundingClientRect();
    const { pen, width, height } = prepare(canvas, box), colour = colours(), low = height - 22;
    const at = frame(series, width, low, 66, 12);
    const last = series.first + pointsOf(series).length - 1;
    pen.font = "13px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (const share of [0, 0.5, 1]) {
        const v = series.low + share * (series.high - series.low);
        if (series.high - series.low < 1e-9 && share !== 0.5) continue;
        pen.strokeStyle = colour.line;
        pen.beginPath();
        pen.moveTo(66, at.y(v));
        pen.lineTo(width, at.y(v));
        pen.stroke();
        pen.fillStyle = colour.text;
        pen.fillText(timeText(Math.exp(v)), 0, at.y(v));
    }
    drawChanges(series, pen, at, low, colour);
    drawCurve(series, pen, at, 2.5, colour);
    pen.fillStyle = colour.text;
    pen.fillText(data.runs[series.first][0].slice(0, 10), 66, height - 9);
    pen.textAlign = "right";
    if (last > series.first) pen.fillText(data.runs[last][0].slice(0, 10), width, height - 9);
}

function link(run) {
    const a = document.createElement("a");
    const folders = data.folder ? data.folder.split("/") : [];
    a.href = [...folders, data.runs[run][1]].map(encodeURIComponent).join("/");
    a.textContent = data.runs[run][1];
    return a;
}

function changeItem(change) {
    const [before, after] = [data.runs[change.before], data.runs[change.after]];
    const commits = before[2] === after[2] ? after[2] : before[2] + " → " + after[2];
    const item = element("li", {}, change.text + " since " + after[0].slice(0, 10) + ", commit ",
        element("code", {}, commits), ": ", link(change.before), " → ", link(change.after));
    if (change.command)
        item.append(element("br", {}), "which commit: ", element("code", {}, change.command));
    return item;
}

function tellRun(series, run, line) {
    const point = pointsOf(series)[run - series.first], what = data.runs[run];
    const value = point.y !== undefined ? timeText(Math.exp(point.y))
        : point.failed ? "failed" : "not measured";
    line.replaceChildren(what[0].slice(0, 16).replace("T", " ") + ": " + value + ", commit " + what[2]
        + ", ", link(run));
}

function tellCase({ row, series }, box) {
    const canvas = element("canvas", {});
    const line = element("p", {}), name = row.cells[0].textContent;
    let run = series.first + pointsOf(series).length - 1;
    box.append(canvas, line, element("ul", {}, ...series.changes.map(changeItem)));
    canvas.dataset.series = row.dataset.series;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", "times of " + name + ". Arrow keys go from run to run.");
    line.setAttribute("aria-live", "polite");
    drawFigure(canvas);
    function go(k) {
        run = Math.min(series.first + pointsOf(series).length - 1, Math.max(series.first, k));
        tellRun(series, run, line);
    }
    canvas.addEventListener("pointermove", event => {
        const box = canvas.getBoundingClientRect();
        const at = frame(series, box.width, box.height, 66, 12);
        go(series.first + at.run(event.clientX - box.left));
    });
    canvas.addEventListener("keydown", event => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        go(run + by);
    });
    go(run);
}

// Sparklines

const seen = new IntersectionObserver(entries => {
    const canvases = entries.filter(entry => entry.isIntersecting).map(entry => entry.target);
    canvases.forEach(canvas => seen.unobserve(canvas));
    drawSparks(canvases);
}, { rootMargin: "200px" });

function drawAll() {
    for (const canvas of body.querySelectorAll(".spark canvas")) seen.observe(canvas);
    for (const canvas of body.querySelectorAll(".detail canvas")) drawFigure(canvas);
}

// Filters

const rows = [...body.rows];
const cases = rows.map(row => {
    const series = data.series[row.dataset.series];
    const [problem, variant] = [0, 1].map(k => row.cells[k].textContent);
    const changed = series.changes.length ? ["changed"] : ["unchanged"];
    if (series.changes.some(change => change.alarm)) changed.push("alarm");
    if (series.few) changed.push("too few runs to say");
    const last = pointsOf(series).at(-1);
    const status = last.failed ? "failed" : last.y === undefined ? "not measured" : "ok";
    const model = problem.split(/[:, ]/)[0], machine = data.machines[series.machine];
    return { row, series, changed, status, model, machine, ...partsOf(variant) };
});
const filters = makeFilters(table, cases, [
    { name: "change", of: one => one.changed },
    { name: "status", of: one => one.status },
    { name: "model", of: one => one.model }, { name: "method", of: one => one.method },
    { name: "layout", of: one => one.layout }, { name: "precision", of: one => one.precision },
    { name: "place", of: one => one.place }, { name: "machine", of: one => one.machine },
], () => {});
document.querySelector(".controls").append(filters.bar);
makeDetails(table, cases, tellCase);
printFirst(table, filters);
for (const { row, series } of cases) {
    const points = pointsOf(series).filter(point => point.y !== undefined);
    row.querySelector("canvas").setAttribute("aria-label", points.length + " times, the newest "
        + (points.length ? timeText(Math.exp(points.at(-1).y)) : "missing"));
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
addEventListener("resize", drawAll);
filters.filter();
drawAll();
