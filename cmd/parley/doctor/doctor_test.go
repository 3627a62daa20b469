package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/llm"
	"parley/stt"
	"parley/stt/sphinx"
	"parley/tts"
	"parley/tts/flite"
)

// TestRoundTrip has the offline engines speak and hear.
func TestRoundTrip(t *testing.T) {
	voice, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	ears, err := sphinx.Open(sphinx.Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer ears.Close()
	var said []int16
	for _, r := range Examine(t.Context(), []Check{Speaks(voice, tts.Voice{}, &said), Hears(ears, &said)}, nil) {
		if r.Err != nil || r.Latency <= 0 {
			t.Errorf("%s %s: %v, latency %v", r.Part, r.Subject, r.Err, r.Latency)
		}
		t.Logf("%s: %s, %v", r.Subject, r.Says, r.Latency)
	}
}

type voice struct {
	pcm []int16
	err error
}

func (voice) Name() string { return "voice" }
func (v voice) Speak(_ context.Context, _ string, _ tts.Voice, emit func(tts.Chunk) error) error {
	if v.err != nil {
		return v.err
	}
	return emit(tts.Chunk{PCM: v.pcm})
}

type model struct {
	words string
	err   error
}

func (model) Name() string { return "model" }
func (m model) Chat(context.Context, llm.Request) (llm.Stream, error) {
	return &thought{m.words, m.err}, nil
}

type thought struct {
	words string
	err   error
}

func (t *thought) Next() (llm.Delta, error) {
	if t.words == "" {
		return llm.Delta{}, t.err
	}
	d := llm.Delta{Text: t.words}
	t.words = ""
	return d, nil
}
func (*thought) Close() error { return nil }

type ears struct{ heard stt.Event }

func (ears) Name() string                                            { return "ears" }
func (e ears) Open(context.Context, stt.Options) (stt.Stream, error) { return e, nil }
func (ears) Begin(uint64)                                            {}
func (ears) Write([]int16)                                           {}
func (ears) End()                                                    {}
func (e ears) Next(context.Context) (stt.Event, error)               { return e.heard, nil }
func (ears) Close() error                                            { return nil }

func loud() []int16 {
	pcm := make([]int16, 40000)
	for i := range pcm {
		pcm[i] = int16(i%50) * 200
	}
	return pcm
}

func TestFindings(t *testing.T) {
	said, nothing := loud(), []int16(nil)
	away := fmt.Errorf("reach http://127.0.0.1:9: %w", errors.New("connection refused"))
	for _, tt := range []struct {
		name  string
		check Check
		says  string // of the table; "" is well
	}{
		{"a voice", Speaks(voice{pcm: loud()}, tts.Voice{}, new([]int16)), ""},
		{"a silent voice", Speaks(voice{pcm: make([]int16, 40000)}, tts.Voice{}, new([]int16)), "spoke 2.5s of nothing"},
		{"half a second", Speaks(voice{pcm: loud()[:8000]}, tts.Voice{}, new([]int16)), "spoke 500ms"},
		{"a wrong key", Speaks(voice{err: fmt.Errorf("%w (HTTP 401 from http://x)", engine.ErrKey)}, tts.Voice{}, new([]int16)), "Check the key"},
		{"a dead port", Speaks(voice{err: away}, tts.Voice{}, new([]int16)), "connection refused.\n  Start it"},
		{"ears", Hears(ears{stt.Event{Final: true, Text: "good morning i would like to talk about a budget for this"}}, &said), ""},
		{"bad ears", Hears(ears{stt.Event{Final: true, Text: "could mourning"}}, &said), "understood 0 of 13 words"},
		{"deaf ears", Hears(ears{stt.Event{Final: true, Err: engine.ErrService}}, &said), "service's own log"},
		{"nothing to hear", Hears(ears{}, &nothing), "Mend a voice"},
		{"a model", Thinks("llm", model{"No, not yet.", io.EOF}, llm.Request{}), ""},
		{"a model without a word", Thinks("llm", model{"…", io.EOF}, llm.Request{}), "without a word"},
		{"a model that breaks off", Thinks("llm", model{"No", engine.ErrCut}, llm.Request{}), "a proxy may end"},
		{"a panic", Check{Part: "llm", Run: func(context.Context) (Finding, error) { panic("speech") }}, "it panicked: string"},
		{"a folder", Disk(t.TempDir()), ""},
		{"no folder", Disk(filepath.Join("/dev/null", "data")), "--data"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			results := Examine(t.Context(), []Check{tt.check}, nil)
			var out bytes.Buffer
			if err := Show(&out, results); err != nil {
				t.Fatal(err)
			}
			if want := tt.says == ""; Healthy(results) != want {
				t.Errorf("well = %v, want %v:\n%s", !want, want, &out)
			}
			if !strings.Contains(out.String(), tt.says) {
				t.Errorf("want %q in:\n%s", tt.says, &out)
			}
		})
	}
}

func TestPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := l.Addr().String()
	ours := func(context.Context) bool { return true }
	for _, tt := range []struct {
		name  string
		alive func(context.Context) bool
		says  string
		well  bool
	}{
		{"taken", nil, "", false},
		{"taken by us", ours, "in use by a running Parley", true},
	} {
		r := Examine(t.Context(), []Check{Port("tcp", taken, "--http", tt.alive)}, nil)
		if Healthy(r) != tt.well || r[0].Says != tt.says {
			t.Errorf("%s: %+v", tt.name, r[0])
		}
	}
	for _, network := range []string{"tcp", "udp"} {
		// The kernel picks a port nobody has: one just let go may be another's.
		r := Examine(t.Context(), []Check{Port(network, "127.0.0.1:0", "--http", nil)}, nil)
		if !Healthy(r) || r[0].Says != "free" {
			t.Errorf("%s, free: %+v", network, r[0])
		}
	}
}

func TestACheckIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := func(ctx context.Context) (Finding, error) { <-ctx.Done(); return Finding{}, ctx.Err() }
		ctx, cancel := context.WithTimeout(t.Context(), 25*time.Second)
		defer cancel()
		seen := 0
		results := Examine(ctx, []Check{{Run: hang}, {Run: hang}, {Run: hang}}, func(n int, _ Check) { seen += n })
		for i, want := range []string{"no answer within 20s", "deadline", "deadline"} {
			if got := results[i].Err; got == nil || !strings.Contains(got.Error(), want) {
				t.Errorf("check %d: %v, want %q", i, got, want)
			}
		}
		if seen != 3 {
			t.Errorf("told of checks that add up to %d, want 0, 1 and 2", seen)
		}
	})
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	err := WriteJSON(&out, []Result{
		{Check: Check{Part: "tts", Subject: "flite"}, Finding: Finding{Says: "spoke 3.1 s", Latency: 21500 * time.Microsecond}},
		{Check: Check{Part: "llm", Subject: "openai:m"}, Err: Ill{errors.New("reach\nit"), "Start it."}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(strings.Fields(out.String()), " ")
	want := `[ { "check": "tts", "of": "flite", "ok": true, "found": "spoke 3.1 s", "latency_ms": 21.5 }, ` +
		`{ "check": "llm", "of": "openai:m", "ok": false, "error": "reach; it", "remedy": "Start it." } ]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

type adapting struct{ model }

func (adapting) Dialect() []string { return []string{"temperature: left to the service"} }

// TestThinksTellsTheDialect holds that what a service has refused is shown.
func TestThinksTellsTheDialect(t *testing.T) {
	got, err := Thinks("llm", adapting{model{"No, not yet.", io.EOF}}, llm.Request{}).Run(t.Context())
	if want := "answered in 3 words; temperature: left to the service"; got.Says != want || err != nil {
		t.Errorf("%q, %v, want %q", got.Says, err, want)
	}
}
