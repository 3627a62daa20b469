package caller

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"parley"
	"parley/engine/enginetest"
	"parley/language"
	"parley/media"
	"parley/room/roomtest"
	"parley/stt/sphinx"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/flite"
)

// callActor makes a call to an actor with lines.
func callActor(t *testing.T, c Script, name string, lines []string) (Report, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	speech, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	acted := make(chan error, 1)
	go func() { acted <- act(ctx, t, name, lines) }()
	c.URL, c.Token, c.Speech = roomtest.Server.URL, token(t, name, "user-"+name, false), speech
	c.Voice = tts.Voice{Gender: "female"}
	r, err := Run(ctx, c)
	if err := <-acted; err != nil {
		t.Errorf("actor: %v", err)
	}
	return r, err
}

func TestRunHoldsACallOverWebRTC(t *testing.T) {
	lines := []string{
		"so this project is bold show me the numbers", "the budget is a problem for me", "then you have my approval start the launch today",
	}
	var kinds []string
	c := Script{Record: true, Observe: func(e Event) { kinds = append(kinds, e.Body.kind()) }}
	c.Lines = []Line{{Text: "we will make a profit in one year"}, {Text: "the risk is small"}, {Text: "never said"}}
	clock := enginetest.Start()
	r, err := callActor(t, c, "won", lines)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	l := clock.Lapse()
	if r.Outcome != parley.Won || r.Exchanges != 2 || r.Progress() != 10 || len(r.Verdicts) != 2 {
		t.Errorf("outcome %q, %d exchanges, progress %d, %d verdicts; want won, 2, 10, 2",
			r.Outcome, r.Exchanges, r.Progress(), len(r.Verdicts))
	}
	if len(r.Usage) != 1 || r.Usage[0].Engine != "flite" || r.Usage[0].Requests == 0 {
		t.Errorf("usage = %+v, want the account of flite", r.Usage)
	}
	if len(r.Reactions) != 1 || len(r.Troubles) != 1 || len(r.Latencies) != 2 {
		t.Errorf("%d reactions, %d troubles, %d latencies; want 1, 1, 2", len(r.Reactions), len(r.Troubles), len(r.Latencies))
	}
	if got, want := r.Text(parley.User), "heard 1 heard 2"; got != want {
		t.Errorf("the user was captioned %q, want %q", got, want)
	}
	for _, took := range r.Responses {
		if took < pause || took-(l.Took-l.Own) > 5*time.Second {
			t.Errorf("an answer took %v; it is given after %v", took, pause)
		}
	}
	if len(r.Responses) != 2 || r.Opening <= 0 || r.Join <= 0 {
		t.Errorf("%d responses, opening after %v, join after %v; want 2 and both known", len(r.Responses), r.Opening, r.Join)
	}
	for _, kind := range []string{"joined", "agent", "state", "line", "line_done", "caption", "checker", "emoji_reaction", "latency", "call_ended"} {
		if !slices.Contains(kinds, kind) {
			t.Errorf("no %s event; there were %v", kind, kinds)
		}
	}
	said := r.Text(parley.Character)
	wantWords(t, "right", r.Audio[1], said)
	wantWords(t, "left", r.Audio[0], c.Lines[0].Text+" "+c.Lines[1].Text)
}

func TestRunHangsUpPolitely(t *testing.T) {
	interrupted := errors.New("interrupted")
	ctx, interrupt := context.WithCancelCause(t.Context())
	acted := make(chan error, 1)
	go func() { acted <- act(t.Context(), t, "left", []string{"hello there", "never said"}) }()
	r, err := Run(ctx, Script{
		Config: Config{URL: roomtest.Server.URL, Token: token(t, "left", "user-left", false)},
		Lines:  []Line{{Text: "a tone", PCM: make([]int16, 30*media.SampleRate)}},
		Observe: func(e Event) {
			if _, ok := e.Body.(LineBegun); ok {
				interrupt(interrupted)
			}
		},
	})
	if !errors.Is(err, interrupted) || r.Outcome != parley.Left {
		t.Errorf("run = outcome %q, %v; want left, %v", r.Outcome, err, interrupted)
	}
	if err := <-acted; err != nil {
		t.Errorf("actor: %v", err)
	}
}

func TestRunRefusesWhatItCannotDo(t *testing.T) {
	if _, err := Run(t.Context(), Script{Lines: []Line{{Text: "hello"}}}); err == nil {
		t.Error("a line without audio and engine was accepted")
	}
	if _, err := Run(t.Context(), Script{Config: Config{URL: roomtest.Server.URL, Token: "junk"}}); err == nil {
		t.Error("a junk token was accepted")
	}
}

// wantWords holds a channel to giving back most of the words said on it.
func wantWords(t *testing.T, channel string, pcm []int16, said string) {
	t.Helper()
	heard := transcribe(t, pcm)
	wrong, words := language.Misheard(said, heard)
	t.Logf("%s channel: %d of %d words wrong", channel, wrong, words)
	if wrong*2 > words {
		t.Errorf("of %q the %s channel gives back %q: %d of %d words wrong, want half at most", said, channel, heard, wrong, words)
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
