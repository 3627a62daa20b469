package scenarios

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParsePronunciations(t *testing.T) {
	got, err := Parse("s.json", []byte(with(`"pronunciations":{"Nguyen":"win","New York":"noo york","4K":"four kay"}`)))
	if err != nil {
		t.Fatal(err)
	}
	if p := got.Pronunciations; len(p) != 3 || p["Nguyen"] != "win" || p["New York"] != "noo york" || got.Extra != nil {
		t.Errorf("pronunciations = %q, extra %v, want those of the file", p, got.Extra)
	}
}

func TestPronunciationErrors(t *testing.T) {
	var many []string
	for i := range MaxPronunciations + 1 {
		many = append(many, fmt.Sprintf(`"w%d":"x"`, i))
	}
	for _, tt := range []struct{ name, value, want string }{
		{"type", `[]`, "s.json: pronunciations: must be an object, not a list"},
		{"value", `{"a":1}`, "s.json: pronunciations.a: must be a string, not a number"},
		{"null", `{"a":null}`, "s.json: pronunciations.a: respelling must have a letter"},
		{"empty", `{"a":""}`, "s.json: pronunciations.a: respelling must have a letter"},
		{"no word", `{"…":"x"}`, "s.json: pronunciations.…: word must have a letter"},
		{"space", `{" a":"x"}`, "s.json: pronunciations. a: word must have no line break and no space at its ends"},
		{"line break", `{"a":"b\nc"}`, "s.json: pronunciations.a: respelling must have no line break and no space at its ends"},
		{"long word", `{"` + strings.Repeat("a", 65) + `":"x"}`,
			"s.json: pronunciations." + strings.Repeat("a", 65) + ": word has 65 bytes, at most 64"},
		{"long respelling", `{"a":"` + strings.Repeat("x", 129) + `"}`, "s.json: pronunciations.a: respelling has 129 bytes, at most 128"},
		{"twice", `{"SQL":"a","sql":"b"}`, `s.json: pronunciations.sql: is the same word as "SQL"`},
		{"many", "{" + strings.Join(many, ",") + "}", "s.json: pronunciations: has 201 words, at most 200"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("s.json", []byte(with(`"pronunciations":`+tt.value)))
			if !errors.As(err, new(Problems)) || err.Error() != tt.want {
				t.Errorf("problems:\n%v\nwant:\n%s", err, tt.want)
			}
		})
	}
}
