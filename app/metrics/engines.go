package metrics

import (
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"parley/app/engineconfig"
	"parley/engine/failover"
)

// failureKinds are those of failover.Stats.
var failureKinds = []string{
	"key", "model", "language", "request", "capacity", "busy", "connection", "service", "junk", "cut", "slow", "loading", "other",
}

// EngineList is an ordered list of engines with failover; failover.Thinking is
// one. Stats is called from any goroutine.
type EngineList interface{ Stats() []failover.Stats }

// engines tell Prometheus how the engines of each role are at the moment it asks.
// They are safe for concurrent use.
type engines struct {
	up, requests, failures, firstByte *prometheus.Desc

	mu    sync.Mutex
	roles map[engineconfig.Role][]EngineList
}

var _ prometheus.Collector = (*engines)(nil)

func newEngines() *engines {
	desc := func(name, help string, more ...string) *prometheus.Desc {
		return prometheus.NewDesc("parley_engine_"+name, help, append([]string{"role", "engine"}, more...), nil)
	}
	return &engines{
		up:        desc("up", "1 if the engine may be asked, 0 while its circuit is open after failures."),
		requests:  desc("requests_total", "Requests made to the engine, and utterances it heard."),
		failures:  desc("failures_total", "Failures of the engine by kind, those of probes included.", "kind"),
		firstByte: desc("first_byte_seconds", "Time to the first byte in the last 64 requests; of stt, to the transcript.", "quantile"),
		roles:     map[engineconfig.Role][]EngineList{},
	}
}

func (m *engines) watch(role engineconfig.Role, list EngineList) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.roles[role] = append(m.roles[role], list)
}

// Describe implements prometheus.Collector.
func (m *engines) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.up, m.requests, m.failures, m.firstByte} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (m *engines) Collect(to chan<- prometheus.Metric) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for role, lists := range m.roles {
		for _, s := range merged(lists) {
			m.tell(to, string(role), s)
		}
	}
}

func (m *engines) tell(to chan<- prometheus.Metric, role string, s failover.Stats) {
	engine := strings.ToValidUTF8(s.Name, "\uFFFD")
	send := func(d *prometheus.Desc, kind prometheus.ValueType, v float64, more ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, v, append([]string{role, engine}, more...)...)
	}
	up := 0.0
	if s.Well {
		up = 1
	}
	send(m.up, prometheus.GaugeValue, up)
	send(m.requests, prometheus.CounterValue, float64(s.Requests))
	for _, kind := range failureKinds {
		send(m.failures, prometheus.CounterValue, float64(s.Failures[kind]), kind)
	}
	for quantile, v := range map[string]time.Duration{"0.5": s.P50, "0.95": s.P95} {
		if v > 0 {
			send(m.firstByte, prometheus.GaugeValue, v.Seconds(), quantile)
		}
	}
}

// merged is one account for each name: an engine may stand in two lists of a
// role, or twice in one. It is up if it is everywhere, and its quantiles are of
// where it is asked most.
func merged(lists []EngineList) []failover.Stats {
	var all []failover.Stats
	index, most := map[string]int{}, map[string]int{}
	for _, l := range lists {
		for _, s := range l.Stats() {
			i, known := index[s.Name]
			if !known {
				index[s.Name], most[s.Name] = len(all), s.Requests
				all = append(all, s)
				continue
			}
			sum := &all[i]
			if sum.P50 == 0 || s.P50 > 0 && s.Requests > most[s.Name] {
				sum.P50, sum.P95, most[s.Name] = s.P50, s.P95, s.Requests
			}
			sum.Well = sum.Well && s.Well
			sum.Requests += s.Requests
			sum.Failures = added(sum.Failures, s.Failures)
		}
	}
	return all
}

func added(a, b map[string]int) map[string]int {
	sum := make(map[string]int, len(a)+len(b))
	for _, m := range []map[string]int{a, b} {
		for kind, n := range m {
			sum[kind] += n
		}
	}
	return sum
}
