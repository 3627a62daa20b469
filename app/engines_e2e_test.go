//go:build !race

package app_test

import (
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/caller"
	"parley/engine/openaihttp/openaitest"
	"parley/rpc"
	"parley/stt/sphinx"
	"parley/tts/flite"
)

// TestThreeServices holds a call whose hearing, thinking and speaking are on
// three servers: real recognition and real speech, over HTTP. Then the same call
// is held with PocketSphinx hearing in this process.
func TestThreeServices(t *testing.T) {
	t.Parallel()
	ears, err := sphinx.Open(sphinx.Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ears.Close(); err != nil {
			t.Error(err)
		}
	})
	voice, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	hearing, thinking, speaking := openaitest.NewEars(t, ears), openaitest.New(t), openaitest.NewVoice(t, voice)
	thinking.Always(openaitest.Metered(120, 20, 15, "That is ", "a fair point. ", "But what does it cost?"))
	for name, tt := range map[string]struct {
		stt   string
		names map[string]string
	}{
		"three services":      {"openai", map[string]string{"stt": "openai:ears", "llm": "openai:model", "tts": "openai:voice"}},
		"sphinx and services": {"sphinx", map[string]string{"stt": "sphinx", "llm": "openai:model", "tts": "openai:voice"}},
	} {
		t.Run(name, func(t *testing.T) {
			c := apptest.Config(t)
			c.Plan = apptest.Plan(t, map[engineconfig.Role]engineconfig.Told{
				engineconfig.STT:     {Engines: tt.stt, URL: hearing.URL, Model: "ears"},
				engineconfig.LLM:     {Engines: "openai", URL: thinking.URL, Model: "model"},
				engineconfig.Checker: {Engines: "understudy"},
				engineconfig.TTS:     {Engines: "openai", URL: speaking.URL, Model: "voice"},
			})
			s := apptest.StartWith(t, c)
			r, err := s.CallWith(t, parley.Dispatch{Scenario: apptest.Scene},
				"The biggest risk is that our supplier is late this year.", "We have a clear plan for every risk.")
			if err != nil {
				t.Fatal(err)
			}
			if r.Exchanges != 2 || len(apptest.Troubles(r)) > 0 {
				t.Errorf("%d exchanges and troubles %+v, want 2 and none", r.Exchanges, r.Troubles)
			}
			if heard := apptest.Said(r, parley.User); !strings.Contains(heard, "risk") {
				t.Errorf("the caller was heard as %q, want a risk in it", heard)
			}
			if said := apptest.Said(r, parley.Character); strings.Count(said, "That is a fair point. But what does it cost?") != 2 {
				t.Errorf("the character said %q, want its answer twice", said)
			}
			checkUsage(t, r, tt.names)
		})
	}
	if len(hearing.Requests()) < 2 || len(speaking.Requests()) < 10 {
		t.Errorf("%d utterances and %d segments went over HTTP", len(hearing.Requests()), len(speaking.Requests()))
	}
}

// checkUsage holds what a call used to have gone to the engines named, with
// tokens as the service told them; it tells none of an answer that was begun
// early and dropped, whose tokens are estimated.
func checkUsage(t *testing.T, r caller.Report, names map[string]string) {
	t.Helper()
	seen, dropped := map[string]rpc.EngineUsage{}, 0
	for _, u := range r.Usage {
		seen[u.Role] = u
	}
	for _, l := range r.Latencies {
		dropped += l.Wasted
	}
	for role, name := range names {
		if u := seen[role]; u.Engine != name || u.Requests == 0 || u.Retries > 0 {
			t.Errorf("%s used %+v, want requests to %s", role, u, name)
		}
	}
	if u := seen["stt"]; u.AudioNS < 3*time.Second {
		t.Errorf("%v were heard, want two lines", u.AudioNS)
	}
	if u := seen["llm"]; u.PromptTokens < 240 || u.CompletionTokens < 30 || u.Estimated && dropped == 0 {
		t.Errorf("tokens %+v, want the service's own of two answers; %d were dropped", u, dropped)
	}
	if u := seen["tts"]; u.Characters < 80 || u.AudioNS < 3*time.Second {
		t.Errorf("%d characters in %v were spoken, want two answers", u.Characters, u.AudioNS)
	}
}
