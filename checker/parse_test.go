package checker

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

const good = `{"is_goal_complete":false,"progress_towards_goal":4,"is_bad_ending_triggered":false,"CTA":"Keep going!",` +
	`"evidence_quote":"That's a figure","check_quotes":["return: three times"],"checks_passed":["return"],"flags":[]}`

// goodFinding is what good says.
func goodFinding() Finding {
	return Finding{
		Progress: 4, CTA: "Keep going!", Evidence: "That's a figure",
		Quotes: []string{"return: three times"}, Checks: []string{"return"}, Flags: []string{},
	}
}

// swap is good with a part replaced.
func swap(old, with string) string { return strings.Replace(good, old, with, 1) }

func TestParseStrict(t *testing.T) {
	for _, in := range []string{good, " \n" + good + "\n", strings.ReplaceAll(good, `,"`, " ,\n \"")} {
		got, wrapped, err := parseFinding([]byte(in))
		if !reflect.DeepEqual(got, goodFinding()) || wrapped || err != nil {
			t.Errorf("parseFinding(%s) = %+v, %v, %v, want it as it stands", in, got, wrapped, err)
		}
	}
}

func TestParseUnwraps(t *testing.T) {
	for name, in := range map[string]string{
		"prose before": "Sure! Here it is: " + good, "prose after": good + "\nGood luck!", "fenced": "```json\n" + good + "\n```",
		"braces in prose": "{as asked} " + good, "a list": "[" + good + "]", "nested": `{"verdict":` + good + `}`,
		"both": "Sure!\n```\n" + good + "\n```\nBye.",
	} {
		got, wrapped, err := parseFinding([]byte(in))
		if !reflect.DeepEqual(got, goodFinding()) || !wrapped || err != nil {
			t.Errorf("%s: parseFinding(%s) = %+v, %v, %v, want what is wrapped", name, in, got, wrapped, err)
		}
	}
}

// TestParseLast has answers that are no better when asked for again.
func TestParseLast(t *testing.T) {
	for name, in := range map[string]string{
		"whole": good, "word truth": swap("false", `"no"`), "lower case key": swap("CTA", "cta"),
		"text list":      swap(`["return"]`, `"return"`),
		"other spelling": swap("is_goal_complete", "isGoalComplete"), "no flags": swap(`,"flags":[]`, ""),
		"no bad ending": swap(`"is_bad_ending_triggered":false,`, ""),
	} {
		got, err := parseLast([]byte(in))
		if got.Flags == nil {
			got.Flags = []string{}
		}
		if !reflect.DeepEqual(got, goodFinding()) || err != nil {
			t.Errorf("%s: parseLast(%s) = %+v, %v, want the finding", name, in, got, err)
		}
	}
	for name, in := range map[string]string{
		"no progress": swap(`"progress_towards_goal":4,`, ""), "two": good + good, "cut": good[:90],
		"prose": "Four of ten.", "nothing": "", "not a progress": swap("4", "11"),
	} {
		if got, err := parseLast([]byte(in)); err == nil {
			t.Errorf("%s: parseLast(%s) = %+v, want an error", name, in, got)
		}
	}
}

func TestParseMends(t *testing.T) {
	single := strings.ReplaceAll(strings.Replace(good, "That's", "That is", 1), `"`, `'`)
	for name, in := range map[string]string{
		"single quotes": strings.Replace(single, "That is", `That''s`, 1), "trailing comma": swap("}", ",}"),
		"comma in list": swap(`["return"]`, `["return", ]`),
		"text number":   swap("4", `"4"`), "of ten": swap("4", `"4/10"`), "of ten, bare": swap("4", "4/10"),
		"zero fraction": swap("4", "4.0"),
		"text truth":    swap("false", `"false"`), "big truth": swap("false", "False"), "extra key": swap("}", `,"reason":"because"}`),
		"null flags": swap(`"flags":[]`, `"flags":null`), "no flags": swap(`"flags":[]`, `"flags":None`),
		"unknown flag": swap(`"flags":[]`, `"flags":["odd"]`),
		"wrapped":      "Sure! " + swap("}", ",}") + " Bye.",
	} {
		got, mended, err := parseFinding([]byte(in))
		if !reflect.DeepEqual(got, goodFinding()) || !mended || err != nil {
			t.Errorf("%s: parseFinding(%s) = %+v, %v, %v, want it mended", name, in, got, mended, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	single := strings.ReplaceAll(good, `"`, `'`)
	for name, in := range map[string]string{
		"empty": "", "null": "null", "list": "[" + good + "]x{", "two objects": good + good, "two in prose": good + " or " + good, "second one cut": good + " or " + good[:40],
		"truncated": good[:len(good)-9], "cut in a string": good[:120], "half number": swap("4", "4.5"), "word number": swap("4", `"four"`),
		"of twenty": swap("4", `"4/20"`), "range": swap("4", `"4-5"`), "null number": swap("4", "null"), "percent": swap("4", `"40%"`),
		"number truth": swap("false", "0"), "word truth": swap("false", `"no"`), "null truth": swap("false", "null"),
		"missing key": swap(`,"CTA":"Keep going!"`, ""), "no evidence": swap(`,"evidence_quote":"That's a figure"`, ""),
		"lower case key": swap(`"CTA"`, `"cta"`), "key twice": swap("}", `,"progress_towards_goal":10}`),
		"two texts": swap(`"Keep going!"`, `"Keep" "going!"`), "list CTA": swap(`"Keep going!"`, `["Keep going!"]`),
		"nested": swap("4", `{"progress_towards_goal":4}`), "text list": swap(`["return"]`, `"return"`),
		"number in list": swap(`"return"`, "1"), "null in list": swap(`"return"`, "null"), "huge number": swap("4", "99999999999999999999"),
		"other language": `{"ziel_erreicht":falsch,"fortschritt":4}`, "too long": swap("Keep", strings.Repeat("x", maxReplyBytes)),
		"1 MB": strings.Repeat("I think so. ", 1<<20/12), "no separator": swap(`,"is_bad`, `"is_bad`),
		"eleven": swap("4", "11"), "below": swap("4", "-1"), "eleven of ten": swap("4", `"11/10"`),
		"quote in single quotes": single, "wrapped, single quotes": "Sure! " + single, "wrapped, cut": "```json\n" + good[:120] + "```",
		"alias": strings.Replace(swap("false", "&x false"), ":false", ":*x", 1), "two documents": good + "\n---\n" + good,
		"tagged":            swap(`"Keep going!"`, `!!binary "aaaa"`),
		"null text in list": swap(`"return"`, "~"), "part of twenty": swap("4", "4/20"),
		"open list": swap(`["return"]`, `["return"`),
	} {
		if got, _, err := parseFinding([]byte(in)); !errors.Is(err, errForm) {
			t.Errorf("%s: parseFinding(%.200s) = %+v, %v, want an error", name, in, got, err)
		}
	}
}

// FuzzParseFinding holds that what is taken for a finding is one: written again
// it reads strictly, and the same; and it is no longer than its answer.
func FuzzParseFinding(f *testing.F) {
	for _, seed := range []string{
		good, strings.ReplaceAll(good, `"`, `'`), "```json\n" + good, good + good, swap("4", `"7/10"`), swap("}", ",}"),
		`{"CTA":"","is_goal_complete":true,"is_bad_ending_triggered":true,"progress_towards_goal":-11}`, `{"CTA":"a","CTA":"b"}`,
		swap("Keep", `\u0000\ud800'`), swap("Keep", "\xff\\"), "{'a':'b\\'", "{" + strings.Repeat(`"x":[`, 100),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, reply []byte) {
		got, wrapped, err := parseFinding(reply)
		if err != nil {
			if !errors.Is(err, errForm) {
				t.Errorf("parseFinding(%q) = %v, want errForm", reply, err)
			}
			return
		}
		if len(reply) > maxReplyBytes {
			t.Errorf("%d bytes were taken", len(reply))
		}
		got.Quotes = append([]string{}, got.Quotes...)
		got.Checks, got.Flags = append([]string{}, got.Checks...), append([]string{}, got.Flags...)
		b, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseStrict(b)
		if err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%q (wrapped %v) reads %+v, and written again %+v, %v", reply, wrapped, got, again, err)
		}
	})
}
