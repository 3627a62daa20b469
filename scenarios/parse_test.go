package scenarios

import (
	"errors"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// least is a scenario with the contract's fields only.
const least = `{"goal":"G says yes","character":["You are G"],"negprompt":["Resist"],"opening":"Hello.","botname":"G"}`

// with returns least with more fields.
func with(fields string) string { return strings.TrimSuffix(least, "}") + "," + fields + "}" }

func TestParseContractFieldsAlone(t *testing.T) {
	got, err := Parse("tiny.json", []byte(least))
	if err != nil {
		t.Fatal(err)
	}
	if got.ID != "tiny" || got.Title != "G" || got.Difficulty != 2 || got.Language != "en" || got.Bot.PatienceS != 6 {
		t.Errorf("defaults = %q %q %d %q %d, want tiny G 2 en 6",
			got.ID, got.Title, got.Difficulty, got.Language, got.Bot.PatienceS)
	}
	if len(got.Nudges) < 2 || len(got.Excuses) < 2 {
		t.Errorf("%d nudges and %d excuses by default, want some", len(got.Nudges), len(got.Excuses))
	}
	if got.Understudy != nil || got.Hints != nil || got.Extra != nil {
		t.Errorf("understudy %v, hints %v, extra %v, want none", got.Understudy, got.Hints, got.Extra)
	}
}

func TestParseKeepsUnknownKeys(t *testing.T) {
	got, err := Parse("tiny.json", []byte(with(`"moods":[{"id":"resist"}],"max_age":16`)))
	if err != nil {
		t.Fatal(err)
	}
	if want := `[{"id":"resist"}]`; string(got.Extra["moods"]) != want || string(got.Extra["max_age"]) != "16" {
		t.Errorf("extra = %s, want moods %s and max_age 16", got.Extra, want)
	}
}

func TestParseErrors(t *testing.T) {
	deep := with(`"x":` + strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth))
	for _, tt := range []struct{ name, data, want string }{
		{"empty", " ", "s.json: is empty"},
		{"not JSON", "{\n\"goal\": nope}", "s.json: line 2: invalid character 'o' in literal null (expecting 'u')"},
		{"cut off", `{"goal":"x"`, "s.json: line 1: ends too early"},
		{"list", `[1]`, "s.json: must be a JSON object"},
		{"string", `"x"`, "s.json: must be a JSON object"},
		{"trailing", least + "\n{}", "s.json: line 2: something follows the scenario"},
		{"not UTF-8", "{\"goal\":\"\xff\"}", "s.json: is not UTF-8 text"},
		{"too large", `{"goal":"` + strings.Repeat("x", MaxBytes) + `"}`, "s.json: is 524299 bytes, at most 524288"},
		{"too deep", deep, "s.json: line 1: nested more than 32 deep"},
		{"wrong type", with(`"minutes":"eight"`), "s.json: minutes: must be a whole number, not a string"},
		{"fraction", with(`"minutes":1.5`), "s.json: minutes: must be a whole number, not 1.5"},
		{"huge", with(`"minutes":99999999999999999999`), "s.json: minutes: must be a whole number, not 99999999999999999999"},
		{"string for list", with(`"skills":"x"`), "s.json: skills: must be a list, not a string"},
		{"number in list", with(`"skills":["x",2]`), "s.json: skills[1]: must be a string, not a number"},
		{"null in list", with(`"skills":[null]`), "s.json: skills[0]: must not be null"},
		{"list for object", with(`"bot":[]`), "s.json: bot: must be an object, not a list"},
		{"text for truth", with(`"understudy":{"concepts":{"a":{"guard":"yes"}}}`),
			"s.json: understudy.concepts.a.guard: must be true or false, not a string"},
		{"other case", with(`"GOAL":5`), `s.json: GOAL: unknown field: did you mean "goal"?`},
		{"id", with(`"id":"a b"`), `s.json: id: must be 1 to 64 letters, digits, - and _, not "a b"`},
		{"language", with(`"language":"english please"`),
			`s.json: language: must be a language tag such as en or pt-BR, not "english please"`},
		{"kind", with(`"kind":"juggler"`), `s.json: kind: must be "roleplay" or "assistant", not "juggler"`},
		{"gender", with(`"bot":{"gender":"robot"}`), `s.json: bot.gender: must be "male" or "female", not "robot"`},
		{"patience", with(`"bot":{"patience_s":2}`), "s.json: bot.patience_s: must be 3 to 15, not 2"},
		{"difficulty", with(`"difficulty":6`), "s.json: difficulty: must be 1 to 5, not 6"},
		{"turns", with(`"min_turns":5,"max_turns":4`), "s.json: max_turns: must not be below min_turns (5)"},
		{"stage order", with(`"stages":[{"id":"a","label":"A","max":3},{"id":"b","label":"B","max":3}]`),
			"s.json: stages[1].max: must be 4 to 10, not 3"},
		{"stage label", with(`"stages":[{"id":"a","label":" ","max":3}]`), "s.json: stages[0].label: must not be empty"},
		{"example line", with(`"example_lines":[{"user":"x"}]`), "s.json: example_lines[0].character: must not be empty"},
		{"age", with(`"min_age":-1`), "s.json: min_age: must be 0 to 120, not -1"},
		{"director", with(`"director":"off"`), "s.json: director: must be true or false, not a string"},
		{"line", with(`"understudy":{"deflect":[["x"]]}`),
			`s.json: understudy.deflect[0]: must be a string or an object with "say", not a list`},
		{"line's condition", with(`"understudy":{"deflect":[{"say":"x","before":"y"}]}`),
			"s.json: understudy.deflect[0].before: must be a list, not a string"},
		{"hint level", with(`"hints":[{"level":4,"text":"x"}]`), "s.json: hints[0].level: must be 1 to 3, not 4"},
		{"hint order", with(`"hints":[{"level":2,"text":"x"},{"level":1,"text":"x"}]`),
			"s.json: hints[1].level: must not be below the level before it (2)"},
		{"endings", with(`"bad_endings":[{"id":"a","when":"x"},{"id":"a","when":"y"}]`),
			`s.json: bad_endings[1].id: "a" is taken by another one`},
		{"empty line", with(`"nudges":["x"," "]`), "s.json: nudges[1]: must not be empty"},
		{"filler", with(`"fillers":["Hmm.","one two three four five six seven"]`), "s.json: fillers[1]: has 7 words, at most 6"},
		{"nod", with(`"nods":["I see what you mean"]`), "s.json: nods[0]: has 5 words, at most 3"},
		{"empty nod", with(`"nods":[""]`), "s.json: nods[0]: must not be empty"},
		{"uninterruptible", with(`"uninterruptible":["opening","all"]`),
			`s.json: uninterruptible[1]: must be "opening" or "nudge", not "all"`},
		{"timing", with(`"timing":[]`), "s.json: timing: must be an object, not a list"},
		{"delay", with(`"timing":{"yield":"49ms"}`), "s.json: timing.yield: must be 50ms to 10s, not 49ms"},
		{"long delay", with(`"timing":{"filler":"10001ms"}`), "s.json: timing.filler: must be 50ms to 10s, not 10.001s"},
		{"delay's type", with(`"timing":{"barge_in":200}`), `s.json: timing.barge_in: must be a duration such as "160ms", not a number`},
		{"no delay", with(`"timing":{"barge_in":"soon"}`), `s.json: timing.barge_in: must be a duration such as "160ms", not "soon"`},
		{"twice", with(`"goal":5,"goal":"x"`), "s.json: goal: json: cannot unmarshal number into Go struct field Scenario.goal of type string"},
		{"unknown delay", with(`"timing":{"yield_ms":600}`),
			`s.json: timing.yield_ms: is no timer; docs/turn-taking.md lists them; did you mean "yield"?`},
		{"fixed delay", with(`"timing":{"overrun":"1s"}`), "s.json: timing.overrun: is no timer; docs/turn-taking.md lists them"},
		{"away", with(`"timing":{"away":"9s"}`), "s.json: timing.away: must be 10s to 10m0s, not 9s"},
		{"delays' order", with(`"timing":{"min_delay":"500ms","open_delay":"400ms"}`),
			"s.json: timing.open_delay: must not be below min_delay (500ms)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse("s.json", []byte(tt.data))
			var problems Problems
			if !errors.As(err, &problems) {
				t.Fatalf("error = %v, want Problems", err)
			}
			if len(problems) != 1 || problems[0].String() != tt.want {
				t.Errorf("problems:\n%v\nwant:\n%s", err, tt.want)
			}
			if got.ID != "" {
				t.Errorf("scenario %q beside an error", got.ID)
			}
		})
	}
}

// TestUnknownFields tells of each field that there is not, with the nearest that there is
// and the objects that have one of that name.
func TestUnknownFields(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{with(`"openning":"x"`), `openning: unknown field: did you mean "opening"?`},
		{with(`"understdy":{}`), `understdy: unknown field: did you mean "understudy"?`},
		{with(`"beats":[]`), "beats: unknown field: it belongs to understudy"},
		{with(`"patience_s":5`), "patience_s: unknown field: it belongs to bot"},
		{with(`"bot":{"patience":5}`), `bot.patience: unknown field: did you mean "patience_s"?`},
		{with(`"bot":{"title":"x"}`), "bot.title: unknown field: it belongs to the top of the file"},
		{with(`"understudy":{"beats":[{"sya":[]}]}`), `understudy.beats[0].sya: unknown field: did you mean "say"?`},
		{with(`"understudy":{"beats":[{},{},{"exmaples":[]}]}`), `understudy.beats[2].exmaples: unknown field: did you mean "examples"?`},
		{with(`"understudy":{"agree":{"asks":"x"}}`),
			`understudy.agree.asks: unknown field: it belongs to understudy.beats[]; did you mean "ask"?`},
		{with(`"understudy":{"concepts":{"a":{"examples":[]}}}`),
			"understudy.concepts.a.examples: unknown field: it belongs to understudy.beats[] or understudy.agree"},
		{with(`"understudy":{"deflect":[{"say":"x","befor":["y"]}]}`), `understudy.deflect[0].befor: unknown field: did you mean "before"?`},
		{with(`"stages":[{"colour":"red"}]`), "stages[0].colour: unknown field: there are id, label, max"},
		{with(`"stages":[{"` + strings.Repeat("x", 2*maxName) + `":1}]`),
			"stages[0]." + strings.Repeat("x", 2*maxName) + ": unknown field: there are id, label, max"},
	} {
		_, err := Parse("s.json", []byte(tt.data))
		if err == nil || err.Error() != "s.json: "+tt.want {
			t.Errorf("problems:\n%v\nwant:\ns.json: %s", err, tt.want)
		}
	}
}

// TestFreeNamesAreNoFields: what an author names, and what schemas and values hold, is
// never taken for a field.
func TestFreeNamesAreNoFields(t *testing.T) {
	_, err := Parse("s.json", []byte(with(`"acts_by":"code","pronunciations":{"openning":"x"},"x_beats":1,"desk":{"name":"d","about":"x",
		"values":[{"name":"v","value":{"sya":1},"schema":{"type":"object","examples":[]}}]}`)))
	if err != nil {
		t.Error(err)
	}
}

func TestParseReportsAllAtOnce(t *testing.T) {
	_, err := Parse("s.json", []byte(`{"character":[],"negprompt":["x"],"opening":"","difficulty":9}`))
	want := []string{
		"s.json: goal: must not be empty",
		"s.json: opening: must not be empty",
		"s.json: botname: must not be empty",
		"s.json: character: must have at least one line",
		"s.json: difficulty: must be 1 to 5, not 9",
	}
	if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, want) {
		t.Errorf("problems = %q, want %q", got, want)
	}
	_, err = Parse("s.json", []byte(`{"goal":1,"character":"x","hints":[{"level":"one"}]}`))
	want = []string{
		"s.json: character: must be a list, not a string",
		"s.json: goal: must be a string, not a number",
		"s.json: hints[0].level: must be a whole number, not a string",
	}
	if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, want) {
		t.Errorf("problems = %q, want %q", got, want)
	}
}

// TestEveryFieldIsDocumented holds docs/scenarios.md to the format: each field of a file
// stands in it by its name.
func TestEveryFieldIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, name := range regexp.MustCompile(`[a-z_]+`).FindAllString(strings.Join(regexp.MustCompile("`[^`\n]+`|\"[a-z_]+\":").
		FindAllString(string(page), -1), " "), -1) {
		named[name] = true
	}
	seen := map[reflect.Type]bool{}
	var walk func(t reflect.Type)
	walk = func(of reflect.Type) {
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(of.Elem())
		case reflect.Struct:
			if seen[of] {
				return
			}
			seen[of] = true
			for name, elem := range fields(of) {
				if !named[name] {
					t.Errorf("docs/scenarios.md does not name %s of a %s", name, of.Name())
				}
				walk(elem)
			}
		default:
		}
	}
	walk(reflect.TypeFor[Scenario]())
}
