// `console`, whose texts are like those of Node on a terminal.
const { op_page_print } = core.ops;

const MAX_DEPTH = 2;
const MAX_ENTRIES = 100;
const MAX_OBJECTS = 500;
const MAX_WIDTH = 72;

// How many objects of what is being printed may still have their entries shown.
let objectsLeft;

// The most that the log may have of a text: what is longer is not even copied out of the engine.
const brief = (text) => text.slice(0, 8192);

// A value that was thrown. Whatever its own code does meanwhile, this returns a text, or ends with its
// render at the deadline.
function errorText(value) {
  try {
    const stack = value?.stack;
    const message = String(value);
    return typeof stack !== "string" || stack === "" ? brief(message)
      : stack.includes(message) ? brief(stack)
      : brief(`${brief(message)}\n${stack}`);
  } catch {
    return "[object]";
  }
}

const quote = (text) =>
  text.includes("'") ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;

// The whole text of an object that has no more of its own.
function textOf(value) {
  if (value instanceof Error) return errorText(value);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return String(value.toJSON());
  if (typeof value === "function") return value.name ? `[Function: ${value.name}]` : "[Function (anonymous)]";
}

// What stands before the entries of an object; nothing for those of literals.
function typeOf(value) {
  const prototype = Object.getPrototypeOf(value);
  const type = prototype === null ? "[Object: null prototype]" : prototype.constructor.name;
  if (type === "Object" || type === "Array") return "";
  const size = value[Symbol.iterator] && (value.size ?? value.length);
  return size === undefined ? type : `${type}(${size})`;
}

const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
const isEnumerable = (object, key) => Object.prototype.propertyIsEnumerable.call(object, key);

// The keys of the properties that are shown, without the indices of a list.
const keysOf = (value) =>
  Reflect.ownKeys(value).filter((key) => {
    if (!isEnumerable(value, key)) return key === "cause";
    return !isList(value) || Number.isNaN(Number(String(key)));
  });

function propertyText(object, key, inner) {
  const { value, get } = Object.getOwnPropertyDescriptor(object, key);
  const name = typeof key === "symbol" || !isEnumerable(object, key) ? `[${String(key)}]` : key;
  return `${/^\[|^[a-z_$]\w*$/i.test(name) ? name : quote(name)}: ${get ? "[Getter]" : inner(value)}`;
}

function inspect(value, outer = []) {
  if (typeof value === "string") return quote(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object(value) !== value) return Object.is(value, -0) ? "-0" : String(value);
  if (outer.includes(value)) return "[Circular]";
  const text = textOf(value);
  const name = text ?? typeOf(value);
  const items = isList(value) || value instanceof Map || value instanceof Set ? [...value] : [];
  const keys = keysOf(value);
  const more = items.length + keys.length - MAX_ENTRIES;
  const [open, close] = isList(value) ? "[]" : "{}";
  if (items.length + keys.length === 0) return text ?? `${name} ${open}${close}`.trim();
  if (outer.length > MAX_DEPTH || --objectsLeft < 0) return `[${name || (isList(value) ? "Array" : "Object")}]`;

  const inner = (own) => inspect(own, [...outer, value]);
  const item = (own) => (value instanceof Map ? own.map(inner).join(" => ") : inner(own));
  const texts = items.slice(0, MAX_ENTRIES).map(item);
  for (const key of keys.slice(0, MAX_ENTRIES - texts.length)) texts.push(propertyText(value, key, inner));
  if (more > 0) texts.push(`... ${more} more items`);
  const line = `${name} ${open} ${texts.join(", ")} ${close}`.trim();
  if (line.length <= MAX_WIDTH && !line.includes("\n")) return line;
  return `${name} ${open}\n${texts.join(",\n").replace(/^/gm, "  ")}\n${close}`.trim();
}

const shown = (value) => (typeof value === "string" ? value : inspect(value));

const directives = {
  s: shown,
  d: (value) => inspect(typeof value === "bigint" ? value : Number(value)),
  i: (value) => inspect(typeof value === "bigint" ? value : Number.parseInt(value, 10)),
  f: (value) => inspect(Number.parseFloat(value)),
  j: (value) => JSON.stringify(value),
  o: (value) => inspect(value),
  O: (value) => inspect(value),
  c: () => "",
};

function format(first, ...values) {
  const isFormat = typeof first === "string" && values.length > 0;
  const text = !isFormat ? shown(first) : first.replace(/%([sdifjoOc%])/g, (directive, kind) =>
    kind === "%" ? "%" : values.length > 0 ? directives[kind](values.shift()) : directive);
  return [text, ...values.map(shown)].join(" ");
}

function tableOf(data, columns) {
  const isRecord = (row) => Object(row) === row;
  const rows = Object.entries(data);
  const names = columns ?? [...new Set(rows.flatMap(([, row]) => (isRecord(row) ? Object.keys(row) : [])))];
  const cellsOf = ([index, row]) => [
    index,
    ...names.map((name) => (isRecord(row) && Object.hasOwn(row, name) ? inspect(row[name]) : "")),
    isRecord(row) ? "" : inspect(row),
  ];
  const lines = [["(index)", ...names, "Values"], ...rows.map(cellsOf)];
  if (rows.every(([, row]) => isRecord(row))) for (const cells of lines) cells.pop();
  const widths = lines[0].map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const [header, ...body] = lines.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`);
  return [header, header.replace(/[^|]/g, "-"), ...body].join("\n");
}

// What a page leaves of these ends with it.
let indent = "";
const counts = new Map();
const clocks = new Map();
const resetConsole = () => {
  indent = "";
  counts.clear();
  clocks.clear();
};

// Whatever a value's own code does, there is a text.
const print = (level, textOf) => (...values) => {
  let text;
  objectsLeft = MAX_OBJECTS;
  try {
    text = brief(textOf(...values));
  } catch {
    text = "[object]";
  }
  op_page_print(indent ? text.replace(/^/gm, indent) : text, level);
};
const log = print("info", format);
const warn = print("warn", format);

function startGroup(...label) {
  if (label.length > 0) log(...label);
  indent += "  ";
}

const logTime = (label = "default", ...values) => {
  if (clocks.has(label)) log(`${label}: ${Date.now() - clocks.get(label)}ms`, ...values);
  else warn(`No such label '${label}' for console.time()`);
};

globalThis.console = {
  assert(condition, first, ...values) {
    if (condition) return;
    if (typeof first === "string") warn(`Assertion failed: ${first}`, ...values);
    else warn("Assertion failed", ...(first === undefined ? [] : [first]), ...values);
  },
  count(label = "default") {
    counts.set(label, (counts.get(label) ?? 0) + 1);
    log(`${label}: ${counts.get(label)}`);
  },
  countReset: (label = "default") => counts.delete(label),
  debug: print("debug", format),
  dir: print("info", (value) => inspect(value)),
  dirxml: log,
  error: warn,
  group: startGroup,
  groupCollapsed: startGroup,
  groupEnd() {
    indent = indent.slice(2);
  },
  info: log,
  log,
  table: print("info", (data, columns) => (Object(data) === data ? tableOf(data, columns) : format(data))),
  time: (label = "default") => clocks.set(label, Date.now()),
  timeEnd(label = "default") {
    logTime(label);
    clocks.delete(label);
  },
  timeLog: logTime,
  trace: print("debug", (...values) => {
    const frames = new Error().stack.split("\n").filter((line) => /^ +at (?!.*\bext:)/.test(line));
    return [`Trace: ${format(...values)}`, ...frames].join("\n");
  }),
  warn,
};
