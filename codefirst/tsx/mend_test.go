package tsx_test

import (
	"strings"
	"testing"
	"time"

	"parley/codefirst/tsx"
	"parley/engine/enginetest"
)

func TestCodeIsMendedAsItIsMeant(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"nothing":             {"const a = await f()\nreturn a", "const a = await f()\nreturn a"},
		"a yield in an arrow": {"const f = () => { yield x }\nreturn 1", "const f = () => {  __say( x) }\nreturn 1"},
		"a yield in an async function": {
			"async function f() {\n  yield x\n}\nreturn f()",
			"async function f() {\n   await __say( x, true)\n}\nreturn f()",
		},
		"a generator that is called": {
			"function* f() { yield <A/> }\nf()\nreturn 1",
			"async function  f() {  await __say( <A/>, true) }\nf()\nreturn 1",
		},
		"a generator that is run": {
			"function* f() { yield <A/> }\nyield* f()\nreturn 1",
			"function* f() { yield <A/> }\nyield* f()\nreturn 1",
		},
		"a generator of values":        {"function* f() { yield 1 }\nreturn [...f()]", "function* f() { yield 1 }\nreturn [...f()]"},
		"a yield over a line":          {"yield\n  <A/>\nreturn 1", "\nyield <A/>\nreturn 1"},
		"an element alone":             {"<A/>\nreturn 1", " yield <A/>\nreturn 1"},
		"an element after another":     {"const a = 1\n<A/>\nreturn 1", "const a = 1\n yield <A/>\nreturn 1"},
		"an element of a condition":    {"if (a) <A/>\nelse <B/>\nreturn 1", "if (a)  yield <A/>\nelse  yield <B/>\nreturn 1"},
		"an element that is chosen":    {"a && <A/>\nreturn 1", "a && (yield <A/>)\nreturn 1"},
		"an element that is a value":   {"const x = a && <A/>\nreturn [\n  <A/>,\n]", "const x = a && <A/>\nreturn [\n  <A/>,\n]"},
		"given to nobody":              {"await say(<A/>)\nreturn 1", " yield (<A/>)\nreturn 1"},
		"given to a tool":              {"await list(<A/>)\nreturn 1", "await list(<A/>)\nreturn 1"},
		"a tool that is not awaited":   {"const n = list().length\nreturn n", "const n = (await list()).length\nreturn n"},
		"a variable of one":            {"const all = list()\nreturn all.length", "const all = (await list())\nreturn all.length"},
		"a promise that is waited for": {"const p = list()\nreturn await p", "const p = list()\nreturn await p"},
		"promises for all": {
			"const p = list(), q = list()\nreturn Promise.all([p, q])",
			"const p = list(), q = list()\nreturn Promise.all([p, q])",
		},
		"a promise with then":        {"list().then(f)\nreturn 1", "list().then(f)\nreturn 1"},
		"a name of the code's own":   {"const list = () => 1\nreturn list() + 1", "const list = () => 1\nreturn list() + 1"},
		"in a function that may not": {"xs.map(x => list().length)\nreturn 1", "xs.map(x => list().length)\nreturn 1"},
		"a program in a function": {
			"async function main() { return { action: 'x' } }",
			"async function main() { return { action: 'x' } }; return await main()",
		},
		"one that is called": {
			"async function main() { return 1 }\nmain()",
			"async function main() { return 1 }\nreturn main()",
		},
		"one that is exported": {
			"export default async () => { return 1 }",
			"const __main = async () => { return 1 }; return await __main()",
		},
		"a loop is no last value":    {"while (true) await f()", "while (true) await f()"},
		"an object":                  {"{ \"action\": \"x\" }", "return { \"action\": \"x\" }"},
		"a field":                    {"f()\naction: 'x'", "f()\nreturn { action: 'x' }"},
		"an import":                  {"import React, { useState as s } from 'react'\nreturn 1", "\nreturn 1"},
		"type parameters":            {"const f = <T>(x: T) => x\nreturn 1", "const f = <T,>(x: T) => x\nreturn 1"},
		"what is thrown":             {"throw { a: 1 }", "throw __thrown({ a: 1 })"},
		"brackets that do not match": {"<A/>\n}", "<A/>\n}"},
	} {
		u, err := tsx.Read(test.source, []string{"list", "tasks.add"})
		if err != nil || u.Text != test.want {
			t.Errorf("%s:\n got %q, %v\nwant %q", name, u.Text, err, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"yield <A>{list().x} {a b}</A>\nexport default async function* f(): Promise<{ a: 1 }> { yield\n<A/> }",
		"import a,\n{ b } from 'c'; (x) => y",
		"if (a) <A/> else { b: 1 }", "switch (a) { case 1: <A/> }\nmain()", "class A { async *f() { yield <A/> } }",
		"x = a ? (b) : c\n{ action: 1 }",
		"`${list()}` => {", "throw\nyield", "export default", "function", "=> => {", "<A>{(", "}){(",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		u, err := tsx.Read(source, []string{"list"})
		if err != nil {
			return
		}
		if a, b := strings.Count(u.Text, "\n"), strings.Count(source, "\n"); a != b {
			t.Errorf("%d lines became %d: %q, of %q", b, a, u.Text, source)
		}
		if flaw, ok := u.Flaw(); ok && (flaw.Line < 1 || flaw.Line > strings.Count(source, "\n")+1) {
			t.Errorf("%+v of %q", flaw, source)
		}
	})
}

// Code may be made to be slow to mend.
func TestHostileCodeIsMendedInTime(t *testing.T) {
	for _, unit := range []string{"a=>", "<A/>\n", "yield\n<A/>\n", "f(<A/>)\n", "list().a\n", "const a = list()\n", "a=list();", "throw 1\n",
		"function* f() { yield <A/> }\n", "export default a\n", "a && <A/>\n", "import a from 'b'\n", "({a:", "a?b:", "`${", "{a b}<A>"} {
		source := strings.Repeat(unit, tsx.MaxSource/len(unit))
		used := enginetest.Computed(t)
		u, err := tsx.Read(source, []string{"list"})
		if err == nil {
			u.Flaw()
		}
		if took := enginetest.Computed(t) - used; took > 2*time.Second {
			t.Errorf("%q again and again took %v (%v)", unit, took, err)
		}
	}
}
