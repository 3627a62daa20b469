package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"parley/codefirst/sandbox"
)

// residentKiB is what the process holds of memory.
func residentKiB(t testing.TB) int {
	t.Helper()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kib := 0
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib
}

// Each code has a mark «» before the place that the fault is to name.
func TestFaultsNameTheirLine(t *testing.T) {
	for _, code := range []string{
		"«»const = 3", "const a = 1\n«»const = 3", "const a = 1\nif (a {«»\n}",
		"// x\n/* y\n z */\n«»const = 1", "const t = `\n\n`\n«»const = 1",
		"import «»fs from 'fs'", "«»export default const b = 1", "yield <Message>\n  a\n  b\n</Message>\n«»const = 1",
		"interface A {\n  x: number\n}\n«»let = 3 +", "yield «»<Message>\n  Hi\n</Text>", "function f() {\n  return 1\n}\n«»)",
		"«»throw new Error('x')", "\n\n«»throw new Error('x')", "const a = 1\n«»nothing()", "const a: any = null\n«»a.b.c",
		"interface A {\n  x: number\n}\ntype B = A\n«»throw new Error('x')", "enum E { A, B }\n«»throw new Error('x')",
		"const f = () => {\n  «»throw new Error('x')\n}\nf()", "function f() {\n  const g = () => {\n    «»nothing()\n  }\n  g()\n}\nf()",
		"[1, 2].map(x => {\n  «»return nothing(x)\n})", "async function f() {\n  await ping(1)\n  «»throw new Error('x')\n}\nawait f()",
		"class A {\n  get x() {\n    «»throw new Error('x')\n  }\n}\nnew A().x", "await ping(1)\nawait ping(2)\n«»throw new Error('x')",
		"const a = 1\n«»await fail()", "await Promise.all([\n  ping(1),\n  «»fail(),\n])",
		"try {\n  await ping(1)\n} finally {\n  «»nothing()\n}",
		"yield <Message>\n  Hello,\n  world\n</Message>\n«»throw new Error('x')", "yield <Message>\n  {«»nothing}\n</Message>",
		"yield (\n  <Message>\n    a\n    b {«»nothing()}\n  </Message>\n)", "const t = `\n  a\n  b\n`\n«»nothing()",
		"const o = {\n  a: 1,\n  «»b: nothing(),\n}", "const x = 1\n\n// a comment\n\n/* another\n   one */\n«»nothing()",
		"for (const x of [1, 2]) {\n  if (x === 2) {\n    «»throw new Error('x')\n  }\n}", "switch (1) {\n  case 1:\n    «»nothing()\n}",
		"const list: Array<{ price: number }> = []\nconst total = (l: typeof list) =>\n  «»l[7].price\ntotal(list)",
		"const s = 'a' +\n  'b'\nconst n: number =\n  «»nothing", "const { a } = { a: 1 }\nconst [b] = [1]\n«»a.b.c",
		"label: for (;;) {\n  break label\n}\n«»nothing()",
		"const f = async (x: number) => {\n  const y = await ping(x)\n  «»return y.z.w\n}\nawait Promise.all([f(1)])",
		"o.p = 1\n«»o.q = 2", "const a = [\n  1,\n  2,\n]\n«»a.x.y",
		"yield <Message>\n```js\nconst x = {\n  a: 1\n}\n```\n</Message>\n«»nothing()",
		"yield <Message>Tom &amp; \"Ann\"</Message>\nyield <Message>{1}\n\n</Message>\n«»nothing()",
	} {
		before, after, _ := strings.Cut(code, "«»")
		want := strings.Count(before, "\n") + 1
		t.Run(fmt.Sprintf("%.30q", before+after), func(t *testing.T) {
			p, err := sandbox.Compile(before + after)
			var f *sandbox.Fault
			if err != nil && !errors.As(err, &f) {
				t.Fatal(err)
			}
			if f == nil {
				out, err := sandbox.NewQuickJS().Run(t.Context(), p, room(sandbox.Limits{}), &host{})
				if err != nil || out.Fault == nil {
					t.Fatalf("no fault: %v", err)
				}
				f = out.Fault
			}
			if f.Line != want || !strings.Contains(f.Listing, fmt.Sprintf("> %03d | ", want)) {
				t.Errorf("line %d, want %d: %v\n%s\n%v", f.Line, want, f, f.Listing, f.Stack)
			}
		})
	}
}

func TestSourceIsBounded(t *testing.T) {
	for name, code := range map[string]string{
		"long": strings.Repeat("a;", 40_000), "deep": strings.Repeat("(", 5000), "elements": "yield " + strings.Repeat("<A>", 5000),
		"import": "const a = await import('fs')", "a mark of great numbers": "return 10n",
	} {
		_, err := sandbox.Compile(code)
		var f *sandbox.Fault
		if !errors.As(err, &f) || f.Kind != sandbox.Syntax {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, a := range attacks(f) {
		f.Add(a.Code)
	}
	f.Add("yield <Message>\n  {a} `b` <b>c</b>\n</Message>\nconst { a, b: [c = (1, 2), ...d] } = await x(), e = /[;\"]/\nif (a) { let g }")
	f.Fuzz(func(t *testing.T, code string) {
		p, err := sandbox.Compile(code)
		if err != nil {
			var fault *sandbox.Fault
			if !errors.As(err, &fault) || fault.Line < 0 || fault.Line > strings.Count(code, "\n")+1 {
				t.Errorf("Compile(%q) = %v", code, err)
			}
			return
		}
		// What was put in for the variables is still JavaScript.
		if r := api.Transform(p.Compiled(), api.TransformOptions{LogLevel: api.LogLevelSilent}); len(r.Errors) > 0 {
			t.Errorf("Compile(%q) makes\n%s\n%s", code, p.Compiled(), r.Errors[0].Text)
		}
	})
}

// small and big are code of 440 bytes and 5.9 kB.
var (
	small = "const a = await ping({ from: 'Quebec', to: 'New York' })\nconst b = await ping({ n: a.from.length })\n" +
		"// think\nif (b.n > 3) {\n  yield <Message>\n    It is {a.from} to {a.to}, {b.n} letters.\n    Shall I?\n" +
		"    <Button action=\"say\" label=\"Yes\" />\n  </Message>\n}\n" +
		"const list = [1, 2, 3].map(x => x * 2)\nreturn { action: 'done', value: { a, b, list, text: `${a.from} and ${b.n}` } }\n"
	big = strings.Repeat("{\n"+small[:strings.LastIndex(small, "return")]+"}\n", 15) + "return 1"
)

func benchmarkCompile(b *testing.B, code string) {
	b.ReportAllocs()
	b.SetBytes(int64(len(code)))
	for b.Loop() {
		if _, err := sandbox.Compile(code); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompileSmall(b *testing.B) { benchmarkCompile(b, small) }
func BenchmarkCompileBig(b *testing.B)   { benchmarkCompile(b, big) }

func benchmarkRun(b *testing.B, code string, compile bool) {
	p, err := sandbox.Compile(code)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if compile {
			if p, err = sandbox.Compile(code); err != nil {
				b.Fatal(err)
			}
		}
		out, err := sandbox.NewQuickJS().Run(b.Context(), p, room(sandbox.Limits{}), &host{})
		if err != nil || out.Fault != nil {
			b.Fatal(out.Fault, err)
		}
	}
}

func BenchmarkNewMachine(b *testing.B)                      { benchmarkRun(b, "return 1", false) }
func BenchmarkCompileAndRunTwoToolsOneMessage(b *testing.B) { benchmarkRun(b, small, true) }
func BenchmarkLoopOfAMillion(b *testing.B) {
	benchmarkRun(b, "let n = 0\nfor (let i = 0; i < 1e6; i++) n += i\nreturn n", false)
}

// BenchmarkIdleMachine tells the resident memory of a machine that waits for a call.
func BenchmarkIdleMachine(b *testing.B) {
	p, err := sandbox.Compile("return await wait()")
	if err != nil {
		b.Fatal(err)
	}
	const machines = 100
	before := residentKiB(b)
	for b.Loop() {
		ctx, cancel := context.WithCancel(b.Context())
		var waiting, ended sync.WaitGroup
		waiting.Add(machines)
		h := &host{call: func(ctx context.Context, _ sandbox.Call) (json.RawMessage, error) {
			waiting.Done()
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}}
		for range machines {
			ended.Go(func() {
				if _, err := sandbox.NewQuickJS().Run(ctx, p, room(sandbox.Limits{}), h); !errors.Is(err, context.Canceled) {
					b.Error(err)
				}
			})
		}
		waiting.Wait()
		b.ReportMetric(float64(residentKiB(b)-before)/machines, "KiB/machine")
		cancel()
		ended.Wait()
	}
}
