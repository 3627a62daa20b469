package calls_test

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/calls"
)

// cue is a cue as Captions writes it, after its number.
var cue = regexp.MustCompile(`^(\d{2,}:\d\d:\d\d\.\d{3}) --> (\d{2,}:\d\d:\d\d\.\d{3})\n<v ([^<>\n]+)>([^<>\n]+)</v>$`)

func FuzzCaptions(f *testing.F) {
	f.Add("Sterling", "Ada", "a & b <b>bold</b>", "one\n\ntwo --> three\n00:01.000 --> 00:02.000", int64(1), int64(0))
	f.Add("", "", "\x00\x1b[2J", "NOTE\n\n", int64(-5), int64(3_600_000_000_000))
	f.Add("<v >", "&amp;\n", "-->", "&lt;", int64(900_000), int64(900_001))
	f.Fuzz(func(t *testing.T, bot, user, one, two string, start, second int64) {
		const most = int64(1000 * time.Hour)
		turns := []parley.Turn{{Number: 1, Role: parley.Character, Text: one}, {Number: 2, Role: parley.User, Text: two}}
		mine := parley.Heard{Turn: turns[1], Start: time.Duration(second % most), End: time.Duration(start % most)}
		c := calls.Fold([]parley.Event{
			{Call: "call_a", Seq: 1, Body: parley.Started{Dispatch: parley.Dispatch{Username: user}, Botname: bot}},
			{Call: "call_a", Seq: 2, Body: parley.Said{Turn: turns[0], Start: time.Duration(start % most)}},
			{Call: "call_a", Seq: 3, Body: mine},
		})
		blocks := strings.Split(strings.TrimSuffix(calls.Captions(c), "\n"), "\n\n")
		if blocks[0] != "WEBVTT" && blocks[0] != "WEBVTT\n" {
			t.Fatalf("begins with %q", blocks[0])
		}
		var texts []string
		last := ""
		for _, b := range blocks[1:] {
			number, rest, _ := strings.Cut(b, "\n")
			m := cue.FindStringSubmatch(rest)
			if m == nil || number != "1" && number != "2" {
				t.Fatalf("%q is no cue", b)
			}
			if m[1] >= m[2] && len(m[1]) >= len(m[2]) || len(last) >= len(m[1]) && last > m[1] {
				t.Errorf("from %s to %s, after %s", m[1], m[2], last)
			}
			last = m[1]
			texts = append(texts, html.UnescapeString(m[4]))
		}
		want := 0
		for _, text := range []string{one, two} {
			if line := parley.OneLine(text); line != "" {
				want++
				if !strings.Contains("\n"+strings.Join(texts, "\n")+"\n", "\n"+line+"\n") && html.UnescapeString(line) == line {
					t.Errorf("%q is not among %q", line, texts)
				}
			}
		}
		if len(texts) != want {
			t.Errorf("%d cues, want %d", len(texts), want)
		}
	})
}
