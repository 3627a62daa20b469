package prompt_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/codefirst/prompt"
)

func TestValuesArePreviewed(t *testing.T) {
	numbers := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("7,", n), ",") + "]" }
	manyKeys := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`"key number k%d":0`, i))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	var keys []string
	for i := range 25 {
		keys = append(keys, fmt.Sprintf(`"k%d":%d`, i, i))
	}
	for _, test := range []struct{ name, value, want string }{
		{"nothing", ``, "undefined"},
		{"no JSON", `{`, "(no JSON)"},
		{"null", `null`, "null"},
		{"number", `1.50`, "1.50"},
		{"text", `"a\"<b>\n"`, `"a\"<b>\n"`},
		{"empty", `[{},[]]`, "[{}, []]"},
		{"object, in order", `{"z":1,"a-b":[true,null]}`, `{ z: 1, "a-b": [true, null] }`},
		{"several lines", `{"a":"` + strings.Repeat("x", 90) + `"}`, "{\n  a: \"" + strings.Repeat("x", 90) + "\"\n}"},
		{"ten items", numbers(10), "[7, 7, 7, 7, 7, 7, 7, 7, 7, 7]"},
		{"eleven items", numbers(11), "/* 11 items: 11 number */ [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]"},
		{"kinds of items", `[1,"a",true,null,{},[],[1,2],"/* ",2,3,4]`,
			"/* 11 items: 2 array, 1 boolean, 1 null, 4 number, 1 object, 2 string */ " +
				"[1, \"a\", true, null, {}, [], [1, 2], \"/* \", 2, 3, 4]"},
		{"many keys", "{" + strings.Join(keys, ",") + "}", "has:   … (5 more keys: k20, k21, k22, k23, k24)\n}"},
		{"more keys than are named", manyKeys(500), "has: \"key number k128\", …)\n}"},
		{"deep", strings.Repeat("[", 12) + strings.Repeat("]", 12), strings.Repeat("[", 10) + "[…]" + strings.Repeat("]", 10)},
		{"deep objects", strings.Repeat(`{"a":`, 11) + "1" + strings.Repeat("}", 11), "has: {…}"},
		{"long text", `"` + strings.Repeat("two words\\n", 500) + `"`, "has: /* text of 5000 characters, 1000 words, 501 lines; the first 4096: */ \"two words"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := prompt.Inspect(json.RawMessage(test.value))
			if part, only := strings.CutPrefix(test.want, "has: "); got != test.want && !only || !strings.Contains(got, part) {
				t.Errorf("Inspect = %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAPreviewIsBounded(t *testing.T) {
	wide := "[" + strings.TrimSuffix(strings.Repeat(`{"name":"somebody","n":[1,2,3]},`, 20_000), ",") + "]"
	nested := strings.Repeat(`[[[[["aaaaaaaaaaaaaaa",`, 50) + "1" + strings.Repeat(`]]]]]`, 50)
	texts := "[" + strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("long ", 2000)+`",`, 50), ",") + "]"
	for _, value := range []string{wide, nested, texts} {
		if got := prompt.Inspect(json.RawMessage(value)); len(got) > prompt.MaxInspect {
			t.Errorf("a preview of %d bytes", len(got))
		}
	}
	if got := prompt.Inspect(json.RawMessage(wide)); !strings.HasPrefix(got, "/* 20000 items: 20000 object */ [") {
		t.Errorf("Inspect begins %.80s", got)
	}
}

func FuzzInspect(f *testing.F) {
	f.Add([]byte(`{"a":[1,"x",{"b":null}],"":1.5e3}`))
	f.Add([]byte(`[[[[[[[[[[[[1]]]]]]]]]]]]`))
	f.Fuzz(func(t *testing.T, value []byte) {
		got := prompt.Inspect(value)
		refused := strings.Contains(got, "(no JSON)") && !strings.Contains(string(value), "no JSON")
		if got == "" || len(got) > prompt.MaxInspect || json.Valid(value) && refused {
			t.Errorf("Inspect(%.100s) = %.200s, of %d bytes", value, got, len(got))
		}
	})
}

func BenchmarkInspectMegabyte(b *testing.B) {
	value := json.RawMessage("[" + strings.TrimSuffix(strings.Repeat(`{"name":"somebody","n":[1,2,3]},`, 32_000), ",") + "]")
	b.SetBytes(int64(len(value)))
	b.ReportAllocs()
	for b.Loop() {
		prompt.Inspect(value)
	}
}
