//go:build !race

package app_test

import (
	"testing"

	"parley"
	"parley/app/apptest"
	"parley/caller"
	"parley/calls"
	"parley/journal"
	"parley/language"
	"parley/stt/sphinx"
	"parley/stt/stttest"
)

// TestWinningCall holds the call that is won. That every word of it is heard, by the
// recording too, wants a machine that keeps up with it.
func TestWinningCall(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	r := s.Call(t, "riskyProjectApproval", "win")
	if r.Outcome != parley.Won || apptest.Progress(r) != parley.MaxProgress {
		t.Errorf("outcome %q, progress %d; want won, 10", r.Outcome, apptest.Progress(r))
	}
	if r.Exchanges < 5 {
		t.Errorf("%d exchanges, want at least 5", r.Exchanges)
	}
	if len(r.Verdicts) != r.Exchanges {
		t.Errorf("%d verdicts for %d exchanges", len(r.Verdicts), r.Exchanges)
	}
	wrong, words := language.Misheard(apptest.Said(r, parley.Character), transcribe(t, r.Audio[1]))
	t.Logf("the recording gives back the character's words with %d of %d wrong", wrong, words)
	if wrong*2 > words {
		t.Errorf("the recording gives back the character's words with %d of %d wrong, want half at most", wrong, words)
	}
	if len(r.Latencies) != r.Exchanges {
		t.Errorf("%d latencies for %d exchanges", len(r.Latencies), r.Exchanges)
	}
	checkJournal(t, s, r)
}

// checkJournal compares what was kept with what the caller was told.
func checkJournal(t *testing.T, s *apptest.Server, r caller.Report) {
	t.Helper()
	events, err := journal.Read(s.Data+"/calls", r.Call)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[parley.Kind]int{}
	for i, e := range events {
		counts[e.Body.Kind()]++
		if e.Seq != uint64(i+1) || e.Call != r.Call {
			t.Errorf("event %d is number %d of %s", i+1, e.Seq, e.Call)
		}
	}
	if counts[parley.KindVerdict] != len(r.Verdicts) || counts[parley.KindStarted] != 1 ||
		counts[parley.KindEnded] != 1 || counts[parley.KindHeard] < r.Exchanges {
		t.Errorf("journal holds %v; the caller saw %d verdicts in %d exchanges", counts, len(r.Verdicts), r.Exchanges)
	}
	for _, e := range events {
		switch b := e.Body.(type) {
		case parley.Started:
			scenes, err := calls.OpenScenes(s.Data + "/scenes")
			if err != nil {
				t.Fatal(err)
			}
			if kept, err := scenes.Get(b.SceneHash); err != nil || kept.ID != b.Scenario || b.Version == "" {
				t.Errorf("the call began with scene %q of hash %q and version %q, kept is %q, %v", b.Scenario, b.SceneHash, b.Version,
					kept.ID, err)
			}
		case parley.Heard:
			if b.By != parley.ByVoice || len(b.Segments) == 0 {
				t.Errorf("turn %d came by %q with the stretches %v", b.Turn.Number, b.By, b.Segments)
			}
		case parley.Said:
			if b.Why == "" {
				t.Errorf("turn %d was said for nothing", b.Turn.Number)
			}
		}
	}
}

// transcribe is what PocketSphinx hears in a recording.
func transcribe(t *testing.T, pcm []int16) string {
	t.Helper()
	e, err := sphinx.Open(sphinx.Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	return stttest.Transcribe(t, e, pcm)
}
