package metrics_test

import (
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/metrics"
	"parley/web"
)

func TestMetricsCount(t *testing.T) {
	m := metrics.New()
	m.Answered(parley.Latency{
		Total: 700 * time.Millisecond, Endpointing: 250 * time.Millisecond, STT: 100 * time.Millisecond,
		LLM: 200 * time.Millisecond, TTS: 140 * time.Millisecond, Own: 10 * time.Millisecond,
	})
	m.Overlap("resumed")
	m.Speculation(true, 0, 0)
	m.Speculation(false, 8, 30)
	m.Speculation(false, 4, 0)
	m.EarlyTranscript(true)
	m.EarlyTranscript(false)
	m.TurnedAway(web.AddressLimit)
	url := apptest.ServeMetrics(t, m)
	during := make(chan map[string]bool, 1)
	m.Call(func() parley.Ending {
		during <- apptest.Scrape(t, url)
		return parley.Ending{Outcome: parley.Won}
	})
	if !(<-during)["parley_calls_in_progress 1"] {
		t.Error("a call under way is not counted")
	}
	got := apptest.Scrape(t, url)
	for _, want := range []string{
		`parley_speculation_wasted_total{unit="tokens"} 12`,
		`parley_speculation_wasted_total{unit="characters"} 30`,
		`parley_early_transcripts_total{result="kept"} 1`,
		`parley_early_transcripts_total{result="wasted"} 1`,
		`parley_response_latency_seconds_bucket{stage="total",le="0.6"} 0`,
		`parley_response_latency_seconds_bucket{stage="total",le="0.7"} 1`,
		`parley_response_latency_seconds_sum{stage="endpointing"} 0.25`,
		`parley_response_latency_seconds_bucket{stage="own",le="0.01"} 1`,
		`parley_response_latency_seconds_bucket{stage="own",le="0.005"} 0`,
		`parley_response_latency_seconds_sum{stage="tts"} 0.14`,
		`parley_overlaps_total{outcome="ignored"} 0`,
		`parley_overlaps_total{outcome="resumed"} 1`,
		`parley_speculations_total{result="kept"} 1`,
		`parley_speculations_total{result="wasted"} 2`,
		`parley_calls_in_progress 0`,
		`parley_calls_total{outcome="won"} 1`,
		`parley_calls_total{outcome="refused"} 0`,
		`parley_callers_turned_away_total{reason="address"} 1`,
		`parley_callers_turned_away_total{reason="seats"} 0`,
		`parley_callers_turned_away_total{reason="scene"} 0`,
		`parley_callers_turned_away_total{reason="not_ready"} 0`,
	} {
		if !got[want] {
			t.Errorf("Prometheus does not get %s", want)
		}
	}
	for line := range got {
		if strings.HasPrefix(line, "livekit_") || strings.HasPrefix(line, "psrpc_") {
			t.Errorf("Prometheus gets a server's own %s", line)
		}
	}
}
