import { afterAll, describe, expect, test } from '@jest/globals'
import { createRequire } from 'node:module'
import { ImportedApplication } from './imported-application.js'

// Programs whose paths Node computes, and the import without running them. Each pushes path segments to `out`.

const expressions = [
  // Arrays
  '...[1, 2, 3].map((n, index, all) => n * 10 + index + all.length)',
  '...[[1, 2], [3]].flatMap((list) => list)',
  '...[1, 2].flatMap((n) => [[n], n]).flat()',
  '[5, 6, 7].find((n) => n > 5), [5].find((n) => n > 9)',
  '[1, 2].some((n) => n > 1), [1, 2].some((n) => n > 2), [1, 2].every((n) => n > 1), [1, 2].every((n) => n > 0)',
  '[1, 2, 3].reduce((sum, n) => sum + n), [1, 2].reduce((sum, n, index) => `${sum}${n}${index}`, "s")',
  '["a", "b", "c"].reduce((sum, n, index) => `${sum}${n}${index}`)',
  '...[1].concat([2, 3], 4), ...["a"].concat([])',
  '...[1, 2, 3, 4].slice(1, 3), ...[1, 2, 3].slice(-2), ...[7, 8].slice()',
  '...[1, 2, 3, 4].splice(1, 2), ...[1, 2, 3].splice(1)',
  '[1, 2].push(3), [1, 2].unshift(0, 5), [1, 2].pop(), [1, 2].shift(), [].pop(), [].shift()',
  '...[1, 2, 3].reverse(), ...[1, 2, 3].toReversed()',
  '...["b", "a", "c"].sort(), ...[10, 9, 1].sort(), ...[10, 9, 1].sort((a, b) => a - b), ...[2, 1].toSorted()',
  '...[1, [2, [3]]].flat(2)',
  '[1, 2].join("-"), [1, null, undefined, 2].join(""), [].join("x").length, [1, 2].join().length',
  '[1, 2].includes(2), [1, 2].includes(3), ["a"].includes("a")',
  '[1, 2].indexOf(2), [1, 2].indexOf(3)',
  '...[...["a", "b"].entries()].map(([key, value]) => key + value), ...["a", "b"].keys(), ...["a"].values()',
  '...[1, 2, 3].toSpliced(1, 1, 9), ...[1, 2].with(1, 5), ...[1].concat([2, [3]]).flat()',
  '[1, 2].at(-1), [1, 2].at(0), [1][5], [1, 2].length, ["a", "b"][1]',
  '...[1, 2, 3, 4].filter((n) => n % 2 === 0)',
  '...Array.of(1, 2), ...Array.from("ab"), ...Array.from([1, 2], (n) => n + 1), ...Array.from(new Set([1, 1, 2]))',
  'Array.isArray([]), Array.isArray({}), Array.isArray("a")',
  // Texts, numbers and operators
  '"abc".length, "abc"[1], "a-b".split("-").length, "aXb".toLowerCase(), "ab".repeat(2), "abc".slice(1), "x".padStart(3, "0")',
  '/b+/.test("abbc"), "abbc".replace(/b+/, "x"), /ab/.source',
  '7 - 2, 7 * 2, 7 / 2, 7 % 4, 1 + 2, "a" + 1, 2 < 3, 3 < 2, 3 > 2, 2 > 3, 2 <= 2, 3 <= 2, 2 >= 2, 1 >= 2',
  '"a" < "b", "b" < "a", "b" > "a", "a" > "b", "a" <= "b", "b" <= "a", "a" >= "a", 2 ** 3, 2 + null, 1 < "2", true == 1',
  '"abc".codePointAt(1), "a".localeCompare("b"), (1.25).toFixed(1), /b/g.flags',
  '1 === 1, 1 !== 1, 1 == "1", 1 != "1", null == undefined, null == 0, 1 == 2, "a" != "b"',
  '!1, !"", !!"a", -3, +"4", ~5, typeof "a", typeof {}, typeof (() => 1), typeof undefined, typeof class {}, void 0',
  '"a" in { a: 1 }, "b" in { a: 1 }',
  'null ?? "a", 0 ?? "a", 0 || "b", 1 || "b", 0 && "c", 1 && "c", "" || "d"',
  '1 ? "yes" : "no", 0 ? "yes" : "no", (1, 2)',
  '`${1}-${"a"}`, `plain`, String(5), Number("6"), Boolean(0), String(null)',
  'NaN, Infinity, undefined, null, true',
  // Objects
  '...Object.keys({ a: 1, b: 2 }), ...Object.values({ a: 1 }), ...Object.entries({ a: 1 }).flat()',
  '...Object.keys(Object.assign({ a: 1 }, { b: 2 }, { a: 3 })), Object.assign({ a: 1 }, { a: 3 }).a',
  'Object.fromEntries([["a", 1]]).a, Object.freeze({ a: 2 }).a, Object.create(null).a',
  '...Object.keys({ ...{ a: 1 }, b: 2 }), { ["a" + 1]: 5 }.a1, { get a() { return 6 } }.a, { a() { return 7 } }.a()',
  '({ a: { b: 1 } })?.a?.b, ({}).a, ({ a: 1 }).hasOwnProperty("a"), ({}).hasOwnProperty("a")',
  '...new Map([["a", 1]]).keys(), ...new Map([["a", 1]]).values(), new Map([["a", 1]]).get("a"), new Map([["a", 1]]).has("b"), new Map([["a", 1]]).size',
  '...new Map([["a", 1]]).set("b", 2).set("a", 3).values(), ...new Set([1]).add(2).add(1), new Set([1, 1]).size, new Set([1]).has(1)',
  '...[...new Map([["a", 1]]).entries()].map(([key, value]) => key + value)',
  // Modules of Node
  'require("path").basename("/a/b.js", ".js"), require("path").extname("b.js"), require("path").join("a", "..", "b"), require("path").dirname("a/b"), require("path").relative("/a", "/a/b"), require("path").normalize("a/./b"), require("path").parse("/a/b.js").name, require("path").sep === "/"',
  'require("url").fileURLToPath("file:///a/b").length, require("url").pathToFileURL("/a").href.length, new URL("/a/b?c", "https://x.org").pathname.length',
  'require("url").fileURLToPath(new URL("../b%20c", "file:///x/a/d.js")).length, require("url").pathToFileURL("/a b").pathname.length',
  'new (require("url").URL)("/a/b?c", "https://x.org").pathname.length',
  'new RegExp("a+").test("caat"), new RegExp("A", "i").test("a")',
  // What gives the same for the same
  'encodeURIComponent("a:b"), decodeURIComponent("%41"), parseInt("7x", 10), parseFloat("1.50"), (5).toFixed(2), "e".normalize()',
  'Math.max(1, 3), Math.floor(7 / 2), JSON.parse(\'{"a":["b"]}\').a[0], "a".charCodeAt(0)',
  '...Array.from({ length: 3 }, (_, index) => index + 1), ...new Array(2).fill("x").map((x, index) => x + index), ...Array(2).fill().map((_, index) => index), ...Array(2).keys(), ...Array("y")',
  // Files
  'require("fs").statSync(__filename).isDirectory(), require("fs").lstatSync(__filename).isFile(), require("fs").existsSync(__filename)',
  'Math.abs(-1), Math.ceil(1.2), Math.min(1, 2), Math.pow(2, 3), Math.round(1.5), Math.sign(-2), Math.sqrt(9), Math.trunc(1.7)',
  // What is rare
  '...new Array("a", "b"), ...Array("c"), new Array(3).length, [, "a"].length, [, "a"][1], [, "a"][0]',
  '(function own(a, b) {}).name, (function own(a, b) {}).length, (class Own {}).name, (() => 1).length',
  '5n, typeof 5n, ...Array(2).keys()',
  '[1, 2].at(5), [].find(() => true), [5, 6].indexOf(6), new Map([["a", 1]]).get("z"), new Set(["a"]).has("z")',
  '"abc".at(-1), "abc".charAt(1), "abc".concat("d"), "abc".endsWith("c"), "abc".includes("b"), "abcb".indexOf("b"), "abcb".lastIndexOf("b")',
  '"ab".padEnd(3, "-"), "abab".replaceAll("a", "x"), "abc".search(/c/), "abc".startsWith("b"), "abcd".substr(1, 2), "abcd".substring(1, 2)',
  '"a".toString(), (5).toString(), "aXb".toUpperCase(), " a ".trim(), " a".trimStart(), "a ".trimEnd(), "a1b2".match(/\\d/g).length',
  '...Object.entries(["x"]).flat(), ...Object.keys(["x", "y"]), ...Object.values(["x"]), Object.seal({ a: 1 }).a, Object({ a: 1 }).a',
  'Object.keys(Object.create(null)).length, Object.fromEntries([["a"]]).a, ...Object.keys({ ...null, ..."" , a: 1 })',
  'Number("x"), Boolean("a"), Boolean(""), String(undefined)',
  '[[1, [2]]].flat().length, [1, 2, 3].slice(0, -1).length, ["a", "b"].join(), ["a"].concat("b", ["c"]).length',
] as const

const statements = [
  'switch (2) { case 1: out.push("one"); break; case 2: out.push("two"); case 3: out.push("three"); break; case 4: out.push("four") }',
  'switch (9) { case 1: out.push("one"); default: out.push("default"); case 3: out.push("three") }',
  'switch (9) { case 1: out.push("one") } out.push("behind")',
  'const f = (x) => { switch (x) { case 1: return "one"; default: return "other" } }; out.push(f(1), f(2))',
  'try { out.push("try") } catch { out.push("catch") } finally { out.push("finally") }',
  'try { throw new Error("x") } catch { out.push("caught") } out.push("behind")',
  'const f = () => { try { return "in" } finally { out.push("last") } }; out.push(f())',
  'for (const n of [1, 2, 3]) { if (n === 2) break; out.push(n) }',
  'for (const n of [1, 2, 3]) { if (n === 2) continue; out.push(n) }',
  'outer: for (const a of [1, 2]) for (const b of [1, 2]) { if (b === 2) continue outer; out.push(`${a}${b}`) }',
  'outer: for (const a of [1, 2]) for (const b of [1, 2]) { if (a === 2) break outer; out.push(`${a}${b}`) }',
  'let n = 0; while (true) { n++; if (n === 2) continue; if (n > 3) break; out.push(n) }',
  'let n = 5; do { out.push(n--) } while (n > 3)',
  'for (let n = 0; ; n++) { if (n > 2) break; out.push(n) }',
  'block: { out.push("in"); if (out.length === 1) break block; out.push("never") } out.push("behind")',
  'try { try { throw new Error("x") } finally { out.push("first") } } catch ({ name }) { out.push("then") }',
  'const f = () => { try { throw "t" } catch (error) { return error } finally { out.push("last") } }; out.push(f())',
  'const f = () => { try { return "try" } finally { return "finally" } }; out.push(f())',
  'out.push(...new Set(["a"]), ...new Map([["k", 1]]).keys())',
  'for (let n = 0; n < 3; n += 2) out.push(n)',
  'const later = []; for (let n = 0; n < 2; n++) later.push(() => n); for (const f of later) out.push(f())',
  'for (const key in { a: 1, b: 2 }) out.push(key)',
  'for (const index in ["x", "y"]) out.push(index)',
  'for (const [key, { value = 7 }] of [["a", {}], ["b", { value: 1 }]]) out.push(key + value)',
  'let path; for (path of ["a", "b"]) out.push(path); out.push(path)',
  'const f = (n) => { for (const each of [1, 2, 3]) if (each === n) return `found${each}`; return "none" }; out.push(f(2), f(9))',
  'const { a, b: c = 2, ...rest } = { a: 1, d: 4 }; out.push(a, c, ...Object.keys(rest))',
  'const [a, , b = 3, ...rest] = [1, 2, undefined, 4, 5]; out.push(a, b, ...rest)',
  'let a = 1, b = 2; [a, b] = [b, a]; ({ a } = { a: 5 }); out.push(a, b)',
  'const object = {}; object.a = 1; object["b"] = 2; [object.c] = [3]; out.push(...Object.values(object))',
  'let n = 1; out.push(n++, n, ++n, n--, --n); n += 4; n -= 1; n *= 3; out.push(n)',
  'let a = 0, b, c = 1; a ||= 5; b ??= 6; c &&= 7; out.push(a, b, c)',
  'const f = () => { if (!process.env.NOT_SET) return "a"; throw new Error("b") }; out.push(f())',
  'const f = (list) => { for (const each of list) { if (!process.env.NOT_SET) return each; break } }; out.push(f(["a"]))',
  'let a = process.env.NOT_SET, b = process.env.NOT_SET; a ||= "x"; b ??= "y"; out.push(a, b)',
  'var a = 1; if (true) { var a; var b = 2 } out.push(a, b)',
  'const f = (first, second = "b", ...rest) => [first, second, ...rest]; out.push(...f("a"), ...f("a", "c", "d"))',
  'const f = function (n) { return n <= 1 ? 1 : n * f(n - 1) }; out.push(f(4))',
  'function f() { return arguments.length } out.push(f(1, 2))',
  'function* two(of) { yield of + 1; yield* [of + 2, of + 3] } for (const each of two("a")) out.push(each); out.push(...two("b"))',
  'const f = function own(n) { return n === 0 ? "end" : own(n - 1) }; out.push(f(3), hoisted()); function hoisted() { return "up" }',
  'const self = { name: "me", tell(a, b) { return this.name + a + b } }; out.push(self.tell.call({ name: "c" }, 1, 2), self.tell.apply({ name: "d" }, [1, 2]), self.tell.bind({ name: "e" }, 1)(2))',
  'class A { constructor(name) { this.name = name } tell() { return this.name } static make() { return new A("made") } } class B extends A { constructor() { super("b"); this.own = 1 } tell() { return super.tell() + this.own } } out.push(new B().tell(), A.make().tell())',
  'class A { field = "f"; static own = "s"; get up() { return this.field + "up" } } class B extends A { more = this.field + "m" } out.push(new A().up, A.own, new B().more, new B().up)',
  'class A { static list = []; static { this.list.push("block") } } out.push(...A.list)',
  'function Old(name) { this.name = name } out.push(new Old("old").name)',
  'new Map([["a", 1]]).forEach((value, key) => out.push(key + value)); new Set(["s"]).forEach((value) => out.push(value))',
  '[..."ab"].forEach((letter, index, all) => out.push(letter + index + all.length))',
  'const list = [1, 2, 3, 4]; list.splice(1, 2, "x"); list.unshift(0); list.pop(); list.shift(); list.push(9); out.push(...list)',
  'const first = [1]; const second = first.concat([2]); second.push(3); out.push(first.length, second.length, ...first.slice(0, 1))',
  'const list = [3, 1, 2]; const sorted = list.toSorted(); list.reverse(); out.push(...sorted, ...list)',
  'const object = { a: 1 }; Object.defineProperty(object, "b", { value: 2 }); out.push(object.b)',
  'if (0) out.push("no"); else if ("") out.push("never"); else out.push("yes")',
  'const f = (n) => { if (n) return "early"; out.push("late"); return "end" }; out.push(f(1), f(0))',
  'require("lodash").forEach({ a: 1 }, (value, key) => out.push(key + value)); out.push(...require("lodash").map([5], (n, index) => n + index))',
  'global.importedPrefix = "a"; out.push(globalThis.importedPrefix); delete globalThis.importedPrefix',
  'for (let n = 0; n < 3; ) { n++; out.push(n) }',
  'let n = 0; for (n = 1; n < 3; n++) out.push(n); out.push(n)',
  'const list = []; list[0] = "x"; list[1] = "y"; list[0] = "z"; out.push(...list, list.length)',
  'const { a = "d", ["b" + 1]: c } = { b1: 2 }; const [x = "e"] = []; out.push(a, c, x)',
  'function Old() {} Old.prototype.tell = function () { return "told" }; out.push(new Old().tell())',
  'function Old() { return { a: 1 } } out.push(new Old().a)',
  'const f = function () { return this.a }; f.extra = 1; out.push(f.call({ a: 2 }), f.extra, f.apply({ a: 3 }), typeof f.none)',
  'class A { static tell() { return "s" } } class B extends A {} out.push(B.tell(), B.name)',
  'const o = { f() { return (() => this.v)() }, v: 3 }; out.push(o.f())',
  'for (const letter of "ab") out.push(letter)',
  'for (const [key, value] of new Map([["a", 1]])) out.push(key + value)',
  'const f = (o) => { for (const key in o) if (key === "b") return key }; out.push(f({ a: 1, b: 2 }))',
  'const f = ({ a, ...r }, [b, ...q]) => [a, b, ...Object.keys(r), ...q]; out.push(...f({ a: 1, c: 2 }, [3, 4, 5]))',
  'const f = (n) => { if (n) { return "a" } else { return "b" } }; out.push(f(0), f(1))',
  'const f = (n) => { if (n) return; out.push("b") }; f(0); f(1)',
  'let n = 0; do { if (n === 1) { n++; continue } out.push(n++) } while (n < 4)',
  'const f = (a, b = a + 1, { c = b } = {}) => `${a}${b}${c}`; out.push(f(1), f(1, 5), f(1, 5, { c: 7 }))',
  'class A { #own = 1; tell() { return this.#own } } out.push(new A().tell())',
  'class A { constructor() { this.list = [] } add(n) { this.list.push(n); return this } } out.push(...new A().add(1).add(2).list)',
  'class A { static #n = 0; static next() { return ++A.#n } } out.push(A.next(), A.next())',
  'class A { tell() { return "a" } } class B extends A { tell = () => super.tell() + "b" } out.push(new B().tell())',
  'class A { get up() { return "a" } } class B extends A { get up() { return super.up + "b" } } out.push(new B().up)',
  'class A { tell() { return "a" } } class B extends A { tell() { return super.tell() + "b" } } class C extends B {} class D extends C { tell() { return super.tell() + "d" } } out.push(new D().tell(), new C().tell())',
  'class A { static tell() { return "a" } } class B extends A { static tell() { return super.tell() + "b" } } out.push(B.tell())',
  'const parent = { a: 1 }; const child = { ...parent, b: 2 }; parent.a = 3; out.push(child.a, child.b)',
  'const { a: { b = 1 } = {} } = {}; out.push(b)',
  'let text = ""; for (const n of [1, 2]) text += n; out.push(text)',
  'const f = (...all) => all.length; out.push(f(...[1, 2], 3), f())',
  'const twice = (f) => (n) => f(f(n)); out.push(twice((n) => n + 3)(1))',
  'const { createRequire } = require("module"); out.push(createRequire(__filename)("path").basename("/x/y"))',
]

const snippets = [...expressions.map((each) => `out.push(${each})`), ...statements]

const lodash = {
  forEach: (object: object, callback: (value: unknown, key: string) => void) =>
    Object.entries(object).forEach(([key, value]) => callback(value, key)),
  map: (list: unknown[], callback: (value: unknown, index: number) => unknown) => list.map(callback),
}
const nodeRequire = createRequire(import.meta.url)

/** What Node computes. */
function run(snippet: string): string[] {
  const out: unknown[] = []
  const given = (name: string): unknown => (name === 'lodash' ? lodash : nodeRequire(name))
  // oxlint-disable-next-line no-implied-eval -- the programs of this file
  new Function('out', 'require', '__filename', snippet)(out, given, import.meta.filename)
  return out.map(String)
}

const program = snippets.map(
  (snippet, index) =>
    `{ const out = []; ${snippet}; for (const path of out) app.get('/${index}/' + path, show) }`,
)
const { routes, untranslated } = new ImportedApplication({
  'app.js': `const express = require('express'), app = express(); function show() {}\n${program.join('\n')}`,
}).report()

afterAll(() => ImportedApplication.removeAll())

test.each(snippets.map((snippet, index) => [snippet, index] as const))('%s', (snippet, index) => {
  const here = `/${index}/`
  const found = routes.flatMap(({ path }) =>
    path.startsWith(here) ? [path.slice(here.length).replace(/\/\?$/, '')] : [],
  )
  const reasons = untranslated.filter(({ source }) => source.line === index + 2).map(({ reason }) => reason)
  // A path that is registered twice is one line.
  expect({ paths: [...new Set(found)], reasons }).toEqual({ paths: [...new Set(run(snippet))], reasons: [] })
})

describe('what only a run could tell is told, or has a condition', () => {
  const unknown = 'const given = process.env.GIVEN, list = require("./generated.json").list;'
  const programs = [
    'if (given) out.push("a")',
    'out.push(given ? "a" : "b")',
    'out.push(given && "a")',
    'switch (given) { case "a": out.push("a"); break; default: out.push("b") }',
    'for (const each of list) out.push(each)',
    'list.forEach((each) => out.push(each))',
    'out.push(...list)',
    'out.push(...[1].concat(list))',
    'out.push(...["b", given].sort())',
    'out.push([1, given].join("-"))',
    'out.push(["a", "b"].includes(given) ? "a" : "b")',
    'out.push([given].includes("a") ? "a" : "b")',
    'out.push(["a", "b"].find((each) => each === given))',
    'out.push(["a"].some((each) => each === given) ? "a" : "b")',
    'out.push(["a"].every((each) => each === given) ? "a" : "b")',
    'out.push(list.indexOf("a"), list.length, list[3])',
    'out.push(Object.keys(list[0]).length)',
    'out.push(typeof given)',
    'out.push(given + 1, given * 2, -given, !given)',
    'out.push(`${given}x`.slice(1))',
    'out.push(new RegExp(given).test("a") ? "a" : "b")',
    'out.push("x".repeat(given))',
    'out.push([1].with(5, 2))',
    'out.push("x".repeat(-1), "x".replaceAll(/x/, "y"))',
    'out.push(String(given), Number(given))',
    'out.push({ ...list }.a)',
    'const { a } = list; out.push(a)',
    'const [a] = list; out.push(a)',
    'let text = "a"; if (given) text = "b"; out.push(text)',
    'let n = 0; while (n < given) { n++; out.push(n) }',
    'while (given()) app.get("/again", show)',
    'out.push(parseInt("5", 10), Math.random(), Date.now())',
    'out.push(new Map(list).get("a"))',
    'const f = () => { if (given) return "a"; return "b" }; out.push(f())',
    'const set = new Set(); if (given) set.add("a"); out.push(...set)',
    'out.push(new Set(["a"]).has(given) ? "a" : "b", new Map([["a", 1]]).get(given), new Set(list).size)',
    'new Map(list).forEach((value, key) => out.push(value))',
    'try { out.push(JSON.parse("{}").a) } catch { app.get("/caught", show) }',
    ...[
      'l.length',
      'l[1]',
      'l.at(-1)',
      'l.at(1)',
      'l.pop()',
      'l.shift()',
      'l.indexOf(2)',
      'l.includes(2)',
      'l.find((n) => n > 1)',
      'l.slice(1)[0]',
      'l.slice(0).length',
      'l.splice(0).length',
      'l.join("-")',
      'l.concat([3]).length',
      '[0].concat(l).length',
      '[...l].length',
      'l.flat().length',
      'l.flatMap((n) => [n]).length',
      'l.reverse()[0]',
      'l.push(5)',
      'l.toReversed().length',
      'l.toSorted().length',
      'l.some((n) => n > 1)',
      'l.every((n) => n < 2)',
      'l.reduce((a, b) => a + b)',
      'Object.keys(l).length',
      '[...l.keys()].length',
      '[...l.values()].length',
      '[...l.entries()].length',
      'new Set(l).size',
      'new Set(l).has(2)',
      'Array.from(l).length',
    ].map((each) => `const l = [1]; if (given) l.push(2); out.push(${each})`),
    'out.push(Math.random())',
    'out.push(Date.now())',
    'out.push(JSON.stringify({ a: given }))',
    'out.push([given].indexOf("a"))',
    'out.push(["a", "b"].slice(given).length)',
    'out.push(["a", "b"].at(given))',
    'out.push(["a", "b"].splice(given).length)',
    'out.push(["a", "b"].join(given))',
    'out.push(["a", "b"][given])',
    'out.push(Object.fromEntries(list).a, Object.assign({}, list).b, ({ [given]: 1 }).c)',
    'const { [given]: a } = { a: 1 }; out.push(a)',
    'const object = {}; object[given] = 2; out.push(object.a)',
    'const [...rest] = list; out.push(...rest)',
    'const [, ...rest] = [1, ...list]; out.push(rest.length)',
    'const { ...rest } = list; out.push(rest.a)',
    'let n = given; n &&= "a"; out.push(n)',
    'let n = given; n += 1; out.push(n)',
    'let n = given; n++; out.push(n)',
    'out.push(null.a, undefined.b)',
    'out.push(new RegExp("("))',
    'out.push(new URL("x").href)',
    'out.push(new URL(given).href)',
    'out.push(require("url").fileURLToPath("x"))',
    'out.push(Array.isArray(given))',
    'out.push({ a: 1 }.hasOwnProperty(given))',
    'out.push(given in { a: 1 })',
    'out.push(Object.create({ a: 1 }).a, 5n + 2n)',
    'out.push(...Array(given), ...Array(2000), Array(given).length)',
    'out.push([3, 4].findIndex((n) => n === 4))',
    'out.push("a".repeat(2000))',
    'out.push(Object(given).a, new given().a, new given.Maker("x").a)',
    'class A extends given {} out.push(new A().a, A.b)',
    'class A extends given { constructor() { super(1) } tell() { return super.tell() } } out.push(new A().a, new A().tell())',
    'for (const key in given) out.push(key)',
    'for (const each of given) out.push(each)',
    'for (const letter of `${given}`) out.push(letter)',
    'do { out.push("a"); app.get("/done", show) } while (given)',
    'const f = () => { if (given) return "a"; else return "b" }; out.push(f())',
    'const f = () => { switch (given) { case 1: return "a"; default: return "b" } }; out.push(f())',
    'const f = () => { for (const each of list) return each; return "b" }; out.push(f())',
    'const f = () => { while (given) { return "a" } return "b" }; out.push(f())',
    'out.push(require("fs").existsSync(given), require("path").join(given, "a"))',
    'out.push(...require("glob").sync(given), ...require("fs").readdirSync(given))',
    'out.push((() => {}).unheard, [].unheard(), "a".unheard, String.raw`a`)',
  ]
  const one = new ImportedApplication({
    'app.js': `const express = require('express'), app = express(); function show() {}\n${programs
      .map(
        (each, index) =>
          `{ ${unknown} const out = []; ${each}; for (const path of out) app.get('/${index}/' + path, show) }`,
      )
      .join('\n')}`,
  }).report()

  test.each(programs.map((each, index) => [each, index] as const))('%s', (_, index) => {
    const here = ({ source }: { readonly source: { readonly line: number } }): boolean =>
      source.line === index + 2
    const told = one.untranslated.filter(here).length
    const conditional = one.routes.filter((route) => here(route) && route.middleware.length > 0).length
    expect(told + conditional).toBeGreaterThan(0)
  })

  test('what would throw there ends nothing here', () => {
    expect(one.untranslated.map(({ reason }) => reason)).not.toContainEqual(
      expect.stringMatching(/computes too much/),
    )
  })
})
