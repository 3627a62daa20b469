package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/codefirst/sandbox"
)

func TestCodeRuns(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"nothing", "", ""},
		{"a number", "return 3", "3"},
		{"a text", "return 'a\\n\\u2028\"'", "\"a\\n\u2028\\\"\""},
		{"undefined", "return undefined", ""},
		{"null", "return null", "null"},
		{"an object", "return { a: 1, b: [true, null], c: undefined, d() {} }", `{"a":1,"b":[true,null]}`},
		{"no number", "return [NaN, Infinity, -0]", "[null,null,0]"},
		{"dates", "return new Date(0)", `"1970-01-01T00:00:00.000Z"`},
		{"an error", "return new TypeError('x')", `{"name":"TypeError","message":"x"}`},
		{"types and interfaces", "interface A { x: number }\ntype B = A | null\nconst a: A = { x: 1 }\nreturn (a as B)!.x", "1"},
		{"enums", "enum Color { Red = 'r' }\nreturn Color.Red", `"r"`},
		{"generics", "const id = <T,>(x: T): T => x\nreturn id<number>(3)", "3"},
		{"optional chaining", "const a: any = null\nreturn a?.b?.c ?? 'none'", `"none"`},
		{"classes", "class A { #x = 1; static y = 2; get x() { return this.#x } }\nreturn new A().x + A.y", "3"},
		{"destructuring", "const { a, b: { c = 5 } = {}, ...rest } = { a: 1, d: 2 } as any\nreturn [a, c, rest]", `[1,5,{"d":2}]`},
		{"a tool", "return await ping({ a: 1 })", `{"a":1}`},
		{"a tool without an argument", "return await ping() === undefined", "true"},
		{"a tool of an object", "return await o.t(3)", "3"},
		{"tools at once", "return await Promise.all([ping(1), ping(2), ping(3)])", "[1,2,3]"},
		{"all settled", "return (await Promise.allSettled([ping(1), fail()])).map(r => r.status)", `["fulfilled","rejected"]`},
		{"a race", "return await Promise.race([ping(1), ping(2)]).then(x => x > 0)", "true"},
		{"a tool's error", "try { await fail() } catch (e) { return [e instanceof Error, e.message] }", `[true,"no luck"]`},
		{"finally", "const l = []\ntry { await fail() } catch { l.push(1) } finally { l.push(2) }\nreturn l", "[1,2]"},
		{"loops that wait", "let n = 0\nfor (const x of [1, 2, 3]) n += await ping(x)\nreturn n", "6"},
		{"for await", "let n = 0\nfor await (const x of [ping(1), 2]) n += x\nreturn n", "3"},
		{"functions that wait", "async function f(x) { return await ping(x) * 2 }\nreturn await f(4)", "8"},
		{"a generator", "function* g() { yield 1; yield 2 }\nreturn [...g()]", "[1,2]"},
		{"variables of before", "return old.a", "1"},
		{"and anew", "const old = 5\nreturn old", "5"},
		{"a property", "return o.p + o.q.x[1].y", "5"},
		{"a property that is assigned", "o.p = 4\nreturn o.p", "4"},
		{"the same value again", "o.q = { x: [1, { y: 2 }] }\nreturn 1", "1"},
		{"spread of an object", "return { ...o }.p", "3"},
		{"no other property", "try { o.z = 1 } catch (e) { return e.name }", `"TypeError"`},
		{"no deleting", "try { delete o.p } catch (e) { return e.name }", `"TypeError"`},
		{"a nested change", "try { o.q.x.push(1) } catch (e) { return e.name }", `"TypeError"`},
		{"read-only", "try { o.q = 1 } catch (e) { return e.name + ': ' + e.message }",
			`"AssignmentError: Property o.q is read-only and cannot be modified"`},
		{"what there is not",
			"return [typeof process, typeof require, typeof fetch, typeof setTimeout, typeof Deno, typeof __host].join()",
			`"undefined,undefined,undefined,undefined,undefined,undefined"`},
		{"chance is seeded", "return Math.random() === Math.random()", "false"},
		{"cloning", "const a = { b: [1] }, c = structuredClone(a)\nc.b.push(2)\nreturn [a, c]", `[{"b":[1]},{"b":[1,2]}]`},
		{"grouping", "return Object.groupBy([1, 2, 3], x => x % 2 ? 'odd' : 'even')", `{"odd":[1,3],"even":[2]}`},
		{"strings", "return 'a-b'.replace(/-/g, '+').split('+').map(s => s.toUpperCase().padStart(2, '.')).join('')", `".A.B"`},
		{"lists", "return [3, 1, 2].sort((a, b) => a - b).filter(x => x > 1).concat([[4]]).flat().reduce((a, b) => a + b)", "9"},
		{"toLocaleString", "return typeof (1234.5).toLocaleString('en-US')", `"string"`},
		{"a call that nobody awaits", "ping(1).then(x => { o.p = x })", ""},
		{"a map", "return { m: new Map([['a', 1], [2, new Map()]]) }", `{"m":{"2":{},"a":1}}`},
		{"a map whose keys are no texts", "return new Map([[{ a: 1 }, 'x'], [null, 2]])", `[[{"a":1},"x"],[null,2]]`},
		{"a map whose keys are one in JSON", "return new Map([[1, 'x'], ['1', 'y']])", `[[1,"x"],["1","y"]]`},
		{"a set", "return [new Set([3, 'a', 3]), new Set()]", `[[3,"a"],[]]`},
		{"a set for a tool", "return await ping({ all: new Set([1]) })", `{"all":[1]}`},
		{"numbers in a row", "return [new Uint8Array([1, 2]), new Float64Array([0.5])]", "[[1,2],[0.5]]"},
		{"what has no JSON, in the log", "console.log(ping(1), /x/, new Map().keys(), new WeakMap())\nreturn 1", "1"},
		{"an object of a class", "class A { x = 1; #y = 2 }\nreturn new A()", `{"x":1}`},
		{"toJSON is not asked", "return { a: 1, toJSON() { return 'no' } }", `{"a":1}`},
		{"flat", "return [[1, [2, [3]]].flat(), [1, [2, [3]]].flat(Infinity), [, 1].flat()]", "[[1,2,[3]],[1,2,3],[1]]"},
		{"flatMap", "return [1, 2].flatMap(x => [x, [x]])", "[1,[1],2,[2]]"},
		{"concat", "return [1].concat(2, [3, [4]], 'five')", `[1,2,3,[4],"five"]`},
		{"sort without a function", "return [[10, 9, 1, undefined].sort(), ['b', 'a'].toSorted()]", `[[1,10,9,null],["a","b"]]`},
		{"raw texts", "return String.raw`a\\n${1}b`", `"a\\n1b"`},
		{"JSON of some properties", "return JSON.stringify({ a: 1, b: { a: 2, c: 3 } }, ['b', 'a'])", `"{\"b\":{\"a\":2},\"a\":1}"`},
		{"JSON by a function", "return JSON.stringify({ a: 1, d: new Date(0) }, (k, v) => k === 'a' ? 2 : v, 1).split('\\n').length", "4"},
		{"typed lists", "const a = new Uint8Array([3, 1]); return [a instanceof Uint8Array, [...a.sort()], Uint8Array.from('12').length]", "[true,[1,3],2]"},
		{"searches", "return ['abc'.indexOf('c'), 'a.b'.split('.'), 'aa'.replace(/a/g, 'b'), [1, 2].includes(2)]", `[2,["a","b"],"bb",true]`},
		{"JSON overwritten", "JSON.stringify = () => 'no'\nreturn await ping({ a: 1 })", `{"a":1}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := run(t, test.code, room(sandbox.Limits{}), &host{})
			if err != nil || out.Fault != nil || string(out.Returned) != test.want {
				t.Errorf("returned %s, %v, %v; want %s", out.Returned, out.Fault, err, test.want)
			}
		})
	}
}

func TestWhatHasNoJSONIsRefused(t *testing.T) {
	for code, want := range map[string]string{
		"return { all: ping(1) }":               "a promise is no value: await it first",
		"return { found: /x/ }":                 "of the kind RegExp has no JSON",
		"return [new Map([[1, 2]]).entries()]":  "of the kind Map Iterator has no JSON",
		"return [1].values()":                   "of the kind Array Iterator has no JSON",
		"return (function* () { yield 1 })()":   "of the kind Generator has no JSON",
		"return { b: new ArrayBuffer(8) }":      "of the kind ArrayBuffer has no JSON",
		"return new WeakSet()":                  "of the kind WeakSet has no JSON",
		"class A { #x = 1 }\nreturn new A()":    "has no JSON",
		"await ping({ a: ping(1) })\nreturn 1":  "a promise is no value",
		"o.p = ping(1)\nreturn 1":               "a promise is no value",
		"yield <Card a={new Map().values()} />": "has no JSON",
	} {
		out, err := run(t, code, room(sandbox.Limits{}), &host{})
		if err != nil || out.Fault == nil || !strings.Contains(out.Fault.Message, want) {
			t.Errorf("%s\n%s, %v, %v; want %q", code, out.Returned, out.Fault, err, want)
		}
	}
}

func TestElementsReachTheHost(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"text", "yield <Message>Hello</Message>", "<Message>Hello</>"},
		{"lines", "yield <Text>\nHello, world!\nThis is a second line.\n</Text>", "<Text>Hello, world!\nThis is a second line.</>"},
		{"nested", "yield <Message>\n\t<Text>What?</Text>\n\t<Button>Cats</Button>\n</Message>", "<Message><Text>What?</><Button>Cats</></>"},
		{"a value", "const n = await ping(3)\nyield <Message>It is {n}.</Message>", "<Message>It is 3.</>"},
		{"props", "yield <Button action=\"say\" n={1 + 1} on>Go</Button>", `<Button {"action":"say","n":2,"on":true}>Go</>`},
		{"spread props", "const p = { a: 1 }\nyield <Card {...p} b=\"2\" />", `<Card {"a":1,"b":"2"}></>`},
		{"an alias", "yield <Msg>x</Msg>", "<Message>x</>"},
		{"lower case", "yield <message>x</message>", "<Message>x</>"},
		{"a list", "yield <Message>{[1, 2].map(n => <Button>{n}</Button>)}</Message>", "<Message><Button>1</><Button>2</></>"},
		{"nothing", "yield <Message>{null}{undefined}{false}{true}a</Message>", "<Message>a</>"},
		{"zero", "yield <Message>{0}</Message>", "<Message>0</>"},
		{"a condition", "yield <Message>{old.a > 0 && <Text>yes</Text>}</Message>", "<Message><Text>yes</></>"},
		{"texts that meet", "yield <Message>a{'b'}{1}c</Message>", "<Message>ab1c</>"},
		{"a fragment", "yield <Message><><Text>a</Text>b</></Message>", "<Message><Text>a</>b</>"},
		{"a variable", "const m = <Message>x</Message>\nyield m", "<Message>x</>"},
		{"two", "yield <Message>a</Message>\nyield <Message>b</Message>", "<Message>a</>\n<Message>b</>"},
		{"in a loop", "for (const x of [1, 2]) yield <Message>{x}</Message>", "<Message>1</>\n<Message>2</>"},
		{"a function of elements", "const B = (x) => <Button>{x}</Button>\nyield <Message>{B('a')}</Message>", "<Message><Button>a</></>"},
		{"code", "yield <Message>\n```js\nif (a < b) { c }\n```\n</Message>", "<Message>```js\nif (a < b) { c }\n```</>"},
		{"braces", "yield <Message>a } b</Message>", "<Message>a } b</>"},
		{"a date", "yield <Message>{new Date(0)}</Message>", "<Message>1970-01-01T00:00:00.000Z</>"},
		{"a component of another case", "yield <Message><card /></Message>", "<Message><Card></></>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := &host{}
			out, err := run(t, test.code, room(sandbox.Limits{}), h)
			if got := strings.Join(h.yielded, "\n"); err != nil || out.Fault != nil || got != test.want {
				t.Errorf("yielded %q, %v, %v; want %q", got, out.Fault, err, test.want)
			}
		})
	}
}

func TestFaultsTellWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		name, code string
		kind       sandbox.FaultKind
		part       string
	}{
		{"thrown", "throw new RangeError('too far')", sandbox.Thrown, "RangeError: too far"},
		{"a text thrown", "throw 'oops'", sandbox.Thrown, "Thrown: oops"},
		{"an object thrown", "throw { code: 7 }", sandbox.Thrown, `{"code":7}`},
		{"unknown name", "nothing.x", sandbox.Thrown, "nothing"},
		{"unknown component", "yield <Nope />", sandbox.Thrown, "Nope"},
		{"unknown component in lower case", "yield <nope />", sandbox.Thrown, "<nope> is not a component; there are"},
		{"yield of a text", "yield 'hi'", sandbox.Thrown, "yield takes a component"},
		{"yield of nothing", "yield", sandbox.Thrown, "yield takes a component"},
		{"an object as a child", "yield <Message>{{ a: 1 }}</Message>", sandbox.Thrown, "cannot be shown"},
		{"a promise as a child", "yield <Message>{ping(1)}</Message>", sandbox.Thrown, "await it"},
		{"a function as a child", "yield <Message>{() => 1}</Message>", sandbox.Thrown, "function cannot be shown"},
		{"too long a message", "yield <Message>{'x'.repeat(5000)}</Message>", sandbox.Thrown, "5000 characters, 4000 at most"},
		{"too large a value", "return 'x'.repeat(2 ** 21)", sandbox.Thrown, "too large"},
		{"a ring", "const a = {}\na.a = a\nreturn a", sandbox.Thrown, "holds itself"},
		{"too large an argument", "await ping('x'.repeat(2 ** 21))", sandbox.Thrown, "too large"},
		{"too many calls", "for (let i = 0; i < 101; i++) await ping(i)", sandbox.TooMuch, "100 calls"},
		{"too many calls, caught", "while (true) { try { await ping() } catch {} }", sandbox.TooMuch, "100 calls"},
		{"too many messages", "while (true) yield <Message>x</Message>", sandbox.TooMuch, "20 messages"},
		{"too much memory", "const l = []\nwhile (true) l.push('x'.repeat(1000) + l.length)", sandbox.TooMuch, "memory"},
		{"too long", "while (true) {}", sandbox.TooLong, "without waiting"},
		{"too long, in small parts", "while (true) { await ping(); for (let i = 0; i < 3e6; i++); }", sandbox.TooLong, "in all"},
		{"stuck", "await new Promise(() => {})", sandbox.Stuck, "nothing will settle"},
		{"recursion", "const f = () => f()\nf()", sandbox.Thrown, "stack"},
		{"making code", "new Function('return 1')", sandbox.Thrown, "not available"},
		{"eval", "eval('1')", sandbox.Thrown, "not available"},
		{"great numbers", "BigInt(1)", sandbox.Thrown, "BigInt"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			limits := sandbox.Limits{Slice: 20 * time.Second, Memory: 16 << 20}
			switch {
			case strings.Contains(test.part, "in all"):
				limits.Wall = 500 * time.Millisecond
			case test.kind == sandbox.TooLong:
				limits.Slice = 300 * time.Millisecond
			}
			out, err := run(t, test.code, room(limits), &host{})
			if err != nil || out.Fault == nil || out.Fault.Kind != test.kind || !strings.Contains(out.Fault.Error(), test.part) {
				t.Errorf("fault %+v, %v; want %s with %q", out.Fault, err, test.kind, test.part)
			}
		})
	}
}

func TestVariablesAreCaptured(t *testing.T) {
	const code = `
const a = 1, b = 'x; const no = 1', { c, d: [e, , f = 5], ...g } = { c: 2, d: [3, 4], h: 6 }
let i
var { j } = { j: [1] }, k = (1, 2)
i = 'late'
function l() { const inner = 1 }
class M {}
const n = new Error('x'), o2 = new Date(0), p2 = () => 1, q = null, big = 'x'.repeat(2 ** 21)
if (a) {
  const inBlock = 7
  try { const inTry = 8 } catch {}
}
const text = ` + "`\n  const fake = 1\n  if (x) {\n    const z = 1\n`" + `
for (const loop of [1]) { const inLoop = 1 }
throw new Error('after')
const never = 1`
	out, err := run(t, code, room(sandbox.Limits{}), &host{})
	if err != nil || out.Fault == nil {
		t.Fatal(out.Fault, err)
	}
	got := map[string]string{}
	for _, v := range out.Variables {
		got[v.Name] = v.Kind + " " + string(v.Value)
	}
	want := map[string]string{
		"a": "number 1", "b": `string "x; const no = 1"`, "c": "number 2", "e": "number 3", "f": "number 5", "g": `object {"h":6}`,
		"i": `string "late"`, "j": "array [1]", "k": "number 2", "l": "function ", "M": "function ", "n": `error {"name":"Error","message":"x"}`,
		"o2": `object "1970-01-01T00:00:00.000Z"`, "p2": "function ", "q": "null null", "big": "string ", "inBlock": "number 7",
		"inTry": "number 8",
		"text":  `string "\n  const fake = 1\n  if (x) {\n    const z = 1\n"`,
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s = %q, want %q", name, got[name], value)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s = %q is no variable of the code", name, got[name])
		}
	}
}

func TestCallsRunBesideOneAnother(t *testing.T) {
	gate, most, now := make(chan struct{}), 0, 0
	open := sync.OnceFunc(func() { close(gate) })
	h := &host{}
	h.call = func(_ context.Context, c sandbox.Call) (json.RawMessage, error) {
		h.mu.Lock()
		now++
		most = max(most, now)
		if now == 3 {
			open() // no two would
		}
		h.mu.Unlock()
		<-gate
		h.mu.Lock()
		defer h.mu.Unlock()
		now--
		return c.Args, nil
	}
	out, err := run(t, "return (await Promise.all([1, 2, 3, 4, 5, 6].map(n => ping(n)))).length", room(sandbox.Limits{Parallel: 3}), h)
	if err != nil || string(out.Returned) != "6" || most != 3 {
		t.Errorf("returned %s, %v; %d at once, want 3", out.Returned, err, most)
	}
}

func TestStopCannotBeCaught(t *testing.T) {
	h := &host{}
	out, err := run(t, "try { await stop() } catch (e) { await ping('caught') } finally { await ping('finally') }\nreturn 1",
		room(sandbox.Limits{}), h)
	if !errors.Is(err, errStopped) || len(h.called) != 1 || out.Returned != nil || out.Calls[0].Order != 0 {
		t.Errorf("returned %s, %v after %d calls", out.Returned, err, len(h.called))
	}
}

func TestRecordEndsTheRunByAnError(t *testing.T) {
	full := errors.New("the disk is full")
	h := &host{record: func(c sandbox.Call) error {
		if c.Order == 1 {
			return full
		}
		return nil
	}}
	if _, err := run(t, "try { await ping(1) } finally { await ping(2) }", room(sandbox.Limits{}), h); !errors.Is(err, full) ||
		len(h.called) != 1 {
		t.Errorf("%v after %d calls", err, len(h.called))
	}
}

func TestLogIsBounded(t *testing.T) {
	h := &host{}
	if out, err := run(t, "for (let i = 0; i < 200; i++) console.log('x'.repeat(3000), { i })", room(sandbox.Limits{}),
		h); err != nil || out.Fault != nil {
		t.Fatal(out.Fault, err)
	}
	if len(h.logs) != 100 || len([]rune(h.logs[0])) != 2001 {
		t.Errorf("%d lines, of %d characters", len(h.logs), len(h.logs[0]))
	}
}

func TestReplayMakesTheSameRun(t *testing.T) {
	const code = `
const began = Date.now(), dice = Math.random()
yield <Message>one</Message>
const [a, b] = await Promise.all([ping('slow'), ping('fast')])
let order = []
ping('x').then(() => order.push('x')); ping('y').then(() => order.push('y'))
let c
try { c = await fail() } catch (e) { c = e.message }
const later = Date.now()
const d = await ping('last')
return [began, dice, a, b, order, c, later, d]`
	slow := make(chan struct{})
	first := &host{}
	first.call = func(_ context.Context, c sandbox.Call) (json.RawMessage, error) {
		switch string(c.Args) {
		case `"slow"`:
			<-slow
		case `"fast"`:
			defer close(slow)
		case "":
			return nil, errors.New("no luck")
		}
		return c.Args, nil
	}
	env := room(sandbox.Limits{})
	env.Seed, env.Start = 42, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	whole, err := run(t, code, env, first)
	if err != nil || whole.Fault != nil {
		t.Fatal(whole.Fault, err)
	}
	for cut := range len(whole.Calls) + 1 {
		text, err := json.Marshal(whole.Calls)
		if err != nil {
			t.Fatal(err)
		}
		env.Recorded = nil
		if err := json.Unmarshal(text, &env.Recorded); err != nil {
			t.Fatal(err)
		}
		env.Recorded = slices.DeleteFunc(env.Recorded, func(c sandbox.Call) bool { return c.Order > cut })
		if cut < 3 { // calls that had begun
			env.Recorded = append(env.Recorded, sandbox.Call{Seq: 99})[:len(env.Recorded)]
		}
		h := &host{}
		h.call = func(_ context.Context, c sandbox.Call) (json.RawMessage, error) {
			if len(c.Args) == 0 {
				return nil, errors.New("no luck")
			}
			return c.Args, nil
		}
		out, err := run(t, code, env, h)
		if err != nil || out.Fault != nil {
			t.Fatal(cut, out.Fault, err)
		}
		var was, is []any
		_ = json.Unmarshal(whole.Returned, &was) // compared below
		_ = json.Unmarshal(out.Returned, &is)
		if len(is) != 8 || is[0] != was[0] || is[1] != was[1] || is[2] != was[2] || is[5] != was[5] || is[7] != was[7] {
			t.Errorf("of %d recorded, returned %s, was %s", cut, out.Returned, whole.Returned)
		}
		if want := len(whole.Calls) - cut; len(h.called)+len(h.yielded) != want {
			t.Errorf("of %d recorded, %d reached the host, want %d", cut, len(h.called)+len(h.yielded), want)
		}
		if cut == len(whole.Calls) && string(out.Returned) != string(whole.Returned) {
			t.Errorf("returned %s, was %s", out.Returned, whole.Returned)
		}
	}
}

func TestReplayThatDoesSomethingElse(t *testing.T) {
	recorded := []sandbox.Call{{Seq: 1, Name: "ping", Args: json.RawMessage("1"), Order: 1, Result: json.RawMessage("1"), At: time.Now()}}
	for name, code := range map[string]string{
		"another argument": "return await ping(2)", "another tool": "return await fail(1)", "a yield": "yield <Message>x</Message>",
		"nothing": "await new Promise(() => {})", "an end": "return 1",
		"caught": "try { await ping(2) } catch {}\nreturn 1",
	} {
		env := room(sandbox.Limits{})
		env.Recorded = recorded
		h := &host{}
		if _, err := run(t, code, env, h); !errors.Is(err, sandbox.ErrDiverged) || len(h.called) != 0 {
			t.Errorf("%s: %v after %d calls", name, err, len(h.called))
		}
	}
	env := room(sandbox.Limits{})
	env.Recorded = []sandbox.Call{{Seq: 1, Name: "ping", Args: json.RawMessage("1")}}
	h := &host{}
	if out, err := run(t, "return await ping(1)", env, h); err != nil || string(out.Returned) != "1" || !h.called[0].Again {
		t.Errorf("a call that had begun: %s, %v, %+v", out.Returned, err, h.called)
	}
}

// A prototype with setters sees nothing of what leaves the machine: all of it is JSON
// of bounded size.
func TestPoisonedListsDoNotReachTheHost(t *testing.T) {
	poison := "for (let i = 0; i < 20; i++) Object.defineProperty(Array.prototype, String(i), " +
		"{ set() {}, get() { return 'x'.repeat(3e6) }, configurable: true })\n"
	h := &host{}
	assigned := ""
	h.assign = func(_, _ string, value json.RawMessage) error {
		assigned = string(value)
		return nil
	}
	out, err := run(t, poison+"const v = { b: [7] }\no.p = [1, 2]\nyield <Message>a<Text>b</Text></Message>\n"+
		"console.log('said')\nreturn await ping({ a: [1, v] })", room(sandbox.Limits{}), h)
	if err != nil || out.Fault != nil {
		t.Fatalf("%v, %v", out.Fault, err)
	}
	for _, test := range []struct{ what, got, want string }{
		{"returned", string(out.Returned), `{"a":[1,{"b":[7]}]}`},
		{"assigned", assigned, `[1,2]`},
		{"yielded", strings.Join(h.yielded, ","), `<Message>a<Text>b</></>`},
		{"logged", strings.Join(h.logs, ","), `said`},
		{"called with", string(out.Calls[1].Args), `{"a":[1,{"b":[7]}]}`},
	} {
		if test.got != test.want {
			t.Errorf("%s %.80s, want %s", test.what, test.got, test.want)
		}
	}
}

// Value bounds bytes, not the characters that the machine counts.
func TestValueIsBoundedInBytes(t *testing.T) {
	out, err := run(t, "return '\u4f60'.repeat(500)", room(sandbox.Limits{Value: 1000}), &host{})
	if err != nil || out.Fault == nil || !strings.Contains(out.Fault.Message, "too large") {
		t.Errorf("returned %.40s, %v, %v", out.Returned, out.Fault, err)
	}
}
