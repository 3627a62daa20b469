package metrics

import (
	"context"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"parley"
	"parley/checker/queue"
)

// judgeBuckets are seconds: the script takes less than a millisecond, a model
// up to the judge's budget.
var judgeBuckets = []float64{0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3.5, 5, 7}

// backlogWait bounds the look at the queue in a scrape.
const backlogWait = time.Second

// Checker tells Prometheus what the checker of this process does, and how
// the queue of all checkers is at the moment it asks. They are safe for
// concurrent use.
type Checker struct {
	js jetstream.JetStream

	queued, oldest, letters          *prometheus.Desc
	judged, repaired, failures, dead *prometheus.CounterVec
	duplicates                       prometheus.Counter
	took                             *prometheus.HistogramVec
}

var (
	_ prometheus.Collector = (*Checker)(nil)
	_ queue.Observer       = (*Checker)(nil)
)

// NewChecker returns metrics of a checker at the queue of js.
func NewChecker(js jetstream.JetStream) *Checker {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("parley_checker_"+name, help, nil, nil)
	}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "parley_checker_" + name, Help: help}, labels)
	}
	m := &Checker{
		js:         js,
		queued:     desc("queue_exchanges", "Exchanges that wait or are being judged, by any checker."),
		oldest:     desc("queue_oldest_seconds", "How long the oldest of them has; 0 without any."),
		letters:    desc("dead_letters", "Exchanges no checker could judge, of the last day."),
		judged:     counter("judged_total", "Verdicts published.", "engine"),
		repaired:   counter("repaired_total", "Those of them whose engine had to answer twice.", "engine"),
		failures:   counter("failures_total", "Tries that led to no verdict; without an engine if none was asked.", "engine", "reason"),
		dead:       counter("dead_total", "Exchanges given up.", "reason"),
		duplicates: counter("duplicates_total", "Verdicts not published, as the exchange had one.").WithLabelValues(),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "parley_checker_judge_seconds", Help: "How long the judge took over a verdict.", Buckets: judgeBuckets,
		}, []string{"engine"}),
	}
	for _, why := range queue.Reasons() {
		m.dead.WithLabelValues(string(why)) // what has not happened yet is 0, not missing
	}
	return m
}

// counted are the parts that count by themselves.
func (m *Checker) counted() []prometheus.Collector {
	return []prometheus.Collector{m.judged, m.repaired, m.failures, m.dead, m.duplicates, m.took}
}

// Describe implements prometheus.Collector.
func (m *Checker) Describe(to chan<- *prometheus.Desc) {
	to <- m.queued
	to <- m.oldest
	to <- m.letters
	for _, c := range m.counted() {
		c.Describe(to)
	}
}

// Collect implements prometheus.Collector. What cannot be known, as NATS is
// away, is missing.
func (m *Checker) Collect(to chan<- prometheus.Metric) {
	for _, c := range m.counted() {
		c.Collect(to)
	}
	ctx, cancel := context.WithTimeout(context.Background(), backlogWait)
	defer cancel()
	b, err := queue.LookAtBacklog(ctx, m.js)
	if err != nil {
		return
	}
	for d, v := range map[*prometheus.Desc]float64{
		m.queued: float64(b.Exchanges), m.oldest: b.Oldest.Seconds(), m.letters: float64(b.Dead),
	} {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v)
	}
}

// Judged implements queue.Observer.
func (m *Checker) Judged(v parley.Verdict) {
	engine := label(v.Judge)
	m.judged.WithLabelValues(engine).Inc()
	if v.Repaired {
		m.repaired.WithLabelValues(engine).Inc()
	}
	m.took.WithLabelValues(engine).Observe(v.Took.Seconds())
}

// Failed implements queue.Observer.
func (m *Checker) Failed(engine string, why queue.Reason) {
	m.failures.WithLabelValues(label(engine), string(why)).Inc()
}

// Duplicate implements queue.Observer.
func (m *Checker) Duplicate() { m.duplicates.Inc() }

// Buried implements queue.Observer.
func (m *Checker) Buried(why queue.Reason) { m.dead.WithLabelValues(string(why)).Inc() }

// label is an engine's name as Prometheus takes it.
func label(engine string) string { return strings.ToValidUTF8(engine, "\uFFFD") }
