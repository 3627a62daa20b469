package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/caller"
	"parley/engine/openaihttp/openaitest"
	"parley/journal"
	"parley/tts"
	"parley/web"
)

// frozen is how long after the voice has fallen silent a sound may come and still
// tell of the product: failover gives the voice up 800 ms after it fell silent, and
// a machine that stood still for longer makes it do so before anything was played.
const frozen = 700 * time.Millisecond

// TestHeardWhileBothAnswersAreOpen has the caller hear the character while the
// language model has not ended its answer, nor the voice that of its first
// sentence. A product that waits for either is never heard that early, so a
// machine that stood still is asked again.
func TestHeardWhileBothAnswersAreOpen(t *testing.T) {
	t.Parallel()
	for range 3 {
		h := newHeld(t)
		s := apptest.StartWith(t, h.config)
		user := heldCall(t, s)
		if h.heardEarly(user) {
			checkHeardWhileOpen(t, h, s, user)
			return
		}
		user.Leave()
	}
	t.Fatalf("never heard within %v of the voice's first sound", frozen)
}

// heardEarly reports whether the caller hears the answer within frozen of what the
// voice spoke of it.
func (h *held) heardEarly(user heldCaller) bool {
	user.t.Helper()
	said := user.say(h.speech, heldLine)
	var heard time.Time
	user.until("the answer", func(v caller.View) (ok bool) {
		heard, ok = v.Frames.Voiced(said.End)
		return ok
	})
	_, thought := h.thinking.held()
	_, spoke := h.speaking.held()
	user.t.Logf("heard %v after the user's last sound, %v after the model and %v after the voice fell silent",
		heard.Sub(said.End).Round(time.Millisecond), heard.Sub(thought).Round(time.Millisecond), heard.Sub(spoke).Round(time.Millisecond))
	return heard.Sub(spoke) < frozen
}

// checkHeardWhileOpen wants both answers open, and once they end what they say
// whole.
func checkHeardWhileOpen(t *testing.T, h *held, s *apptest.Server, user heldCaller) {
	t.Helper()
	models, _ := h.thinking.held()
	voices, _ := h.speaking.held()
	if models != 1 || voices != 1 {
		t.Errorf("when the character was heard %d answers of the model and %d of the voice were open, want 1 and 1", models, voices)
	}
	close(h.thinking.lifted)
	close(h.speaking.lifted)
	user.until("the rest of the answer", spokenOut)
	if troubles := user.View().Troubles; len(troubles) > 0 {
		t.Errorf("troubles with %v", troubles)
	}
	const judged = `parley_engine_requests_total{engine="openai:held",role="checker"} 1`
	apptest.Eventually(t, func() bool { return apptest.Scrape(t, s.Ops+"/metrics")[judged] })
	user.Leave()
	checkHeld(t, s, h.voice.Requests())
	const loads = 1 // that the product made of its own accord as it started, for nobody's call
	checkEnginesTold(t, s, map[engineconfig.Role]int{
		engineconfig.STT: len(h.ears.Requests()) - loads, engineconfig.LLM: len(h.model.Requests()) - loads,
		engineconfig.TTS: len(h.voice.Requests()) - loads,
	})
}

// heldCaller is the user of that call.
type heldCaller struct {
	*caller.Caller
	t   *testing.T
	ctx context.Context // bounds the call
}

func heldCall(t *testing.T, s *apptest.Server) heldCaller {
	t.Helper()
	token, err := web.CallToken(s.LiveKit.Key, s.LiveKit.Secret, app.DefaultAgent, web.NewCaller(parley.Dispatch{Scenario: "heldOpen"}))
	if err != nil {
		t.Fatal(err)
	}
	user, err := caller.Join(t.Context(), caller.Config{URL: s.LiveKit.URL, Token: token, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(user.Leave)
	ctx, cancel := context.WithTimeoutCause(t.Context(), apptest.Patience, fmt.Errorf("not within %v", apptest.Patience))
	t.Cleanup(cancel)
	return heldCaller{user, t, ctx}
}

func (u heldCaller) until(what string, ok func(caller.View) bool) {
	u.t.Helper()
	if err := u.Until(u.ctx, ok); err != nil {
		u.t.Fatalf("wait for %s: %v", what, err)
	}
}

// spokenOut is a character that has spoken and listens.
func spokenOut(v caller.View) bool {
	return !v.Frames.LastVoiced().IsZero() && v.Quiet(300*time.Millisecond)
}

// say says text after the opening.
func (u heldCaller) say(speech tts.Engine, text string) caller.Sent {
	u.t.Helper()
	clip, err := caller.Record(u.ctx, speech, tts.Voice{Name: "awb"}, text)
	if err != nil {
		u.t.Fatal(err)
	}
	u.until("the end of the opening", spokenOut)
	said, err := u.Say(u.ctx, clip.PCM, nil)
	if err != nil {
		u.t.Fatal(err)
	}
	return said
}

// checkHeld wants the whole answer in the journal of the only call, which has
// ended well, and each sentence to have been spoken once.
func checkHeld(t *testing.T, s *apptest.Server, asked []openaitest.Request) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.Data, "calls", "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d calls are kept, %v; want 1", len(files), err)
	}
	id := parley.CallID(strings.TrimSuffix(filepath.Base(files[0]), filepath.Ext(files[0])))
	var last parley.Turn
	var ending parley.Ending
	apptest.Eventually(t, func() bool {
		events, err := journal.Read(filepath.Join(s.Data, "calls"), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			switch b := e.Body.(type) {
			case parley.Said:
				last = b.Turn
			case parley.Ending:
				ending = b
			}
		}
		return ending.Outcome != ""
	})
	if ending.Outcome != parley.Left {
		t.Errorf("the call ended %q, want left", ending.Outcome)
	}
	if want := heldFirst + heldSecond + heldLast; last.Text != want || last.Interrupted {
		t.Errorf("the character said %q, want %q", last.Text, want)
	}
	// The first may also have been begun at a pause in what the user said.
	for _, sentence := range []string{heldSecond, heldLast} {
		n := len(slices.DeleteFunc(slices.Clone(asked), func(r openaitest.Request) bool {
			return !strings.Contains(r.Text("input"), strings.TrimSpace(sentence))
		}))
		if n != 1 {
			t.Errorf("%q was spoken %d times, want once", sentence, n)
		}
	}
}

// checkEnginesTold wants Prometheus to know of the requests the call made. A
// transcript asked for at a pause and dropped is one of them, though the service
// may have seen nothing of it.
func checkEnginesTold(t *testing.T, s *apptest.Server, seen map[engineconfig.Role]int) {
	t.Helper()
	got := apptest.Scrape(t, s.Ops+"/metrics")
	dropped := counted(t, got, `parley_early_transcripts_total{result="wasted"}`)
	for role, n := range seen {
		labels := fmt.Sprintf(`{engine="openai:held",role=%q}`, role)
		most := n
		if role == engineconfig.STT {
			most += dropped
		}
		if told := counted(t, got, "parley_engine_requests_total"+labels); told < n || told > most {
			t.Errorf("Prometheus is told of %d requests to %s, want %d to %d", told, role, n, most)
		}
		if up := counted(t, got, "parley_engine_up"+labels); up != 1 {
			t.Errorf("Prometheus gets parley_engine_up%s %d, want 1", labels, up)
		}
	}
}

// counted is the value of a metric, which is among the lines scraped.
func counted(t *testing.T, lines map[string]bool, metric string) int {
	t.Helper()
	for line := range lines {
		if value, ok := strings.CutPrefix(line, metric+" "); ok {
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("Prometheus does not get %s", metric)
	return 0
}
