package typings_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"parley/codefirst/typings"
	"parley/engine/enginetest"
	"parley/tool"
)

// valid fails unless text is TypeScript.
func valid(t testing.TB, text string) {
	t.Helper()
	r := api.Transform(text, api.TransformOptions{Loader: api.LoaderTS, LogLevel: api.LogLevelSilent})
	if len(r.Errors) > 0 {
		t.Errorf("not TypeScript: %s\n%s", r.Errors[0].Text, text)
	}
}

func TestTypesOfSchemas(t *testing.T) {
	for _, test := range []struct{ name, schema, want string }{
		{"anything", `{}`, `any`},
		{"true", `true`, `any`},
		{"no schema", `[`, `any`},
		{"string", `{"type":"string"}`, `string`},
		{"number", `{"type":"number"}`, `number`},
		{"integer", `{"type":"integer"}`, `number`},
		{"boolean", `{"type":"boolean"}`, `boolean`},
		{"null", `{"type":"null"}`, `null`},
		{"unknown type", `{"type":"money"}`, `any`},
		{"or null", `{"type":["string","null"]}`, `string | null`},
		{"const", `{"const":10}`, `10`},
		{"const text", `{"const":"a\"b"}`, `"a\"b"`},
		{"const null", `{"const":null}`, `null`},
		{"const object", `{"const":{"a":[1]}}`, `{"a":[1]}`},
		{"enum", `{"enum":["a","b",3]}`, `"a" | "b" | 3`},
		{"enum of lines", `{"enum":["a\nb"]}`, `"a\nb"`},
		{"anyOf", `{"anyOf":[{"type":"string"},{"type":"number"}]}`, `string | number`},
		{"oneOf, each once", `{"oneOf":[{"type":"integer"},{"type":"number"}]}`, `number`},
		{"allOf", `{"allOf":[{"type":"object","properties":{"a":{}}},{"type":"object","properties":{"b":{}}}]}`, "{\n  a?: any;\n} & {\n  b?: any;\n}"},
		{"array", `{"type":"array","items":{"type":"string"}}`, `string[]`},
		{"array of a union", `{"type":"array","items":{"enum":["a","b"]}}`, `("a" | "b")[]`},
		{"array of anything", `{"type":"array"}`, `any[]`},
		{"array of arrays", `{"type":"array","items":{"type":"array","items":{"type":"number"}}}`, `number[][]`},
		{"tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}]}`, `[string, number]`},
		{"record", `{"type":"object","additionalProperties":{"type":"number"}}`, `Record<string, number>`},
		{"any object", `{"type":"object"}`, `Record<string, any>`},
		{"empty object", `{"type":"object","properties":{},"additionalProperties":false}`, `{}`},
		{"required and not", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}},"required":["a"]}`, "{\n  a: string;\n  b?: number;\n}"},
		{"default is optional", `{"type":"object","properties":{"a":{"type":"number","default":5}},"required":["a"]}`, "{\n  /** (default 5) */\n  a?: number;\n}"},
		{"only value that must be there", `{"type":"object","properties":{"a":{"const":10}},"required":["a"]}`, "{\n  a: 10;\n}"},
		{"false", `false`, `never`},
		{"array of what may be null", `{"type":"array","items":{"type":["string","null"]}}`, `(string | null)[]`},
		{"array of objects or null", `{"type":"array","items":{"type":["object","null"],"properties":{"a":{}}}}`, "({\n  a?: any;\n} | null)[]"},
		{"array of a text with marks", `{"type":"array","items":{"const":"a|b"}}`, `"a|b"[]`},
		{"tuple of draft 7", `{"type":"array","items":[{"type":"string"},{"type":"number"}]}`, `[string, number]`},
		{"enum, each once", `{"enum":[1,1,null]}`, `1 | null`},
		{"separator of lines", `{"const":"a b"}`, `"a\u2028b"`},
		{"number that is too large", `{"enum":[1,1e999]}`, `any`},
		{"number below zero", `{"const":[-1]}`, `[-1]`},
		{"union with anything", `{"anyOf":[{"type":"string"},{}]}`, `any`},
		{"text of two forms", `{"type":"string","anyOf":[{"format":"date"},{"format":"uri"}]}`, `string`},
		{"object and union", `{"type":"object","properties":{"a":{}},"anyOf":[{"const":1},{"const":2}]}`, "{\n  a?: any;\n} & (1 | 2)"},
		{"open object", `{"type":"object","additionalProperties":true}`, `Record<string, any>`},
		{"open object that needs a field", `{"type":"object","required":["a"]}`, `Record<string, any>`},
		{"names by pattern", `{"type":"object","patternProperties":{"^x":{}},"additionalProperties":false}`, `Record<string, any>`},
		{"no properties", `{"type":"object","properties":{}}`, `{}`},
		{"keyword in no form", `{"type":"object","properties":{"a":{"type":"string","minLength":"x","enum":3}}}`, "{\n  a?: string;\n}"},
		{"bounds of items", `{"type":"object","properties":{"a":{"type":"array","maxItems":2,"items":{"type":"string","pattern":"(x)"}}}}`,
			"{\n  /** (max items 2, each pattern (x)) */\n  a?: string[];\n}"},
		{"open bounds", `{"type":"object","properties":{"a":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1,"multipleOf":0.1}}}`,
			"{\n  /** (more than 0, less than 1, multiple of 0.1) */\n  a?: number;\n}"},
		{"default that ends a comment", `{"type":"object","properties":{"a":{"default":"*/"}}}`, "{\n  /** (default \"*\u200b/\") */\n  a?: any;\n}"},
		{"description and bounds", `{"type":"object","properties":{"a":{"type":"string","description":"a name","minLength":1,"maxLength":9}}}`, "{\n  /** a name (min length 1, max length 9) */\n  a?: string;\n}"},
		{"format and pattern", `{"type":"object","properties":{"a":{"type":"string","format":"date","pattern":"^a*/"}}}`, "{\n  /** (format date, pattern ^a*\u200b/) */\n  a?: string;\n}"},
		{"nested", `{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array","items":{"type":"object","properties":{"c":{}}}}}}}}`, "{\n  a?: {\n    b?: {\n      c?: any;\n    }[];\n  };\n}"},
		{"names that are no identifiers", `{"type":"object","properties":{"a b":{},"1":{},"a\"]":{}}}`, "{\n  \"a b\"?: any;\n  \"1\"?: any;\n  \"a\\\"]\"?: any;\n}"},
		{"other fields", `{"type":"object","properties":{"a":{}},"additionalProperties":{"type":"number"}}`, "{\n  a?: any;\n  [key: string]: any;\n}"},
		{"ref", `{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"number"}}}`, "{\n  a?: number;\n}"},
		{"ref to nowhere", `{"$ref":"#/$defs/n"}`, `any`},
		{"comment that ends", `{"type":"object","properties":{"a":{"description":"*/ } evil(); /*"}}}`, "{\n  /** *\u200b/ } evil(); /* */\n  a?: any;\n}"},
		{"description of lines", `{"type":"object","properties":{"a":{"description":"one\n\u2028two"}}}`, "{\n  /**\n   * one\n   * two\n   */\n  a?: any;\n}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := typings.Type(json.RawMessage(test.schema))
			if got != test.want {
				t.Errorf("Type(%s) =\n%s\nwant\n%s", test.schema, got, test.want)
			}
			valid(t, "type T = "+got+";")
		})
	}
}

func TestTypeThatHoldsItselfEnds(t *testing.T) {
	const wide = 40
	var refs, chain []string
	for i := range wide {
		refs = append(refs, fmt.Sprintf(`"p%d":{"$ref":"#"}`, i))
		chain = append(chain, fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i, i+1, i+1))
	}
	for name, schema := range map[string]string{
		"list":    `{"type":"object","properties":{"next":{"$ref":"#"}}}`,
		"by name": `{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/$defs/a"}}]}}}`,
		"many":    `{"type":"object","properties":{` + strings.Join(refs, ",") + `}}`,
		"doubled": `{"$ref":"#/$defs/d0","$defs":{` + strings.Join(chain, ",") + `}}`,
		"deep":    strings.Repeat(`{"type":"array","items":`, 2000) + `{}` + strings.Repeat(`}`, 2000),
	} {
		used := enginetest.Computed(t)
		got := typings.Type(json.RawMessage(schema))
		valid(t, "type T = "+got+";")
		if took := enginetest.Computed(t) - used; !strings.Contains(got, "any") || len(got) > 100_000 || took > 5*time.Second {
			t.Errorf("%s: Type is %d bytes after %v", name, len(got), took)
		}
	}
}

type flight struct {
	From string `json:"from" jsonschema:"airport [minLength=3 maxLength=3]"`
	Max  int    `json:"max,omitempty" jsonschema:"highest price [minimum=1 default=500]"`
}

func price(context.Context, tool.Call, flight) (int, error) { return 0, nil }

func newTool(t testing.TB, name, description string, opts ...tool.Option) tool.Tool {
	t.Helper()
	tl, err := tool.New(name, description, price, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func TestToolIsAFunctionByEachName(t *testing.T) {
	got := typings.Tool(newTool(t, "getPrice", "The price of a\nflight */.", tool.WithAliases("price"), tool.Static(map[string]any{"from": "YQB"})))
	const one = "/**\n * The price of a\n * flight *\u200b/.\n */\ndeclare function NAME(args?: {\n  /** airport */\n  from?: \"YQB\";\n" +
		"  /** highest price (min 1, default 500) */\n  max?: number;\n}): Promise<number>;\n"
	if want := strings.Replace(one, "NAME", "getPrice", 1) + strings.Replace(one, "NAME", "price", 1); got != want {
		t.Errorf("Tool =\n%s\nwant\n%s", got, want)
	}
	valid(t, got)
}

func TestToolOfNothingIsVoid(t *testing.T) {
	run := func(context.Context, tool.Call, json.RawMessage) (json.RawMessage, error) { return nil, nil }
	empty := json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)
	for output, gives := range map[string]string{
		"": "void", `{"type":"null"}`: "void", string(empty): "void", `{"type":"object","properties":{}}`: "{}", `{}`: "any",
	} {
		tl, err := tool.FromJSON("ping", "Pings.", empty, json.RawMessage(output), run)
		if output == "" {
			tl, err = tool.FromJSON("ping", "Pings.", empty, nil, run)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := typings.Tool(tl); got != "/** Pings. */\ndeclare function ping(args?: {}): Promise<"+gives+">;\n" {
			t.Errorf("Tool of %s = %s", output, got)
		}
	}
}

func TestNamespaceTellsItsVariables(t *testing.T) {
	got := typings.Namespace(typings.Space{
		Name: "user", Description: "Who calls.", Tools: []tool.Tool{newTool(t, "getPrice", "d")},
		Properties: []typings.Property{
			{Name: "name", Description: "in full", Schema: json.RawMessage(`{"type":"string"}`), Value: json.RawMessage(`"Ann  B"`)},
			{Name: "age", Schema: json.RawMessage(`{"type":"number","minimum":18}`), Value: json.RawMessage("30\n"), Writable: true},
			{Name: "any", Value: json.RawMessage(`"` + strings.Repeat("x", 1000) + "\u2028\"")},
		},
	})
	for _, part := range []string{
		"/** Who calls. */\ndeclare namespace user {\n", "  /** in full */\n  const name: Readonly<string>; // = \"Ann  B\"\n",
		"  /** (min 18) */\n  let age: Writable<number>; // = 30\n", "  function getPrice(args: {\n    /** airport", "x…\n",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("Namespace has no %q:\n%s", part, got)
		}
	}
	valid(t, got)
}

func TestNamesAreDeclaredAsCodeCallsThem(t *testing.T) {
	object, text := json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`), json.RawMessage(`{"type":"string"}`)
	for name, want := range map[string]string{
		"a":            "declare function a(args?: {}): Promise<string>;\n",
		"tasks.add":    "declare namespace tasks {\n  function add(args?: {}): Promise<string>;\n}\n",
		"a.b.c":        "declare namespace a.b {\n  function c(args?: {}): Promise<string>;\n}\n",
		"tasks.delete": "declare namespace tasks {\n  function delete_(args?: {}): Promise<string>;\n  export { delete_ as delete };\n}\n",
		"delete":       "", "new.task": "", "a b": "", "a;b": "", "x() {} //": "", "": "", ".": "", "a.": "", ".a": "", "ü": "",
	} {
		got := typings.Function(name, "", object, text)
		if got != want {
			t.Errorf("Function(%q) =\n%s\nwant\n%s", name, got, want)
		}
		valid(t, got)
	}
	got := typings.Namespace(typings.Space{
		Name: "tasks", Tools: []tool.Tool{newTool(t, "delete", "d"), newTool(t, "add", "d")},
		Properties: []typings.Property{{Name: "class"}, {Name: "}"}},
	})
	valid(t, got)
	if !strings.Contains(got, "export { class_ as class, delete_ as delete, add };") || strings.Contains(got, "}:") {
		t.Errorf("Namespace =\n%s", got)
	}
	if got := typings.Namespace(typings.Space{Name: "a b", Description: "d"}); got != "" {
		t.Errorf("Namespace of a bad name = %s", got)
	}
}

func TestReservedWordsAreNeverDeclared(t *testing.T) {
	words := "as await break case catch class const continue debugger default delete do else enum export extends false finally for " +
		"function if implements import in instanceof interface let new null package private protected public return static super " +
		"switch this throw true try typeof var void while with yield async any string number boolean type of get set declare " +
		"namespace module abstract asserts is keyof never unknown object symbol undefined eval arguments constructor __proto__"
	for word := range strings.FieldsSeq(words) {
		valid(t, typings.Function(word, "d", json.RawMessage(`{}`), nil))
		valid(t, typings.Function("o."+word, "d", json.RawMessage(`{}`), nil))
		variables := []typings.Property{{Name: word}, {Name: word + "1", Writable: true}}
		valid(t, typings.Namespace(typings.Space{Name: word, Properties: variables}))
	}
}

func FuzzType(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a\u2028":{"description":"*/","enum":["x"]}}}`)
	f.Add(`{"anyOf":[{"$ref":"#"},{"type":["array","null"],"items":{"const":{"a":1}}}]}`)
	f.Fuzz(func(t *testing.T, schema string) {
		if len(schema) < 2000 {
			valid(t, "type T = "+typings.Type(json.RawMessage(schema))+";")
		}
	})
}

func FuzzNames(f *testing.F) {
	f.Add("tasks.delete", "*/ }", `"a\u2028b"`)
	f.Add("a{}", "\r\n*\x00/", "1 // \n2")
	f.Fuzz(func(t *testing.T, name, description, value string) {
		if len(name)+len(description)+len(value) > 2000 {
			return
		}
		raw := json.RawMessage(value)
		valid(t, typings.Function(name, description, raw, raw))
		valid(t, typings.Namespace(typings.Space{Name: "o", Description: description, Properties: []typings.Property{
			{Name: name, Description: description, Schema: raw, Value: raw}, {Name: "p" + name, Value: raw, Writable: true},
		}}))
	})
}

func BenchmarkTool(b *testing.B) {
	tl := newTool(b, "getPrice", "The price of a flight.")
	b.ReportAllocs()
	for b.Loop() {
		typings.Tool(tl)
	}
}
