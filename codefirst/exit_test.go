package codefirst

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"parley/tool/schema"
)

func parsed(t *testing.T, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestExitsAreReadAsModelsReturnThem(t *testing.T) {
	person := `{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0}},"required":["name"]}`
	wrap := func(key string) string {
		return `{"type":"object","properties":{"` + key + `":{"type":"number"}},"required":["` + key + `"]}`
	}
	union := `{"anyOf":[
		{"type":"object","properties":{"kind":{"const":"ok"},"total":{"type":"number"}},"required":["kind","total"],"additionalProperties":false},
		{"type":"object","properties":{"kind":{"const":"failed"},"why":{"type":"string"}},"required":["kind","why"],"additionalProperties":false}]}`
	twins := strings.ReplaceAll(strings.ReplaceAll(union, "why", "total"), `{"type":"string"}`, `{"type":"number"}`)
	okOrCount := `{"oneOf":[
		{"type":"object","properties":{"success":{"const":true},"result":{"type":"string"}},"required":["success","result"]},
		{"type":"object","properties":{"success":{"const":false},"count":{"type":"number"}},"required":["success","count"]}]}`
	words := `{"anyOf":[
		{"type":"object","properties":{"kind":{"const":"ok"},"value":{"type":"number"}},"required":["kind","value"]},
		{"type":"object","properties":{"kind":{"const":"failed"},"message":{"type":"string"}},"required":["kind","message"]}]}`
	places := strings.NewReplacer("number", "string", "value", "data").Replace(words)
	for _, test := range []struct {
		name, schema, returned string
		want                   string // the value, "nil", or "error: a part of its text"
	}{
		{"value", `{"type":"number"}`, `{"action":"done","value":3}`, `3`},
		{"a value that is an object", person, `{"action":"done","value":{"name":"Ann"}}`, `{"name":"Ann"}`},
		{"fields beside the action", person, `{"action":"done","name":"Ann","age":3}`, `{"name":"Ann","age":3}`},
		{"the action last", person, `{"name":"Ann","action":"done"}`, `{"name":"Ann"}`},
		{"the only other key", `{"type":"number"}`, `{"action":"done","result":666}`, `666`},
		{"the only other key, an object", person, `{"action":"done","person":{"name":"Ann"}}`, `{"name":"Ann"}`},
		{"a list under another key", `{"type":"array","items":{"type":"number"}}`, `{"action":"done","list":[1,2]}`, `[1,2]`},
		{"a text under another key", `{"type":"string"}`, `{"action":"done","answer":"yes"}`, `"yes"`},
		{"false is a value", `{"type":"boolean"}`, `{"action":"done","value":false}`, `false`},
		{"zero is a value", `{"type":"number"}`, `{"action":"done","value":0}`, `0`},
		{"an empty text is a value", `{"type":"string"}`, `{"action":"done","value":""}`, `""`},
		{"null is a value", `{"type":["null","number"]}`, `{"action":"done","value":null}`, `null`},
		{"the schema has a field named value", `{"type":"object","properties":{"value":{"type":"number"}},"required":["value"]}`,
			`{"action":"done","value":3}`, `{"value":3}`},
		{"another case", `{"type":"number"}`, `{"action":"DONE","value":3}`, `3`},
		{"an alias", `{"type":"number"}`, `{"action":"finish","value":3}`, `3`},
		{"an alias in another case", `{"type":"number"}`, `{"action":"Finish","value":3}`, `3`},
		{"no schema and no value", ``, `{"action":"done"}`, `nil`},
		{"no schema and a value", ``, `{"action":"done","value":3}`, `3`},
		{"no schema and fields", ``, `{"action":"done","a":1,"b":2}`, `{"a":1,"b":2}`},
		{"the name alone", ``, `"done"`, `nil`},
		{"wrapped as result", wrap("result"), `{"action":"done","value":3}`, `{"result":3}`},
		{"wrapped as data", wrap("data"), `{"action":"done","value":3}`, `{"data":3}`},
		{"wrapped as message", wrap("message"), `{"action":"done","value":3}`, `{"message":3}`},
		{"wrapped as error", wrap("error"), `{"action":"done","value":3}`, `{"error":3}`},
		{"wrapped as output", wrap("output"), `{"action":"done","value":3}`, `{"output":3}`},
		{"wrapped as response", wrap("response"), `{"action":"done","n":3}`, `{"response":3}`},
		{"not wrapped in a field of another name", wrap("sum"), `{"action":"done","value":3}`, `error: sum`},
		{"the option of a union is told by its fields", union, `{"action":"done","total":3}`, `{"total":3,"kind":"ok"}`},
		{"the other option", union, `{"action":"done","value":{"why":"no seats"}}`, `{"why":"no seats","kind":"failed"}`},
		{"a union's option that is told", union, `{"action":"done","kind":"ok","total":3}`, `{"kind":"ok","total":3}`},
		{"a text that one option has a place for", okOrCount, `{"action":"done","value":"hello"}`, `{"result":"hello","success":true}`},
		{"a number that one option has a place for", okOrCount, `{"action":"done","n":3}`, `error: done`},
		{"options told apart by a text", words, `{"action":"done","value":7}`, `{"value":7,"kind":"ok"}`},
		{"a text that two options have a place for", places, `{"action":"done","value":"x"}`, `error: done`},
		{"an error is no result", `{"type":"object","properties":{"result":{"type":"string"}},"required":["result"]}`,
			`{"action":"done","error":"bad"}`, `error: result`},
		{"two options that fit are not told apart", twins, `{"action":"done","total":3}`, `error: done`},
		{"defaults are filled in", `{"type":"object","properties":{"n":{"type":"integer","default":5}}}`, `{"action":"done"}`, `{"n":5}`},
		{"a missing value", person, `{"action":"done"}`, `error: name`},
		{"a value of another type", `{"type":"number"}`, `{"action":"done","value":"three"}`, `error: value`},
		{"a field out of bounds", person, `{"action":"done","name":"Ann","age":-1}`, `error: age`},
		{"an unknown action", ``, `{"action":"dance"}`, `error: no action "dance"`},
		{"no action", ``, `{"value":3}`, `error: no action`},
		{"an action that is no text", ``, `{"action":3}`, `error: no action`},
		{"nothing", ``, ``, `error: has to return`},
		{"null", ``, `null`, `error: has to return`},
		{"a number", ``, `3`, `error: has to return`},
		{"a list", ``, `[{"action":"done"}]`, `error: has to return`},
	} {
		t.Run(test.name, func(t *testing.T) {
			done := Exit{Name: "done", Aliases: []string{"finish"}}
			if test.schema != "" {
				done.Schema = parsed(t, test.schema)
			}
			exit, value, err := parseExit(json.RawMessage(test.returned), []Exit{Listen, Think, done})
			if part, fails := strings.CutPrefix(test.want, "error: "); fails {
				if !errors.Is(err, errExit) || !strings.Contains(err.Error(), part) ||
					!strings.Contains(err.Error(), `return { action: "done"`) {
					t.Errorf("parseExit(%s) = %s, %v; want an error with %q and the valid form", test.returned, value, err, part)
				}
				return
			}
			got := string(value)
			if value == nil {
				got = "nil"
			}
			if err != nil || exit.Name != "done" || got != test.want {
				t.Errorf("parseExit(%s) = %s, %s, %v; want %s", test.returned, exit.Name, got, err, test.want)
			}
		})
	}
}

// The default exit takes what models return for it, and tells a failure from a success.
func TestDoneIsReadAsModelsReturnIt(t *testing.T) {
	for returned, want := range map[string]string{
		`{"action":"done"}`:                                              `{"success":true}`,
		`"done"`:                                                         `{"success":true}`,
		`{"action":"done","value":42}`:                                   `{"result":42,"success":true}`,
		`{"action":"done","value":"all is well"}`:                        `{"result":"all is well","success":true}`,
		`{"action":"done","value":null}`:                                 `{"result":null,"success":true}`,
		`{"action":"done","value":{"a":1}}`:                              `error: success is missing`,
		`{"action":"done","value":[1]}`:                                  `{"result":[1],"success":true}`,
		`{"action":"done","result":"all is well"}`:                       `{"result":"all is well","success":true}`,
		`{"action":"done","result":{"success":false}}`:                   `{"result":{"success":false},"success":true}`,
		`{"action":"done","output":[1,2]}`:                               `{"result":[1,2],"success":true}`,
		`{"action":"done","ok":false,"reason":"no seats are left"}`:      `error: success is missing`,
		`{"action":"done","reason":"no seats are left"}`:                 `error: success is missing`,
		`{"action":"done","error":"bad"}`:                                `{"error":"bad","success":false}`,
		`{"action":"done","value":{"error":"bad"}}`:                      `{"error":"bad","success":false}`,
		`{"action":"done","success":true,"result":3}`:                    `{"success":true,"result":3}`,
		`{"action":"done","success":true,"result":3,"error":null}`:       `{"success":true,"result":3,"error":null}`,
		`{"action":"done","success":false,"error":"bad"}`:                `{"success":false,"error":"bad"}`,
		`{"action":"done","value":{"success":false,"error":"bad"}}`:      `{"success":false,"error":"bad"}`,
		`{"action":"done","success":false,"error":"bad","result":[1]}`:   `{"success":false,"error":"bad","result":[1]}`,
		`{"action":"done","success":true}`:                               `{"success":true}`,
		`{"action":"done","success":false}`:                              `error: error is missing`,
		`{"action":"done","success":false,"error":""}`:                   `error: error must be at least 1`,
		`{"action":"done","success":false,"result":"no seats are left"}`: `error: error is missing`,
		`{"action":"done","success":"yes"}`:                              `error: success must be one of`,
		`{"action":"done","error":{"code":5}}`:                           `error: done`,
	} {
		_, value, err := parseExit(json.RawMessage(returned), []Exit{Think, Done.Exit})
		if part, fails := strings.CutPrefix(want, "error: "); fails {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s is %s, %v; want an error with %q", returned, value, err, part)
			}
		} else if err != nil || string(value) != want {
			t.Errorf("%s is %s, %v; want %s", returned, value, err, want)
		}
	}
}

func FuzzParseExit(f *testing.F) {
	for _, s := range []string{`{"action":"done","value":3}`, `"listen"`, `{"action":"think","a":[1]}`, `[]`, `{`, ``} {
		f.Add([]byte(s))
	}
	exits := []Exit{Listen, Think, Done.Exit}
	f.Fuzz(func(t *testing.T, returned []byte) {
		exit, value, err := parseExit(returned, exits)
		if err == nil && exit.Name == "" || err == nil && value != nil && !json.Valid(value) && json.Valid(returned) {
			t.Errorf("parseExit(%q) = %q, %q", returned, exit.Name, value)
		}
	})
}
