package agenttest

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/agent"
	"parley/media"
)

// Play plays conversations written down as timelines, each in a bubble of its
// own. A line "-- name --" begins one; what follows is, line by line,
//
//	given  what is set before the call: see settings
//	2.0    what happens two seconds into the call: see cues
//	2.0-3.5 user: what is said from then to then; without an end, 200 words a minute
//	2.0    expect, becomes: what is to be seen then, or in 2.0-3.5: see checks
//	Ada: or user: the turns the history is to hold in the end, in order; with
//	       "typed", "backchannel" before it, "—" behind it if cut
//	states, exchanges, overlaps, …: what is to have been seen in all: see totals
//
// and "#" begins a remark. Times are exact to one frame. The call is hung up
// 10 ms after the last time a line names. What a script expects and does not
// see is an error, told with all that happened.
func Play(t *testing.T, scripts string) {
	t.Helper()
	_, file, first, _ := runtime.Caller(1)
	var all []*script
	for i, text := range strings.Split(scripts, "\n") {
		text, _, _ = strings.Cut(text, "#")
		text = strings.TrimSpace(text)
		if name, ok := strings.CutPrefix(text, "-- "); ok {
			all = append(all, &script{name: strings.TrimSuffix(name, " --"), file: filepath.Base(file)})
		} else if text != "" {
			if len(all) == 0 {
				t.Fatalf("%q stands before the first script", text)
			}
			s := all[len(all)-1]
			s.number = first + i
			if err := s.parse(text); err != nil {
				t.Fatalf("%s:%d: %v", s.file, s.number, err)
			}
		}
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { s.play(t) }) })
	}
}

// script is one conversation.
type script struct {
	name, file string
	number     int // of the line being read
	given      []func(*Call, *agent.Config)
	cues       []cue
	checks     []check
	turns      []string
	end        time.Duration
}

// cue is something that happens at a time.
type cue struct {
	at time.Duration
	do func(*Call)
}

// check is something to be seen: it returns what was seen instead, or "".
type check struct {
	line string
	see  func(*Seen) string
}

// play performs the script and says what was not as expected.
func (s *script) play(t *testing.T) {
	c := Start(t, func(c *Call, cfg *agent.Config) {
		for _, set := range s.given {
			set(c, cfg)
		}
	})
	slices.SortStableFunc(s.cues, func(a, b cue) int { return int(a.at - b.at) })
	for _, cue := range s.cues {
		time.Sleep(cue.at - c.Now())
		synctest.Wait()
		cue.do(c)
	}
	time.Sleep(s.end + media.PTime/2 - c.Now())
	seen := c.Seen()
	seen.Ending, seen.Profile = c.Ending(), c.Session.Profile()
	for _, check := range s.checks {
		if wrong := check.see(seen); wrong != "" {
			t.Errorf("%s\n%s", check.line, wrong)
		}
	}
	if t.Failed() {
		t.Logf("what happened:\n%s", c.Seen())
	}
}
