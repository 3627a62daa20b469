package debrief_test

import (
	"encoding/json"
	"math"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"parley/debrief"
)

// recomputed is what testdata/recompute.mjs prints.
type recomputed struct {
	Seconds             float64
	Progress, Exchanges int
	Curve               []struct {
		T        float64
		From, To int
		Checks   []string
	}
	Keys    map[string]float64
	Moments map[string]float64
	Score   struct {
		Got, Of int
		BySkill map[string][2]int `json:"by_skill"`
	}
	Speech struct {
		UserS          float64 `json:"user_s"`
		CharacterS     float64 `json:"character_s"`
		Share, Longest float64
		WPM, Pause     ranged
		Questions      int
		Words, Turns   int
		Fillers, Cut   int
		AfterPushback  ranged `json:"after_pushback"`
	}
}

type ranged struct {
	V, Low, High float64
	N            int
}

// TestRecomputed compares the recorded call's debrief with an independent program.
func TestRecomputed(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "node", "testdata/recompute.mjs",
		filepath.Join("..", "calls", "testdata", string(recordedCall)+".jsonl"), "testdata/riskyProjectApproval.json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want recomputed
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	d := debrief.Make(recorded(t), scene(t), debrief.Baseline{}, now)
	near := near(t)
	near("seconds", d.Seconds, want.Seconds)
	if d.Progress != want.Progress || d.Exchanges != want.Exchanges || len(d.Curve) != len(want.Curve) {
		t.Errorf("%d/10 after %d exchanges, %d points, want %d, %d, %d", d.Progress, d.Exchanges, len(d.Curve),
			want.Progress, want.Exchanges, len(want.Curve))
	}
	for i, p := range want.Curve {
		got := d.Curve[i]
		near("curve", got.T, p.T)
		if got.From != p.From || got.To != p.To || len(got.Checks) != len(p.Checks) {
			t.Errorf("point %d is %+v, want %+v", i, got, p)
		}
	}
	for _, k := range d.Keys {
		near("key "+k.Check, k.T, want.Keys[k.Check])
	}
	if len(d.Keys) != len(want.Keys) || len(d.Moments) != len(want.Moments) {
		t.Errorf("%d keys and %d moments, want %d and %d", len(d.Keys), len(d.Moments), len(want.Keys), len(want.Moments))
	}
	for _, m := range d.Moments {
		near(m.Kind, m.T, want.Moments[m.Kind])
	}
	if d.Score.Got != want.Score.Got || d.Score.Of != want.Score.Of || !reflect.DeepEqual(d.Score.BySkill, want.Score.BySkill) {
		t.Errorf("score %+v, want %+v", d.Score, want.Score)
	}
	speechAs(t, d.Speech, want)
}

func speechAs(t *testing.T, s *debrief.Speech, want recomputed) {
	t.Helper()
	near, w := near(t), want.Speech
	near("user's seconds", s.Share.UserS, w.UserS)
	near("character's seconds", s.Share.CharacterS, w.CharacterS)
	near("share", *s.Share.V, w.Share)
	near("pause", *s.Pause.V, w.Pause.V)
	near("least pause", *s.Pause.Low, w.Pause.Low)
	near("longest pause", *s.Pause.High, w.Pause.High)
	near("longest", *s.Longest.V, w.Longest)
	const word = 1 // a word a minute
	for name, p := range map[string][2]float64{
		"pace": {*s.WPM.V, w.WPM.V}, "slowest": {*s.WPM.Low, w.WPM.Low}, "fastest": {*s.WPM.High, w.WPM.High},
	} {
		if math.Abs(p[0]-p[1]) > word {
			t.Errorf("%s is %.3f, want %.3f", name, p[0], p[1])
		}
	}
	for name, p := range map[string][2]int{
		"turns with a pace": {s.WPM.N, w.WPM.N}, "pauses": {s.Pause.N, w.Pause.N},
		"after push-back": {s.AfterPushback.N, w.AfterPushback.N},
		"questions":       {int(*s.Questions.V), w.Questions}, "turns": {s.Questions.N, w.Turns}, "words": {s.Fillers.N, w.Words},
		"fillers": {int(*s.Fillers.V), w.Fillers}, "interruptions": {int(*s.Interruptions.V), w.Cut},
	} {
		if p[0] != p[1] {
			t.Errorf("%s: %d, want %d", name, p[0], p[1])
		}
	}
	if s.AfterPushback.V != nil || s.AfterPushback.Hidden != debrief.HiddenFew {
		t.Errorf("after push-back is shown of %d: %+v", w.AfterPushback.N, s.AfterPushback)
	}
}

// near fails where two times, in seconds, are 50 ms apart or more.
func near(t *testing.T) func(name string, got, want float64) {
	return func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) >= 0.05 {
			t.Errorf("%s is %.3f, want %.3f", name, got, want)
		}
	}
}
