package tsx_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"modernc.org/quickjs"

	"parley/codefirst/tsx"
	"parley/engine/enginetest"
)

// prelude makes elements as the sandbox does.
const prelude = `
const node = c => c === null || c === undefined || c === false || c === true ? [] : Array.isArray(c) ? c.flatMap(node) :
	c.name !== undefined && c.children !== undefined ? [{element: c}] : [{text: String(c)}];
const h = (name, props, ...children) => {
	const nodes = [];
	for (const n of children.flatMap(node)) {
		const last = nodes[nodes.length - 1];
		if (n.text !== undefined && last && last.text !== undefined) last.text += n.text; else nodes.push(n);
	}
	return {name: typeof name === 'string' ? name : '', props: props || undefined, children: nodes};
};
const F = '';
`

// machine evaluates expressions of TSX.
type machine struct {
	t  testing.TB
	vm *quickjs.VM
}

func newMachine(t testing.TB) machine {
	vm, err := quickjs.NewVM()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := vm.Eval(prelude, quickjs.EvalGlobal); err != nil {
		t.Fatal(err)
	}
	return machine{t, vm}
}

// compiled is source with its elements literal, as JavaScript.
func compiled(source string) (string, error) {
	source, err := tsx.Literal(source)
	if err != nil {
		return "", err
	}
	r := api.Transform(source, api.TransformOptions{
		Loader: api.LoaderTSX, JSXFactory: "h", JSXFragment: "F", LogLevel: api.LogLevelSilent,
	})
	if len(r.Errors) > 0 {
		return "", errors.New(r.Errors[0].Text)
	}
	return string(r.Code), nil
}

// eval is the JSON of the variable x of source.
func (m machine) eval(source string) (string, error) {
	code, err := compiled(source)
	if err != nil {
		return "", err
	}
	out, err := m.vm.Eval("(() => {"+strings.ReplaceAll(code, "React.", "")+"; return JSON.stringify(x) })()", quickjs.EvalGlobal)
	if err != nil {
		return "", err
	}
	text, _ := out.(string)
	return text, nil
}

// write is an element as text: <Name props>…</>, its texts quoted.
func write(e tsx.Element) string {
	var b strings.Builder
	b.WriteString("<" + e.Name)
	if e.Props != nil {
		b.WriteString(" " + string(e.Props))
	}
	b.WriteString(">")
	for _, c := range e.Children {
		if c.Element != nil {
			b.WriteString(write(*c.Element))
		} else {
			text, _ := json.Marshal(c.Text)
			b.Write(text)
		}
	}
	return b.String() + "</>"
}

// names makes the components strings, as the sandbox has globals for them.
const names = "const Message='Message',Text='Text',Button='Button',Card='Card',name='Ann',n=3,list=['a','b'],yes=true;\n"

func TestTextOfElementsIsKept(t *testing.T) {
	m := newMachine(t)
	for _, test := range []struct{ name, source, want string }{
		{"one line", `<Text>Hello</Text>`, `<Text>"Hello"</>`},
		{"spaces at the ends", `<Text>  Hello  </Text>`, `<Text>"Hello"</>`},
		{"two lines", "<Text>\nHello, world!\nThis is a second line.\n</Text>", `<Text>"Hello, world!\nThis is a second line."</>`},
		{"indentation that lines share", "<Text>\n    one\n      two\n    three\n  </Text>", `<Text>"one\n  two\nthree"</>`},
		{"tabs", "<Text>\n\t\tone\n\t\ttwo\n\t</Text>", `<Text>"one\ntwo"</>`},
		{"an empty line", "<Text>\n  one\n\n  two\n</Text>", `<Text>"one\n\ntwo"</>`},
		{"spaces at the end of a line", "<Text>one  \ntwo</Text>", `<Text>"one\ntwo"</>`},
		{"first line beside the tag", "<Text>one\n  two\n  three</Text>", `<Text>"one\ntwo\nthree"</>`},
		{"Windows lines", "<Text>\r\n  one\r\n  two\r\n</Text>", `<Text>"one\ntwo"</>`},
		{"empty", `<Text></Text>`, `<Text></>`},
		{"blank", "<Text>\n  \n</Text>", `<Text></>`},
		{"self-closing", `<Card />`, `<Card></>`},
		{"nested", "<Message>\n\t<Text>What do you prefer ?</Text>\n\t<Button>Cats</Button>\n\t<Button>Dogs</Button>\n</Message>",
			`<Message><Text>"What do you prefer ?"</><Button>"Cats"</><Button>"Dogs"</></>`},
		{"text beside an element", "<Message>\n  Hi\n  <Button>Yes</Button>\n  Bye\n</Message>", `<Message>"Hi"<Button>"Yes"</>"Bye"</>`},
		{"fragment", `<Message><><Text>a</Text></></Message>`, `<Message><><Text>"a"</></></>`},
		{"quotes", `<Text>She said "no" and 'yes'</Text>`, `<Text>"She said \"no\" and 'yes'"</>`},
		{"an apostrophe alone", `<Text>Don't do it</Text>`, `<Text>"Don't do it"</>`},
		{"backslash", `<Text>C:\temp\new</Text>`, `<Text>"C:\\temp\\new"</>`},
		{"ampersand", `<Text>Q & A</Text>`, `<Text>"Q \u0026 A"</>`},
		{"entities", `<Text>a &lt; b &amp;&amp; c &gt; d &nbsp;&#8364;</Text>`,
			"<Text>\"a \\u003c b \\u0026\\u0026 c \\u003e d \u00a0€\"</>"},
		{"not an entity", `<Text>AT&T; &nosuch;</Text>`, `<Text>"AT\u0026T; \u0026nosuch;"</>`},
		{"less than", `<Text>5 < 6 and 7 > 6</Text>`, `<Text>"5 \u003c 6 and 7 \u003e 6"</>`},
		{"an arrow", `<Text>a <- b -> c</Text>`, `<Text>"a \u003c- b -\u003e c"</>`},
		{"emoji and letters", `<Text>Grüße 👋 日本</Text>`, `<Text>"Grüße 👋 日本"</>`},
		{"comment signs", `<Text>see http://example.com // now /* so */</Text>`, `<Text>"see http://example.com // now /* so */"</>`},
		{"semicolons and code words", `<Text>return; yield; const x = 1;</Text>`, `<Text>"return; yield; const x = 1;"</>`},
		{"an expression", `<Text>Hello {name}!</Text>`, `<Text>"Hello Ann!"</>`},
		{"expressions in a row", `<Text>{name} {name}</Text>`, `<Text>"Ann Ann"</>`},
		{"an expression in a line of its own", "<Text>\n  Hello\n  {name}\n  Bye\n</Text>", `<Text>"Hello\nAnn\nBye"</>`},
		{"a template", "<Text>{`a ${name} <b> {c}`}</Text>", `<Text>"a Ann \u003cb\u003e {c}"</>`},
		{"a string with braces", `<Text>{"} {"}</Text>`, `<Text>"} {"</>`},
		{"an object in an expression", `<Text>{({a: {b: n}}).a.b}</Text>`, `<Text>"3"</>`},
		{"elements of a list", `<Message>{list.map(a => <Button>{a}</Button>)}</Message>`, `<Message><Button>"a"</><Button>"b"</></>`},
		{"a condition", `<Message>{yes && <Text>Yes, it is</Text>}</Message>`, `<Message><Text>"Yes, it is"</></>`},
		{"a choice", `<Message>{n > 2 ? <Text>many</Text> : <Text>few</Text>}</Message>`, `<Message><Text>"many"</></>`},
		{"a comment as a child", `<Text>a{/* nothing */}b</Text>`, `<Text>"ab"</>`},
		{"a closing brace alone", `<Text>a } b</Text>`, `<Text>"a } b"</>`},
		{"an opening brace alone", `<Text>a { b</Text>`, `<Text>"a { b"</>`},
		{"inline code", "<Text>use `a < b && {c}` here</Text>", "<Text>\"use `a \\u003c b \\u0026\\u0026 {c}` here\"</>"},
		{"a code fence", "<Text>\n```js\nif (a < b) { c(\"d\") }\n```\n</Text>",
			"<Text>\"```js\\nif (a \\u003c b) { c(\\\"d\\\") }\\n```\"</>"},
		{"a backtick alone", "<Text>a ` b {name}</Text>", "<Text>\"a ` b Ann\"</>"},
		{"bold and italic", `<Text>a <b>b</b> <strong>c</strong> <i>d</i> <em>e</em></Text>`, `<Text>"a **b** **c** *d* *e*"</>`},
		{"line breaks of HTML", `<Text>a<br/>b<br>c</Text>`, `<Text>"a\nb\nc"</>`},
		{"a list of HTML", `<Text><ul><li>a</li><li>b</li></ul></Text>`, `<Text>"- a\n- b"</>`},
		{"paragraphs and headings", `<Text><h2>T</h2><p>a</p></Text>`, `<Text>"## T\n\n\n\na"</>`},
		{"attributes", `<Button action="say" label={'a' + name} on>Go</Button>`,
			`<Button {"action":"say","label":"aAnn","on":true}>"Go"</>`},
		{"attributes in lines", "<Button\n  label=\"a > b\"\n  // why\n  value={`x`}\n/>", `<Button {"label":"a > b","value":"x"}></>`},
		{"entities in attributes", `<Button label="a &amp; b" />`, `<Button {"label":"a & b"}></>`},
		{"spread", `<Button {...{label: "a"}} />`, `<Button {"label":"a"}></>`},
		{"an element as an attribute", `<Card title=<Text>a b</Text> />`,
			`<Card {"title":{"name":"Text","children":[{"text":"a b"}]}}></>`},
		{"in parentheses", "(\n  <Text>\n    a\n    b\n  </Text>\n)", `<Text>"a\nb"</>`},
		{"lower case is a name too", `<Text><Text>a</Text></Text>`, `<Text><Text>"a"</></>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			raw, err := m.eval(names + "const x = " + test.source + ";")
			if err != nil {
				t.Fatal(err)
			}
			var e tsx.Element
			if err := json.Unmarshal([]byte(raw), &e); err != nil {
				t.Fatal(err)
			}
			if got := write(e); got != test.want {
				t.Errorf("%s\n got %s\nwant %s", test.source, got, test.want)
			}
		})
	}
}

func TestWhatIsNoElementIsNotTouched(t *testing.T) {
	for _, source := range []string{
		"", "const a = b < c && d > e;", "for (let i = 0; i<n; i++) { f(i<n, j>m) }", "const x: Array<string> = [];",
		"function f<T>(x: T): T { return x }", "const f = <T,>(x: T) => x;", "const g = <T extends object>(x: T) => x;",
		"f<number>(1)", "new Map<string, Array<number>>()", "const s = '<Text>a b</Text>';", "const s = `<Text>${a < b}</Text>`;",
		"// <Text>a b</Text>\n/* <Text>\n</Text> */", "const r = /<Text>[/]\\/x/g.test(s);", "a / b / c", "x = a[0] / 2 < 3",
		"if (a) { b } else { c }", "let y = a as Foo<Bar>;", "const o = { a: 1, b: [2, { c: 3 }] };", "}", ")(", "'unclosed\nconst a = 1", "`unclosed ${",
	} {
		if got, err := tsx.Literal(source); err != nil || got != source {
			t.Errorf("Literal(%q) = %q, %v", source, got, err)
		}
	}
}

func TestSourceIsBounded(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		want   error
	}{
		"long":     {strings.Repeat("a", tsx.MaxSource+1), tsx.ErrTooLarge},
		"brackets": {"\n" + strings.Repeat("(", 20_000), tsx.ErrTooDeep},
		"elements": {"x = " + strings.Repeat("<A>", 300), tsx.ErrTooDeep},
		"braces":   {"x = <A>" + strings.Repeat("{", 300), tsx.ErrTooDeep},
		"template": {strings.Repeat("`${", 300), tsx.ErrTooDeep},
	} {
		if _, err := tsx.Literal(test.source); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// A text may be made to be slow to read.
func TestHostileSourceIsReadInTime(t *testing.T) {
	for _, unit := range []string{"<a>", "=<a ", "<a>{`", "<a>{/*", "{<a>}", "<a", "x=<a>{'", "x=<a>`", "x=<a>&", "x=<A>{a}<b>",
		"`${`", "/[", "=<a b={"} {
		source := "x=<A>" + strings.Repeat(unit, (tsx.MaxSource-8)/len(unit))
		used := enginetest.Computed(t)
		_, err := tsx.Literal(source)
		if took := enginetest.Computed(t) - used; took > 2*time.Second {
			t.Errorf("%q again and again took %v (%v)", unit, took, err)
		}
	}
}

func FuzzLiteral(f *testing.F) {
	for _, s := range []string{
		"yield <Message>\n  Hi {name}\n  <Button a=\"b\" c={d}>`{`</Button>\n</Message>\nreturn { action: 'listen' }",
		"x = <A>&lt;<b>c</b> {`${<B/>}`}</A>", "f<T>(a<b)", "<", "<a", "<a>{", "/*", "`${", "<a></b>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		got, err := tsx.Literal(source)
		if err != nil {
			return
		}
		if a, b := strings.Count(got, "\n"), strings.Count(source, "\n"); a != b {
			t.Errorf("%d lines became %d: %q", b, a, got)
		}
	})
}

func BenchmarkLiteral(b *testing.B) {
	one := "const a = await f({x: 1});\nyield <Message>\n  Hello {name}, this is & that.\n" +
		"  <Button label=\"x\">Go on</Button>\n</Message>\n"
	source := strings.Repeat(one, 5900/len(one))
	b.ReportAllocs()
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		if _, err := tsx.Literal(source); err != nil {
			b.Fatal(err)
		}
	}
}
