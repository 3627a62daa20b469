// Package metrics is what Prometheus is told of a process: its calls, its seats,
// its engines and its checker. docs/metrics.md names every figure.
package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"parley"
	"parley/app/engineconfig"
	"parley/web"
)

// latencyBuckets are seconds. The answer people feel lies between 0.3 and 2;
// the buckets below are for Parley's own share.
var latencyBuckets = []float64{
	0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.25, 1.5, 2, 3, 5,
}

// Refused is the outcome of a call that was never held.
const Refused parley.Outcome = "refused"

// Metrics count what the calls of this process do. Their registry is their own:
// the embedded servers fill the default one. They are safe for concurrent use.
type Metrics struct {
	registry     *prometheus.Registry
	latency      *prometheus.HistogramVec
	overlaps     *prometheus.CounterVec
	speculations *prometheus.CounterVec
	wasted       *prometheus.CounterVec
	transcripts  *prometheus.CounterVec
	running      prometheus.Gauge
	ended        *prometheus.CounterVec
	turned       *prometheus.CounterVec
	leftOut      prometheus.Counter
	damage       *prometheus.CounterVec
	engines      *engines
}

// New returns metrics of a process that has done nothing yet.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		leftOut: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "parley_checker_coalesced_total", Help: "Exchanges left out because newer ones of the call waited.",
		}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "parley_response_latency_seconds", Buckets: latencyBuckets,
			Help: "From the user's last voiced sample to the character's first, by stage; the stages add up to total.",
		}, []string{"stage"}),
		overlaps: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "parley_overlaps_total", Help: "Times the user spoke over the character, by what it did.",
		}, []string{"outcome"}),
		speculations: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "parley_speculations_total", Help: "Answers begun before the user's turn was over.",
		}, []string{"result"}),
		wasted: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "parley_speculation_wasted_total",
			Help: "What answers begun early and dropped had cost, about: tokens written, characters given to the voice.",
		}, []string{"unit"}),
		transcripts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "parley_early_transcripts_total", Help: "Transcripts asked for in a silence, before the utterance ended.",
		}, []string{"result"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "parley_calls_in_progress", Help: "Calls held now."}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "parley_calls_total", Help: "Calls that have ended, by outcome.",
		}, []string{"outcome"}),
		turned: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "parley_callers_turned_away_total", Help: "Callers who were refused a call, by why.",
		}, []string{"reason"}),
		damage: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "parley_damage_total", Help: "Things that are kept and were found damaged, by what.",
		}, []string{"kind"}),
		engines: newEngines(),
	}
	m.registry.MustRegister(m.latency, m.overlaps, m.speculations, m.wasted, m.transcripts, m.running, m.ended, m.turned,
		m.leftOut, m.damage, m.engines, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	// What has not happened yet is 0, not missing.
	for _, outcome := range []string{"ignored", "resumed", "yielded"} {
		m.overlaps.WithLabelValues(outcome)
	}
	for _, result := range []string{"kept", "wasted"} {
		m.speculations.WithLabelValues(result)
		m.transcripts.WithLabelValues(result)
	}
	for _, unit := range []string{"tokens", "characters"} {
		m.wasted.WithLabelValues(unit)
	}
	for _, outcome := range []parley.Outcome{
		parley.Won, parley.Lost, parley.Timeout, parley.Left, parley.Failed, Refused,
	} {
		m.ended.WithLabelValues(string(outcome))
	}
	for _, kind := range []string{FileDamaged, JournalDamaged, ProfileDamaged, "record", "restored", "key"} {
		m.damage.WithLabelValues(kind)
	}
	for _, why := range web.Reasons() {
		m.turned.WithLabelValues(string(why))
	}
	return m
}

// Kinds of Damaged, beside those of assistant.Config and journal.LogConfig.
const (
	FileDamaged    = "file"
	JournalDamaged = "journal"
	ProfileDamaged = "profile"
)

// Damaged counts something that is kept and was found damaged.
func (m *Metrics) Damaged(kind string) { m.damage.WithLabelValues(kind).Inc() }

// ExchangeLeftOut counts an exchange that newer ones of its call replaced.
func (m *Metrics) ExchangeLeftOut() { m.leftOut.Inc() }

// Answered notes one answer of the character.
func (m *Metrics) Answered(l parley.Latency) {
	for stage, took := range map[string]time.Duration{
		"total": l.Total, "endpointing": l.Endpointing, "stt": l.STT, "llm": l.LLM, "tts": l.TTS, "own": l.Own,
	} {
		m.latency.WithLabelValues(stage).Observe(took.Seconds())
	}
}

// Overlap notes how speech over the character was taken.
func (m *Metrics) Overlap(outcome string) { m.overlaps.WithLabelValues(outcome).Inc() }

// Speculation notes an answer begun early, and what it cost if it was not kept.
func (m *Metrics) Speculation(kept bool, tokens, characters int) {
	m.speculations.WithLabelValues(result(kept)).Inc()
	m.wasted.WithLabelValues("tokens").Add(float64(tokens))
	m.wasted.WithLabelValues("characters").Add(float64(characters))
}

// EarlyTranscript notes a transcript that was asked for before the utterance
// ended.
func (m *Metrics) EarlyTranscript(kept bool) { m.transcripts.WithLabelValues(result(kept)).Inc() }

func result(kept bool) string {
	if kept {
		return "kept"
	}
	return "wasted"
}

// Call counts a call while it is held, and how it ended. It returns when hold
// does.
func (m *Metrics) Call(hold func() parley.Ending) parley.Ending {
	m.running.Inc()
	defer m.running.Dec()
	ending := hold()
	m.Ended(ending.Outcome)
	return ending
}

// Ended counts a call that has ended.
func (m *Metrics) Ended(outcome parley.Outcome) { m.ended.WithLabelValues(string(outcome)).Inc() }

// TurnedAway counts a caller who is refused a call.
func (m *Metrics) TurnedAway(why web.Reason) { m.turned.WithLabelValues(string(why)).Inc() }

// WatchSeats adds gauges of an agent's seats: how many are free, and all. It may
// be called once.
func (m *Metrics) WatchSeats(seats func() (free, all int)) {
	gauge := func(name, help string, value func(free, all int) int) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return float64(value(seats())) }))
	}
	gauge("parley_seats", "Calls this agent holds at once.", func(_, all int) int { return all })
	gauge("parley_seats_taken", "Seats taken, those of calls about to begin included.", func(free, all int) int { return all - free })
}

// WatchEngines adds the engines of a list that serves a role.
func (m *Metrics) WatchEngines(role engineconfig.Role, list EngineList) { m.engines.watch(role, list) }

// WatchChecker adds what a checker of this process does. It may be called once.
func (m *Metrics) WatchChecker(c *Checker) { m.registry.MustRegister(c) }

// Handler answers Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
