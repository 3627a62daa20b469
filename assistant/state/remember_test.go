package state_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/calendar"
	"parley/assistant/state"
)

func TestRemember(t *testing.T) {
	keep := func(m parley.Memory) state.Command { return state.Remember{Memory: m} }
	told := func(kind parley.MemoryKind, category, key, text string) state.Command {
		return keep(parley.Memory{Kind: kind, Category: category, Key: key, Text: text, Source: parley.Explicit})
	}
	gathered := func(kind parley.MemoryKind, category, key, text string) state.Command {
		return keep(parley.Memory{Kind: kind, Category: category, Key: key, Text: text, Source: parley.Inferred, Confidence: 0.5})
	}
	users := run(t, func(u *user) {
		u.must(told(parley.Preference, "travel", "airline", "KLM"))       // m1
		u.must(gathered(parley.Preference, "travel", "seat", "window"))   // m2
		u.must(told(parley.Fact, "", "", "Has a cat."))                   // m3
		u.must(gathered(parley.Fact, "", "", "Lives in Berlin"))          // m4
		u.must(told(parley.Preference, "", "", "likes tea"))              // m5
		u.must(told(parley.Preference, "travel", "hotel", "the old one")) // m6
		u.wait(time.Hour)
	}, []row{
		{"a preference told anew", told(parley.Preference, "Travel", "Airline", "Delta"), nil, "memory.updated"},
		{"told, of what was inferred", told(parley.Preference, "travel", "seat", "aisle"), nil, "memory.updated"},
		{"inferred, of what was told", gathered(parley.Preference, "travel", "airline", "Delta"), nil, ""},
		{"inferred, of what was inferred", gathered(parley.Preference, "travel", "seat", "aisle"), nil, "memory.updated"},
		{"told as it was inferred", told(parley.Fact, "", "", "lives in berlin"), nil, "memory.updated"},
		{"inferred as it was told", gathered(parley.Fact, "pets", "", "has a cat"), state.ErrDuplicate, ""},
		{"inferred again", gathered(parley.Preference, "travel", "seat", "window"), state.ErrDuplicate, ""},
		{"told again", told(parley.Fact, "", "", "has a cat"), state.ErrDuplicate, ""},
		{"another kind", told(parley.Episode, "", "", "has a cat"), nil, "memory.updated"},
		{"another category", told(parley.Preference, "work", "airline", "KLM"), nil, "memory.updated"},
		{"a preference without a key", told(parley.Preference, "", "", "likes coffee"), nil, "memory.updated"},
		{"nothing", told(parley.Fact, "", "", " "), state.ErrInvalid, ""},
		{"no kind", told("idea", "", "", "x"), state.ErrInvalid, ""},
		{"no source", keep(parley.Memory{Kind: parley.Fact, Text: "x"}), state.ErrInvalid, ""},
		{"too sure", keep(parley.Memory{Kind: parley.Fact, Text: "x", Source: parley.Inferred, Confidence: 7}), nil, "memory.updated"},
		{"how sure, none knows", keep(parley.Memory{Kind: parley.Fact, Text: "x", Source: parley.Inferred, Confidence: math.NaN()}), nil, "memory.updated"},
		{"long", told(parley.Preference, strings.Repeat("a", 1000), strings.Repeat("b ", 1000), strings.Repeat("ü", 100_000)), nil, "memory.updated"},
		{"correct", state.CorrectMemory{ID: "m4", Text: "Lives in\nBonn"}, nil, "memory.updated"},
		{"correct what was inferred as it is", state.CorrectMemory{ID: "m4", Text: "Lives in Berlin"}, nil, "memory.updated"},
		{"correct nothing", state.CorrectMemory{ID: "m3", Text: "Has a cat."}, nil, ""},
		{"correct to nothing", state.CorrectMemory{ID: "m3"}, state.ErrInvalid, ""},
		{"correct none", state.CorrectMemory{ID: "m9", Text: "x"}, state.ErrUnknown, ""},
		{"erase", state.EraseMemory{ID: "m3"}, nil, "memory.erased"},
		{"erase none", state.EraseMemory{ID: "m9"}, state.ErrUnknown, ""},
	})
	line := func(user int, id string) string {
		m, _ := users[user].Memory(id)
		return fmt.Sprintf("%s/%s: %s, %s %g", m.Category, m.Key, m.Text, m.Source, m.Confidence)
	}
	for _, c := range []struct {
		user     int
		id, want string
	}{
		{0, "m1", "Travel/Airline: Delta, explicit 1"}, {1, "m2", "travel/seat: aisle, explicit 1"},
		{2, "m1", "travel/airline: KLM, explicit 1"}, {3, "m2", "travel/seat: aisle, inferred 0.5"},
		{4, "m4", "/: lives in berlin, explicit 1"}, {8, "m7", "/: has a cat, explicit 1"}, {9, "m7", "work/airline: KLM, explicit 1"},
		{14, "m7", "/: x, inferred 1"}, {15, "m7", "/: x, inferred 0"}, {17, "m4", "/: Lives in Bonn, explicit 1"},
		{18, "m4", "/: Lives in Berlin, explicit 1"}, {22, "m3", "/: ,  0"},
	} {
		if got := line(c.user, c.id); got != c.want {
			t.Errorf("user %d: %s is %q, want %q", c.user, c.id, got, c.want)
		}
	}
	long := users[16].Memories[6]
	for text, want := range map[string]int{long.Category: 40, long.Key: 40, long.Text: parley.MaxMemory} {
		if n := len([]rune(text)); n > want || n < want-1 {
			t.Errorf("%q has %d characters, want %d", text, n, want)
		}
	}
}

// Where there is no room for more, what is known may still change.
func TestTooManyMemories(t *testing.T) {
	u := newUser(t)
	for i := range state.MaxMemories {
		u.must(state.Remember{Memory: parley.Memory{Kind: parley.Preference, Key: fmt.Sprint("k", i), Text: "x", Source: parley.Explicit}})
	}
	another := parley.Memory{Kind: parley.Preference, Key: "another", Text: "x", Source: parley.Explicit}
	if _, err := u.do("", state.Remember{Memory: another}); !errors.Is(err, state.ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	another.Key, another.Text = "k3", "y"
	if u.must(state.Remember{Memory: another}); u.Memories[3].Text != "y" {
		t.Errorf("the preference is %+v", u.Memories[3])
	}
}

func TestSetZone(t *testing.T) {
	users := run(t, func(u *user) { u.must(state.SetZone{Zone: "Asia/Tokyo"}) }, []row{
		{"another", state.SetZone{Zone: "Europe/Berlin"}, nil, "profile.updated"},
		{"the same", state.SetZone{Zone: "Asia/Tokyo"}, nil, ""},
		{"none", state.SetZone{}, state.ErrInvalid, ""},
		{"the host's", state.SetZone{Zone: "Local"}, state.ErrInvalid, ""},
		{"no name", state.SetZone{Zone: "Mars/Olympus"}, state.ErrInvalid, ""},
		{"a path", state.SetZone{Zone: "Europe/../../../etc/passwd"}, state.ErrInvalid, ""},
		{"a long way round", state.SetZone{Zone: "Europe/././Berlin"}, state.ErrInvalid, ""},
	})
	if got := users[0].Location(time.UTC).String(); got != "Europe/Berlin" {
		t.Errorf("zone %s", got)
	}
	if got := newUser(t).Location(berlin); got != berlin {
		t.Errorf("before it is known the zone is %v", got)
	}
}

func TestImportCalendar(t *testing.T) {
	u := newUser(t)
	u.must(state.ImportCalendar{Entries: []calendar.Entry{{Title: "a"}, {Title: "b"}}})
	if u.must(state.ImportCalendar{Entries: []calendar.Entry{{Title: "c"}}}); len(u.Calendar) != 1 || u.Calendar[0].Title != "c" {
		t.Errorf("calendar %+v", u.Calendar)
	}
	if _, err := u.do("", state.ImportCalendar{Entries: make([]calendar.Entry, calendar.MaxEntries+1)}); !errors.Is(err, state.ErrFull) {
		t.Errorf("a calendar of too many entries: %v", err)
	}
}
