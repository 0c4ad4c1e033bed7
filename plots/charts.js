// Draws figures as SVG: points, lines and bars between axes, with a legend, a box that tells about
// the point under the pointer or the arrow keys, and the data as CSV.
"use strict";

const colourCount = 8, signCount = 4, legendMost = 16;

// An element of SVG. It comes from the parser, which knows the namespace.
const svgSpace = element("div", {innerHTML: "<svg>"}).firstChild.namespaceURI;

function shape(name, attributes, text) {
    const out = document.createElementNS(svgSpace, name);
    for (const key in attributes) out.setAttribute(key, attributes[key]);
    if (text !== undefined) out.textContent = text;
    return out;
}

// Signs of series: circle, square, triangle, diamond, around (x, y).
function sign(kind, x, y, r) {
    const f = v => v.toFixed(1);
    switch (kind) {
    case 0:
        return `M${f(x - r)},${f(y)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`;
    case 1:
        return `M${f(x - r)},${f(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`;
    case 2:
        return `M${f(x)},${f(y - 1.2 * r)}l${1.2 * r},${2.1 * r}h${-2.4 * r}z`;
    default: {
        const d = 1.4 * r;
        return `M${f(x)},${f(y - d)}l${d},${d}l${- d},${d}l${- d},${- d}z`;
    }
    }
}

function styleOf(series) {
    return {colour: series % colourCount, sign: Math.floor(series / colourCount) % signCount};
}

// Scales

function extent(values, logarithmic) {
    const good = values.filter(v => Number.isFinite(v) && (!logarithmic || v > 0));
    if (!good.length) return logarithmic ? [0.1, 10] : [0, 1];
    let low = Infinity, high = -Infinity;
    for (const v of good) low = Math.min(low, v), high = Math.max(high, v);
    if (logarithmic) return low === high ? [low / 2, high * 2] : [low / 1.1, high * 1.1];
    return [Math.min(0, low), high > low ? high : low + 1];
}

// Ticks of a logarithmic axis: powers of ten, or 1, 2, 5 times these, at most about `most`.
function logTicks([low, high], most) {
    const decades = Math.log10(high / low), step = Math.max(1, Math.ceil(decades / most)), out = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
        for (const m of decades < 2 ? [1, 2, 5] : [1])
            if (e % step === 0 || decades < 2) out.push(Number(m + "e" + e));
    const inside = out.filter(v => v >= low && v <= high);
    return inside.length > 1 ? inside
                             : [low * 1.05, high / 1.05].map(v => Number(v.toPrecision(2)));
}

function plainTicks([low, high], most) {
    const rough = (high - low) / most, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= rough), out = [];
    for (let v = Math.ceil(low / step) * step; v <= high * (1 + 1e-9); v += step) out.push(v);
    return out;
}

// An axis: { title, log, range, text } and where it begins and ends in pixels.
function makeScale(axis, from, to) {
    const f = axis.log ? Math.log : v => v, [low, high] = axis.range.map(f);
    const most = Math.max(2, Math.abs(to - from) / 70);
    return {
        at: v => from + (f(v) - low) / (high - low) * (to - from),
        ticks: (axis.log ? logTicks : plainTicks)(axis.range, most),
    };
}

function drawAxes(svg, spec, x, y, area) {
    const grid = shape("g", {class: "grid"}), texts = shape("g", {class: "ticks"});
    for (const v of x.ticks) {
        grid.append(shape("path", {d: `M${x.at(v).toFixed(1)},${area.top}V${area.bottom}`}));
        texts.append(shape("text",
            {x: x.at(v).toFixed(1), y: area.bottom + 16, "text-anchor": "middle"}, spec.x.text(v)));
    }
    for (const v of spec.y ? y.ticks : []) {
        grid.append(shape("path", {d: `M${area.left},${y.at(v).toFixed(1)}H${area.right}`}));
        texts.append(shape("text",
            {x: area.left - 6, y: (y.at(v) + 4).toFixed(1), "text-anchor": "end"}, spec.y.text(v)));
    }
    texts.append(shape("text",
        {x: (area.left + area.right) / 2, y: area.bottom + 34, "text-anchor": "middle"},
        spec.x.title));
    if (spec.y) texts.append(shape("text", {x: 4, y: 13}, spec.y.title));
    svg.append(grid, texts);
}

// The lines of a row's label, "PROBLEM, VARIANT": two where one is wider than the figure. A line
// that is still too wide loses its beginning.
function labelLines(text, width) {
    const most = Math.floor(width / 6.5), at = text.lastIndexOf(", ");
    const lines = text.length > most ? [text.slice(0, at), text.slice(at + 2)] : [text];
    return lines.map(line => line.length > most ? "…" + line.slice(1 - most) : line);
}

// A figure. make() returns what is drawn:
// { summary, x, y, points: [{ x, y, series, cases, hollow }],
//   lines: [{ series, points: [[x, y], ...] }], bars: [{ row, from, to, kind, thin }],
//   rows: [text], names: [series], data: rows of CSV }
// rows instead of y: a line for each; its points have a row instead of y. tell(point) returns lines
// of text; pick(point) follows a click.
function makeChart(title, controls, make, tell, pick) {
    const svg = shape("svg", {class: "chart", tabindex: 0, role: "application"});
    const caption = element("figcaption"), legend = element("ul", {className: "legend"});
    const heading = element("h3", {}, title);
    const out = element("figure", {className: "panel"}, heading,
        element("div", {className: "choice"}, ...controls));
    let spec, placed = [], current = -1;
    const data = dataBox(title.toLowerCase().replace(/[^a-z]+/g, "-"), () => spec.data);
    out.append(svg, legend, caption, data);

    function place(x, y, area) {
        return spec.points.map(point => ({
            point,
            x: Number.isFinite(point.x) ? x.at(point.x) : area.right,
            y: spec.rows                   ? area.top + (point.row + 0.5) * area.line
                : Number.isFinite(point.y) ? y.at(point.y)
                                           : area.top,
        }));
    }

    function drawPoints() {
        const paths = new Map();
        for (const {point, x, y} of placed) {
            const style = styleOf(point.series);
            const key
                = `c${style.colour}${point.hollow ? " hollow" : ""}${spec.rows ? " sample" : ""}`;
            paths.set(key, (paths.get(key) || "") + sign(style.sign, x, y, spec.rows ? 2 : 3.5));
        }
        for (const [key, d] of paths) svg.append(shape("path", {d, class: key}));
    }

    function drawLines(x, y, area) {
        for (const line of spec.lines || [])
            svg.append(shape("path", {
                class: "line "
                    + (line.series === undefined ? "guide" : "c" + styleOf(line.series).colour),
                d: "M"
                    + line.points.map(([a, b]) => x.at(a).toFixed(1) + "," + y.at(b).toFixed(1))
                          .join("L"),
            }));
        for (const bar of spec.bars || []) {
            const at = area.top + (bar.row + 0.5) * area.line, half = bar.thin ? 5 : 7;
            svg.append(shape("path", {
                class: bar.kind,
                d: bar.from === bar.to
                    ? `M${x.at(bar.from).toFixed(1)},${at - half}v${2 * half}`
                    : `M${x.at(bar.from).toFixed(1)},${at}H${x.at(bar.to).toFixed(1)}`,
            }));
        }
    }

    function drawRows(area, labels) {
        const texts = shape("g", {class: "ticks"});
        labels.forEach((lines, k) => lines.forEach((text, i) => {
            const above = 8 + 13 * (lines.length - 1 - i);
            texts.append(shape("text", {x: 0, y: area.top + (k + 0.5) * area.line - above}, text));
        }));
        svg.append(texts);
    }

    function drawLegend() {
        const names = spec.names || [];
        legend.hidden = names.length < 2;
        legend.replaceChildren(...names.slice(0, legendMost).map((name, k) => {
            const style = styleOf(k),
                  mark = shape("svg", {viewBox: "0 0 12 12", "aria-hidden": "true"});
            mark.append(shape("path", {d: sign(style.sign, 6, 6, 3.5), class: "c" + style.colour}));
            return element("li", {}, mark, " " + name);
        }));
        if (names.length > legendMost)
            legend.append(element("li", {}, "and " + (names.length - legendMost) + " more"));
    }

    // width: as out.width() has it, which is slow between drawings.
    function draw(width) {
        spec = make();
        const labels = (spec.rows || []).map(text => labelLines(text, width));
        const line = labels.some(lines => lines.length > 1) ? 46 : 30;
        const height = spec.rows ? spec.rows.length * line + 60 : 340;
        const area
            = {left: spec.rows ? 8 : 58, right: width - 14, top: 22, bottom: height - 42, line};
        const x = makeScale(spec.x, area.left, area.right);
        const y = spec.y && makeScale(spec.y, area.bottom, area.top);
        svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        svg.style.height = height + "px";
        svg.setAttribute(
            "aria-label", title + ". " + spec.summary + " Arrow keys go from point to point.");
        svg.replaceChildren();
        svg.style.display = spec.points.length ? "" : "none";
        drawAxes(svg, spec, x, y, area);
        drawRows(area, labels);
        placed = place(x, y, area);
        drawLines(x, y, area);
        drawPoints();
        drawLegend();
        caption.textContent = spec.summary;
        current = -1;
        data.fill();
    }

    function show(k) {
        current = k;
        svg.querySelector(".ring")?.remove();
        if (k < 0) return hideTip();
        const {x, y, point} = placed[k], box = svg.getBoundingClientRect();
        svg.append(shape("circle", {class: "ring", cx: x.toFixed(1), cy: y.toFixed(1), r: 7}));
        showTip(tell(point), box.left + x, box.top + y);
    }

    function nearest(event) {
        const box = svg.getBoundingClientRect();
        let best = -1, least = 30 ** 2;
        placed.forEach((at, k) => {
            const far
                = (at.x - event.clientX + box.left) ** 2 + (at.y - event.clientY + box.top) ** 2;
            if (far < least) best = k, least = far;
        });
        return best;
    }

    // Arrow keys go through the points from left to right.
    function step(by) {
        const order = placed.map((_, k) => k)
                          .sort((a, b) => placed[a].x - placed[b].x || placed[a].y - placed[b].y);
        if (!order.length) return;
        const at = current < 0 ? (by > 0 ? -1 : 0) : order.indexOf(current);
        show(order[(at + by + order.length) % order.length]);
    }

    svg.addEventListener("pointermove", event => {
        const k = nearest(event);
        if (k !== current) show(k);
    });
    svg.addEventListener("pointerleave", () => show(-1));
    svg.addEventListener("blur", () => show(-1));
    svg.addEventListener("click", event => {
        const k = nearest(event);
        if (k >= 0) pick(placed[k].point);
    });
    svg.addEventListener("keydown", event => {
        const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
        if (by) step(by);
        else if (event.key === "Enter" && current >= 0) pick(placed[current].point);
        else if (event.key === "Escape") show(-1);
        else return;
        event.preventDefault();
    });
    out.draw = draw;
    out.width = () => Math.max(280, svg.clientWidth || 560);
    out.points = () => placed;
    return out;
}

// The box that tells about a point: one for the page. A screen reader reads what it says.

const tip = element("div", {className: "tip", hidden: true});
tip.setAttribute("role", "status");
document.body.append(tip);

function hideTip() { tip.hidden = true; }

function showTip(lines, x, y) {
    tip.replaceChildren(...lines.map(line => element("div", {}, line)));
    tip.hidden = false;
    const box = tip.getBoundingClientRect(), wide = document.documentElement.clientWidth;
    tip.style.left = Math.max(4, Math.min(x + 12, wide - box.width - 4)) + "px";
    tip.style.top = (y + 14 + box.height > innerHeight ? y - box.height - 10 : y + 14) + "px";
}
