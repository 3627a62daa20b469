package dates

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"parley"
)

var (
	berlin  = zoneOf("Europe/Berlin")
	newYork = zoneOf("America/New_York")
	kolkata = zoneOf("Asia/Kolkata")
	apia    = zoneOf("Pacific/Apia")

	wednesday = time.Date(2026, 12, 2, 10, 0, 0, 0, berlin)
)

func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

// row is a text and what Find makes of it: the day, or the time in the user's
// zone, with "past" after it if that is set; the words; and what is left.
type row struct{ text, due, said, rest string }

// check holds what was found to the row.
func (r row) check(t *testing.T, f Found, now time.Time) {
	t.Helper()
	due, past := strings.CutSuffix(r.due, " past")
	want := parley.Due(due)
	if at, err := time.ParseInLocation("2006-01-02 15:04", due, now.Location()); err == nil {
		want = parley.DueAt(at)
	} else if at, err := time.ParseInLocation(time.DateTime, due, now.Location()); err == nil {
		want = parley.DueAt(at)
	}
	if f.Due != want || f.Past != past {
		t.Errorf("%q, said %s: due %s, past %v; want %s, %v", r.text, now.Format("Mon 15:04 MST"), f.Due, f.Past, want, past)
	}
	if rest := f.Cut(r.text); f.Said != r.said || rest != r.rest {
		t.Errorf("%q: said %q, rest %q; want %q, %q", r.text, f.Said, rest, r.said, r.rest)
	}
}

// findAll checks rows that are said on Wednesday.
func findAll(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		f, ok := Find(r.text, wednesday)
		if !ok {
			t.Errorf("%q: nothing found", r.text)
			continue
		}
		if f.Rule != "" {
			t.Errorf("%q: rule %s, want none", r.text, f.Rule)
		}
		r.check(t, f, wednesday)
	}
}

// TestCutRange: the range to cut has the preposition and the space before it, or
// after it at the start of the text.
func TestCutRange(t *testing.T) {
	for _, c := range []struct{ text, cut, apart string }{
		{"Call HR and send report by Friday", " by Friday", ""},
		{"the report, due on Friday", ", due on Friday", ""},
		{"Tomorrow, call Bob", "Tomorrow, ", ""},
		{"call Bob at 5pm please", " at 5pm", ""},
		{"call Bob (by Friday) twice", " (by Friday)", ""},
		{"tomorrow call Bob at 5 pm", "tomorrow ", " at 5 pm"},
		{"at 5 pm call Bob tomorrow", "at 5 pm ", " tomorrow"},
		{"remind me of tomorrow's standup at 10", " at 10", ""},
		{"naïve café\tby Friday\nand more", "\tby Friday", ""},
	} {
		f, _ := Find(c.text, wednesday)
		if cut, apart := c.text[f.Start:f.End], c.text[f.ApartStart:f.ApartEnd]; cut != c.cut || apart != c.apart {
			t.Errorf("%q: cut %q and %q, want %q and %q", c.text, cut, apart, c.cut, c.apart)
		}
	}
}

// TestCut: what is left is one line with its own punctuation.
func TestCut(t *testing.T) {
	for text, want := range map[string]string{
		"Call Bob tomorrow.":                       "Call Bob.",
		"Call Bob tomorrow, then Ann":              "Call Bob, then Ann",
		"Did I call Bob yesterday?":                "Did I call Bob?",
		"learn .net by friday, please":             "learn .net, please",
		".net course on friday":                    ".net course",
		"Friday: .net course":                      ".net course",
		"tomorrow!":                                "",
		"tomorrow, call Bob, at 5 pm, on his line": "call Bob, on his line",
		"call Bob\ntomorrow\nand Ann":              "call Bob and Ann",
		"call Bob - friday":                        "call Bob",
	} {
		f, _ := Find(text, wednesday)
		if got := f.Cut(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFindAll(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // what is said, in order
	}{
		{"Buy milk tomorrow at 5 pm, call HR on Friday at noon and send the report by 3 March",
			"tomorrow at 5 pm|Friday at noon|3 March"},
		{"call HR by friday and bob on monday", "friday|monday"},
		{"Tomorrow is fine. Call Bob at 5 pm.", "Tomorrow|5 pm"}, // two sentences
		{"tomorrow\nat 5 pm", "tomorrow|5 pm"},
		{"tomorrow call Bob at 5 pm and Ann at 6 pm", "tomorrow at 5 pm|6 pm"},
		{"take the pills every day, see the doctor on friday", "every day|friday"},
		{"nothing here", ""},
		{"", ""},
	} {
		var said []string
		for _, f := range FindAll(c.text, wednesday) {
			said = append(said, f.Said)
		}
		if got := strings.Join(said, "|"); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestFindBest: Find takes what says most, rather what is to come.
func TestFindBest(t *testing.T) {
	for text, want := range map[string]string{
		"the notes of yesterday by friday":                   "friday",
		"move friday's call, on friday, to monday at 5":      "monday at 5",
		"the friday of the trip is too late, every day at 8": "every day at 8",
		"maybe tuesday but by monday":                        "monday",
		"tuesday or wednesday":                               "tuesday",
		"yesterday":                                          "yesterday",
	} {
		if f, _ := Find(text, wednesday); f.Said != want {
			t.Errorf("%q: %q, want %q", text, f.Said, want)
		}
	}
}

// TestRemindAt: a reminder of a whole day is due at nine, of today later today.
func TestRemindAt(t *testing.T) {
	for _, c := range []struct{ now, text, want string }{
		{"10:00", "friday", "2026-12-04 09:00"},
		{"08:00", "today", "2026-12-02 09:00"},
		{"09:00", "today", "2026-12-02 10:00"},
		{"10:44", "today", "2026-12-02 11:00"},
		{"10:45", "today", "2026-12-02 12:00"},
		{"22:50", "today", "2026-12-02 23:59"},
		{"23:30", "today", "2026-12-02 23:59"},
		{"23:59", "today", "2026-12-02 23:59"},
		{"15:00", "this afternoon", "2026-12-02 16:00"},
		{"17:50", "this afternoon", "2026-12-02 17:59"},
		{"22:50", "tonight", "2026-12-02 23:59"},
		{"08:00", "every day", "2026-12-02 09:00"},
		{"10:00", "every day", "2026-12-03 09:00"},
	} {
		now, err := time.ParseInLocation("2006-01-02 15:04", "2026-12-02 "+c.now, berlin)
		if err != nil {
			t.Fatal(err)
		}
		if f, _ := Find(c.text, now); f.At.Format("2006-01-02 15:04") != c.want {
			t.Errorf("%q, said at %s: %v, want %s", c.text, c.now, f.At, c.want)
		}
	}
	lastMinute := time.Date(2026, 12, 2, 23, 59, 30, 0, berlin)
	if f, _ := Find("today", lastMinute); !f.At.Equal(lastMinute) {
		t.Errorf("today, said in its last minute: %v", f.At)
	}
}
