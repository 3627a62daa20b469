package scenarios

import (
	"fmt"
	"strings"
)

// Values of Scenario.Uninterruptible.
const (
	LineOpening = "opening"
	LineNudge   = "nudge"
)

// Limits of what is said while the user's turn or the answer goes on. Longer
// lines would be heard as turns of their own.
const (
	MaxFillerWords = 6
	MaxNodWords    = 3
)

// Timing overrides delays of turn-taking for one scene. A field left out, or 0,
// leaves the agent's default; the names are those of agent.Timing.
type Timing struct {
	// SureDelayMS is the silence that ends a turn which is surely complete,
	// MinDelayMS any other, OpenDelayMS one that asks for more words.
	SureDelayMS int `json:"sure_delay_ms,omitempty"`
	MinDelayMS  int `json:"min_delay_ms,omitempty"`
	OpenDelayMS int `json:"open_delay_ms,omitempty"`
	// TranscriptWaitMS is how long past that a final transcript is waited for.
	TranscriptWaitMS int `json:"transcript_wait_ms,omitempty"`
	// HoldMS is how long the user speaks over the character before it pauses,
	// YieldMS before it gives up its turn.
	HoldMS  int `json:"hold_ms,omitempty"`
	YieldMS int `json:"yield_ms,omitempty"`
	// FalseStartMS is the silence after which a pause that brought no words is
	// taken back.
	FalseStartMS int `json:"false_start_ms,omitempty"`
	// FillerMS is how long the character may think before a filler.
	FillerMS int `json:"filler_ms,omitempty"`
	// AwayS is how many seconds of the user's silence count as being away,
	// AbandonedS how many end the call, SilentS how many end that of a user who
	// never gave a sign of life.
	AwayS      int `json:"away_s,omitempty"`
	SilentS    int `json:"silent_s,omitempty"`
	AbandonedS int `json:"abandoned_s,omitempty"`
	// The rest is seldom a scene's business; agent.Timing says what each does.
	UtteranceEndMS int `json:"utterance_end_ms,omitempty"`
	StableMS       int `json:"stable_ms,omitempty"`
	AheadMS        int `json:"ahead_ms,omitempty"`
	LateMergeMS    int `json:"late_merge_ms,omitempty"`
	SoftHoldMS     int `json:"soft_hold_ms,omitempty"`
	WordEndMS      int `json:"word_end_ms,omitempty"`
	NodAfterMS     int `json:"nod_after_ms,omitempty"`
	NodPauseMS     int `json:"nod_pause_ms,omitempty"`
	NodGapMS       int `json:"nod_gap_ms,omitempty"`
	LostReleaseMS  int `json:"lost_release_ms,omitempty"`
	LastWordMS     int `json:"last_word_ms,omitempty"`
	SubscriptionMS int `json:"subscription_ms,omitempty"`
}

// Bounds of Timing: below, turns are cut by breaths; above, the call is dead.
const (
	minDelayMS, maxDelayMS = 50, 10_000
	minAwayS, maxAwayS     = 10, 600
	minLeftS, maxLeftS     = 60, 3600
)

// checkTurns reports faults of the fields that shape turn-taking.
func checkTurns(r *report, s *Scenario) {
	r.short("fillers", s.Fillers, MaxFillerWords)
	r.short("nods", s.Nods, MaxNodWords)
	for i, line := range s.Uninterruptible {
		if line != LineOpening && line != LineNudge {
			r.add(fmt.Sprintf("uninterruptible[%d]", i), "must be %q or %q, not %q", LineOpening, LineNudge, line)
		}
	}
	t := s.Timing
	for _, delay := range []struct {
		field string
		ms    int
	}{
		{"sure_delay_ms", t.SureDelayMS}, {"min_delay_ms", t.MinDelayMS}, {"open_delay_ms", t.OpenDelayMS},
		{"transcript_wait_ms", t.TranscriptWaitMS}, {"hold_ms", t.HoldMS}, {"yield_ms", t.YieldMS},
		{"false_start_ms", t.FalseStartMS}, {"filler_ms", t.FillerMS}, {"utterance_end_ms", t.UtteranceEndMS},
		{"stable_ms", t.StableMS}, {"ahead_ms", t.AheadMS}, {"late_merge_ms", t.LateMergeMS},
		{"soft_hold_ms", t.SoftHoldMS}, {"word_end_ms", t.WordEndMS}, {"nod_after_ms", t.NodAfterMS},
		{"nod_pause_ms", t.NodPauseMS}, {"nod_gap_ms", t.NodGapMS}, {"lost_release_ms", t.LostReleaseMS},
		{"last_word_ms", t.LastWordMS}, {"subscription_ms", t.SubscriptionMS},
	} {
		if delay.ms != 0 {
			r.within("timing."+delay.field, delay.ms, minDelayMS, maxDelayMS)
		}
	}
	if t.AwayS != 0 {
		r.within("timing.away_s", t.AwayS, minAwayS, maxAwayS)
	}
	if t.AbandonedS != 0 {
		r.within("timing.abandoned_s", t.AbandonedS, minLeftS, maxLeftS)
	}
	if t.SilentS != 0 {
		r.within("timing.silent_s", t.SilentS, minAwayS, maxLeftS)
	}
	r.ascending("sure_delay_ms", t.SureDelayMS, "min_delay_ms", t.MinDelayMS)
	r.ascending("min_delay_ms", t.MinDelayMS, "open_delay_ms", t.OpenDelayMS)
	r.ascending("hold_ms", t.HoldMS, "yield_ms", t.YieldMS)
}

// short reports empty and overlong lines.
func (r *report) short(field string, lines []string, words int) {
	r.lines(field, lines, 0)
	for i, l := range lines {
		if n := len(strings.Fields(l)); n > words {
			r.add(fmt.Sprintf("%s[%d]", field, i), "has %d words, at most %d", n, words)
		}
	}
}

// ascending reports a delay that is below the one it must not undercut, where
// the file sets both.
func (r *report) ascending(low string, lowMS int, high string, highMS int) {
	if lowMS != 0 && highMS != 0 && highMS < lowMS {
		r.add("timing."+high, "must not be below %s (%d)", low, lowMS)
	}
}
