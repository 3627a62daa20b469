package sandbox_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"parley/codefirst/sandbox"
)

// What is wrong with code is told in the terms of who wrote it, and where it is.
func TestFaultsNameTheirCause(t *testing.T) {
	env := room(sandbox.Limits{})
	for _, test := range [][2]string{
		{"const b = {\n  a: 1", "1: the code ends before it is complete: the { of line 1 has no }"},
		{"if (ping(1)) {\n  return 1", "1: the code ends before it is complete: the { of line 1 has no }"},
		{"const t = 'abc", "1: the code ends before it is complete: the text in ' of line 1 does not end"},
		{"const t = 'it's so'\nreturn t", "1: a text in ' does not end in line 1: inside of it, that mark needs a backslash before it"},
		{"const a = 1\nyield <Message>hi\nreturn a", "2: <Message>, opened in line 2, is not closed: there is no </Message> for it"},
		{"yield <Message>\n  <Text>hi\n", "2: <Text>, opened in line 2, is not closed: there is no </Text> for it"},
		{"yield <Message>{ping(1}</Message>", "1: what is in the { of line 1 is no whole expression: its brackets do not match"},
		{"return 1\n)", "2: the ) in line 2 closes nothing"},
		{"import fs from 'fs'\nreturn fs", "1: 'fs' cannot be imported: there are no modules here"},
		{"const a = 1\nconst fs = require('fs')", "2: 'require' is not defined: nothing can be imported, there are no modules here"},
		{"return pong(1)", "1: 'pong' is not defined; an exit is returned as an object, such as { action: \"pong\" }"},
		{"await ping(1)\nawait pong(1)", "2: 'pong' is not defined; the tools are ping, wait, fail, stop, o.t"},
		{"\nyield <Alert>no</Alert>", "2: <Alert> is not a component; there are Button, Card, Message, Text"},
		{"return 2n ** 3n", "1: great integers, written with an n such as 10n, are not available here: use plain numbers"},
		{"})\nvar o = { a: 1 }; with (o) { a = 2 }\n; (async function* () {\nreturn 1", "1: the } in line 1 closes nothing"},
		{"}); 42; (function(){", "1: the } in line 1 closes nothing"},
	} {
		code, want := test[0], test[1]
		var f *sandbox.Fault
		if _, err := env.Compile(code); !errors.As(err, &f) {
			t.Errorf("%q: %v", code, err)
			continue
		}
		line, what, _ := strings.Cut(want, ": ")
		if f.Message != what || !strings.Contains(f.Listing, "> 00"+line) {
			t.Errorf("%q: line %d, %q, want %q\n%s", code, f.Line, f.Message, want, f.Listing)
		}
	}
}

// What only looks as if it were said or known is a fault, with its line.
func TestWhatIsTakenForAnotherIsTold(t *testing.T) {
	for _, test := range [][2]string{
		{"const f = () => ping('a')\nreturn f().length", "2: a promise was used as a value (.length): await it first"},
		{"const f = () => ping('a')\nreturn `${f()}`", "2: a promise was used as a value"},
		{"const f = () => ping([1])\nfor (const x of f()) {}", "2: a promise was used as a value: await it first"},
		{"const f = () => ping(1)\nreturn { a: f() }", "0: a promise is no value: await it first"},
		{"return [1].filter(async x => false)", "1: filter was answered with a promise"},
		{"return [1].find(x => ping(false))", "1: find was answered with a promise"},
		{"await ping(1, 2)", "1: ping takes one object of named values, not 2 arguments"},
		{"await ping({ a: 1 }, { b: 2 })", "1: ping takes one object of named values, not 2 arguments"},
		{"const m = [1].map(x => <Message>{x}</Message>)", "1: <Message> was made and never shown: yield it"},
		{"return <Message>a</Message>", "1: <Message> was returned, which shows nothing"},
		{"yield 'Hello'", "1: yield takes a component, such as <Message>Hello</Message>"},
		{"throw { code: 5 }", `1: {"code":5}`},
		{"const A = async () => <Message>a</Message>\nyield <A/>", "2: <A> gives a promise: a component cannot be async"},
	} {
		code, want := test[0], test[1]
		out, err := run(t, code, room(sandbox.Limits{}), &host{})
		line, what, _ := strings.Cut(want, ": ")
		switch {
		case err != nil || out.Fault == nil:
			t.Errorf("%q: %v, returned %s", code, err, out.Returned)
		case !strings.HasPrefix(out.Fault.Message, what) || line != "0" && !strings.Contains(out.Fault.Listing, "> 00"+line):
			t.Errorf("%q: %q, want %q\n%s", code, out.Fault.Message, want, out.Fault.Listing)
		}
	}
}

func TestWhatIsMeantIsShown(t *testing.T) {
	env := room(sandbox.Limits{})
	for _, test := range [][2]string{
		{"const say = x => { yield <Message>{x}</Message> }\n[1, 2, 3].forEach(say)\nyield <Message>4</Message>", "1 2 3 4"},
		{
			"const f = async x => { yield <Message>{x}</Message>; await ping(x); yield <Message>-{x}</Message> }\nawait f(1)\nawait f(2)",
			"1 -1 2 -2",
		},
		{"async function* f() { yield <Message>1</Message> }\nawait f()\nyield* f()\nfor await (const x of f()) {}", "1 1 1"},
		{"function* f() { yield <Message>1</Message>; yield <Message>2</Message> }\nfor (const m of f()) yield m", "1 2"},
		{"const A = ({ n, children }) => <Message>{n}{children}</Message>\nyield <A n={1}>a</A>", "1a"},
		{"class A extends React.Component { render() { return <Message>{this.props.n}</Message> } }\nyield <A n={1}/>", "1"},
		{"yield Message('a')\nyield Message({ id: 1 }, 'b')\nyield Message({ children: 'c' })", "a b c"},
		{"const n = ping('abc')\nyield <Message>{n.length}</Message>", "3"},
		{"yield <Message>{await tools.ping(7)}</Message>", "7"},
		{"yield <Message><ol>{[1, 2].map(x => <li key={x}>n{x}</li>)}</ol></Message>", "1. n1\n2. n2"},
		{"yield <Message><a href={'https://a.b'}>x</a><a href=\"javascript:a\">y</a></Message>", "[x](https://a.b)y"},
		{"yield <Message><table><tr><th>a</th></tr><tr><td>b</td></tr></table></Message>", "| a |\n| --- |\n| b |"},
		{"yield <Message>{!!} {a b} {1 + 1} { x</Message>", "{!!} {a b} 2 { x"},
	} {
		code, want := test[0], test[1]
		p, err := env.Compile(code)
		if err != nil {
			t.Errorf("%q: %v", code, err)
			continue
		}
		h := &host{}
		out, err := sandbox.NewQuickJS().Run(t.Context(), p, env, h)
		got := regexp.MustCompile(`<Message[^>]*>|</>`).ReplaceAllString(strings.Join(h.yielded, " "), "")
		if err != nil || out.Fault != nil || got != want {
			t.Errorf("%q: %q, want %q (%v, %v)", code, got, want, err, out.Fault)
		}
	}
}

func BenchmarkCompileWithNames(b *testing.B) {
	env := room(sandbox.Limits{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := env.Compile(small); err != nil {
			b.Fatal(err)
		}
	}
}
