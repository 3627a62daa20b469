package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/tool/schema"
)

func TestValuesAreHeldToTheSchema(t *testing.T) {
	const union = `{"oneOf":[
		{"type":"object","required":["kind","n"],"properties":{"kind":{"const":"num"},"n":{"type":"number"}}},
		{"type":"object","required":["kind","s"],"properties":{"kind":{"const":"text"},"s":{"type":"string"}}}]}`
	for _, test := range []struct{ name, schema, value, want string }{
		{"anything", `{}`, `[1,"a",null]`, `[1,"a",null]`},
		{"true", `{"properties":{"a":true}}`, `{"a":1}`, `{"a":1}`},
		{"type", `{"type":"string"}`, `3`, "error: the value must be of type string"},
		{"integer", `{"type":"integer"}`, `3.0`, `3.0`},
		{"not an integer", `{"type":"integer"}`, `3.5`, "error: must be of type integer"},
		{"types", `{"type":["null","string"]}`, `null`, `null`},
		{"none of the types", `{"type":["null","string"]}`, `3`, "error: type null or string"},
		{"const", `{"const":"a"}`, `"b"`, `error: must be "a"`},
		{"const null", `{"const":null}`, `1`, `error: must be null`},
		{"enum", `{"enum":["a",2]}`, `2`, `2`},
		{"not in the enum", `{"enum":["a",2]}`, `"c"`, `error: must be one of ["a" 2]`},
		{"lengths", `{"minLength":2,"maxLength":3}`, `"äö"`, `"äö"`},
		{"too short", `{"minLength":2}`, `"a"`, "error: at least 2 characters"},
		{"too long", `{"maxLength":1}`, `"ab"`, "error: at most 1 characters"},
		{"pattern", `{"pattern":"^a+$"}`, `"aa"`, `"aa"`},
		{"not the pattern", `{"pattern":"^a+$"}`, `"b"`, "error: must match the pattern ^a+$"},
		{"date", `{"format":"date"}`, `"2026-11-31"`, "error: a date"},
		{"uri", `{"format":"uri"}`, `"a b"`, "error: an absolute URI"},
		{"e-mail", `{"format":"email"}`, `"a@b.example"`, `"a@b.example"`},
		{"a format that nobody knows", `{"format":"moon"}`, `"full"`, `"full"`},
		{"minimum", `{"minimum":1}`, `0`, "error: at least 1"},
		{"more than", `{"exclusiveMinimum":1}`, `1`, "error: more than 1"},
		{"less than", `{"exclusiveMaximum":1}`, `1`, "error: less than 1"},
		{"multiple", `{"multipleOf":0.1}`, `0.3`, `0.3`},
		{"no multiple", `{"multipleOf":2}`, `3`, "error: a multiple of 2"},
		{"items", `{"items":{"type":"string"}}`, `["a",1]`, "error: [1] must be of type string"},
		{"too many items", `{"maxItems":1}`, `[1,2]`, "error: at most 1 items"},
		{"an item twice", `{"uniqueItems":true}`, `[1,1]`, "error: an item twice"},
		{"tuple", `{"prefixItems":[{"type":"string"}],"items":false}`, `["a",2]`, "error: at most 1 items"},
		{"contains", `{"contains":{"type":"string"}}`, `[1,2]`, "error: at least 1 items"},
		{"missing", `{"required":["a"]}`, `{}`, "error: a is missing"},
		{"unknown field", `{"properties":{"a":{}},"additionalProperties":false}`, `{"b":1}`, `error: "b" is not a field`},
		{"other fields", `{"additionalProperties":{"type":"number"}}`, `{"b":"x"}`, `error: "b" must be of type number`},
		{"pattern properties", `{"patternProperties":{"^x":{"type":"number"}}}`, `{"xa":"1"}`, `error: must be of type number`},
		{"nested", `{"properties":{"a":{"properties":{"b":{"items":{"type":"string"}}}}}}`, `{"a":{"b":[1]}}`, "error: a.b[0] must be"},
		{"default", `{"properties":{"a":{"default":5},"b":{"properties":{"c":{"default":"x"}}}}}`, `{"b":{}}`, `{"a":5,"b":{"c":"x"}}`},
		{"default that is given", `{"properties":{"a":{"default":5}}}`, `{"a":1}`, `{"a":1}`},
		{"allOf", `{"allOf":[{"type":"number"},{"minimum":3}]}`, `2`, "error: at least 3"},
		{"anyOf", `{"anyOf":[{"type":"string"},{"minimum":3}]}`, `4`, `4`},
		{"none of anyOf", `{"anyOf":[{"type":"string"},{"type":"boolean"}]}`, `4`, "error: type string or boolean"},
		{"union, told apart", union, `{"kind":"text","s":3}`, "error: s must be of type string"},
		{"union, unknown kind", union, `{"kind":"x"}`, `error: kind must be one of ["num" "text"]`},
		{"union, no kind", union, `{"n":1}`, "error: kind is missing"},
		{"oneOf, two fit", `{"oneOf":[{"type":"number"},{"minimum":3}]}`, `4`, "error: one of 2 forms only"},
		{"not", `{"not":{"type":"string"}}`, `"a"`, "error: "},
		{"ref", `{"$defs":{"n":{"type":"number"}},"properties":{"a":{"$ref":"#/$defs/n"}}}`, `{"a":"x"}`, "error: a must be of type number"},
		{"a schema that holds itself", `{"properties":{"next":{"$ref":"#"},"n":{"type":"number"}}}`, `{"next":{"next":{"n":"x"}}}`, "error: next.next.n must be"},
		{"no JSON", `{}`, `{`, "error: no valid JSON"},
		{"every fault", `{"required":["a","b"],"properties":{"c":{"type":"string"}}}`, `{"c":1}`, "error: c must be of type string; a is missing; b is missing"},
		{"every fault of a text", `{"enum":["a"],"format":"date","maxLength":1}`, `"bc"`,
			`error: a date, as 2006-01-02; the value must be at most 1 characters; the value must be one of ["a"]`},
		{"draft 7", `{"items":[{"type":"string"}],"additionalItems":false}`, `["a",2]`, "error: at most 1 items"},
		{"draft 7, dependencies", `{"items":[{}],"dependencies":{"a":["b"]}}`, `{"a":1}`, "error: b is missing"},
		{"a default in a union", `{"anyOf":[{"type":"number"},{"properties":{"a":{"default":5}},"required":["a"]}]}`, `{}`, `{"a":5}`},
		{"no end of faults", `{"items":{"type":"string"}}`, `[` + strings.Repeat(`1,`, 30) + `1]`, "error: and 21 more"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := schema.Parse(json.RawMessage(test.schema))
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Check(json.RawMessage(test.value))
			if part, fails := strings.CutPrefix(test.want, "error: "); fails {
				if !errors.Is(err, schema.ErrInvalid) || !strings.Contains(err.Error(), part) {
					t.Errorf("Check(%s) = %s, %v; want an error with %q", test.value, got, err, part)
				}
			} else if err != nil || string(got) != test.want {
				t.Errorf("Check(%s) = %s, %v; want %s", test.value, got, err, test.want)
			}
		})
	}
}

func TestSchemasThatCannotBeUsedAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON": `{`, "a text": `"a"`, "two values": `{} {}`, "unknown type": `{"type":"money"}`,
		"ref to nowhere": `{"$ref":"#/a"}`, "bad pattern": `{"pattern":"("}`, "unevaluated": `{"unevaluatedItems":false}`,
		"a circle":    `{"anyOf":[{"$ref":"#"},{"items":{"$ref":"#"}}]}`,
		"bad default": `{"type":"string","default":3}`, "too deep": strings.Repeat(`{"items":`, 40) + `{}` + strings.Repeat(`}`, 40),
		"two drafts": `{"items":[{}],"prefixItems":[{}]}`, "elsewhere": `{"$ref":"https://a.example/b"}`, "no values": `{"enum":[]}`,
		"too large": `{"description":"` + strings.Repeat("a", schema.MaxBytes) + `"}`,
	} {
		if _, err := schema.Parse(json.RawMessage(text)); !errors.Is(err, schema.ErrSchema) {
			t.Errorf("%s: Parse = %v, want ErrSchema", name, err)
		}
	}
}

func TestFaultsHoldNoneOfTheValue(t *testing.T) {
	s, err := schema.Parse(json.RawMessage(`{"properties":{"a":{"enum":["x"]},"b":{"pattern":"^x$"},"c":{"type":"number"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Check(json.RawMessage(`{"a":"secret","b":"secret","c":"secret"}`))
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("Check = %v", err)
	}
}

func TestPropertiesKeepTheirOrder(t *testing.T) {
	const text = `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"object","properties":{"y":{"type":"null"},"b":{"type":"null"}}}}}`
	s, err := schema.Parse(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(s.JSON()); got != text {
		t.Errorf("JSON = %s, want %s", got, text)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"oneOf":[{"type":"string"},{"$ref":"#"}]}`), []byte(`{"a":[1,2,{"b":null}]}`))
	f.Add([]byte(`{"properties":{"a":{"default":1,"enum":[1]}},"required":["a"]}`), []byte(`{}`))
	f.Add([]byte(`{"anyOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"},"type":"array"}]}`), []byte(`[[[[[[]]]]]]`))
	f.Fuzz(func(t *testing.T, text, value []byte) {
		s, err := schema.Parse(text)
		if err != nil {
			return
		}
		used := enginetest.Computed(t)
		got, err := s.Check(value)
		if took := enginetest.Computed(t) - used; took > time.Second {
			t.Errorf("Check took %v", took)
		}
		if err != nil {
			return
		}
		if _, err := s.Check(got); err != nil {
			t.Errorf("Check of its own result %s: %v", got, err)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	s, err := schema.Parse(json.RawMessage(`{"type":"object","required":["title"],"properties":{"title":{"type":"string","maxLength":80},
		"tags":{"type":"array","items":{"type":"string"}},"n":{"type":"integer","minimum":0}}}`))
	if err != nil {
		b.Fatal(err)
	}
	value := json.RawMessage(`{"title":"buy milk","tags":["a","b"],"n":3}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Check(value); err != nil {
			b.Fatal(err)
		}
	}
}

// Options are told apart by any constant, a truth value as well as a text.
func TestUnionIsToldApartByItsConstants(t *testing.T) {
	for _, tag := range []string{`true false`, `"a" "b"`, `1 2`} {
		first, second, _ := strings.Cut(tag, " ")
		s, err := schema.Parse(json.RawMessage(fmt.Sprintf(`{"oneOf":[
			{"type":"object","required":["tag","n"],"properties":{"tag":{"const":%s},"n":{"type":"number"}}},
			{"type":"object","required":["tag","s"],"properties":{"tag":{"const":%s},"s":{"type":"string"}}}]}`, first, second)))
		if err != nil {
			t.Fatal(err)
		}
		for value, want := range map[string]string{
			`{"tag":` + second + `,"s":"x"}`: "", `{"tag":` + second + `}`: "s is missing", `{"n":1}`: "tag is missing",
			`{"tag":` + first + `,"s":"x"}`: "n is missing", `{"tag":null}`: "tag must be one of [" + first + " " + second + "]",
		} {
			if _, err := s.Check(json.RawMessage(value)); (err != nil || want != "") && (err == nil || err.Error() != want) {
				t.Errorf("%s: %v, want %q", value, err, want)
			}
		}
	}
}
