package call

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"parley/caller"
	"parley/report"
	"parley/rpc"
)

// stages are the columns of the latency table.
var stages = []struct {
	name string
	of   func(rpc.Latency) time.Duration
}{
	{"endpointing", func(l rpc.Latency) time.Duration { return l.EndpointingNS }},
	{"STT", func(l rpc.Latency) time.Duration { return l.STTNS }},
	{"LLM", func(l rpc.Latency) time.Duration { return l.LLMNS }},
	{"TTS", func(l rpc.Latency) time.Duration { return l.TTSNS }},
	{"own", func(l rpc.Latency) time.Duration { return l.OwnNS }},
	{"total", func(l rpc.Latency) time.Duration { return l.TotalNS }},
}

// latencyTable shows the response latency of each turn by stage, in
// milliseconds, and what the caller heard of it; it is empty without a turn.
func latencyTable(r caller.Report) string {
	if len(r.Latencies) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nResponse latency in ms, by stage\n")
	rows := [][]string{{"turn"}}
	for _, s := range stages {
		rows[0] = append(rows[0], s.name)
	}
	row := func(name string, cell func(of func(rpc.Latency) time.Duration) time.Duration) {
		cells := []string{name}
		for _, s := range stages {
			cells = append(cells, report.MS(cell(s.of), 1))
		}
		rows = append(rows, cells)
	}
	for _, l := range r.Latencies {
		row(fmt.Sprint(l.Turn), func(of func(rpc.Latency) time.Duration) time.Duration { return of(l) })
	}
	for _, q := range []struct {
		name string
		q    float64
	}{{"p50", 0.50}, {"p95", 0.95}} {
		row(q.name, func(of func(rpc.Latency) time.Duration) time.Duration {
			values := make([]time.Duration, 0, len(r.Latencies))
			for _, l := range r.Latencies {
				values = append(values, of(l))
			}
			return report.Percentile(values, q.q)
		})
	}
	report.Columns(&b, "  ", report.Figures, rows)
	b.WriteString(earlyLine(r.Latencies))
	if len(r.Responses) > 0 {
		fmt.Fprintf(&b, "As the caller heard it: p50 %s, p95 %s\n",
			report.MS(report.Percentile(r.Responses, 0.50), 0), report.MS(report.Percentile(r.Responses, 0.95), 0))
	}
	return b.String()
}

// earlyLine tells how many of the answers were begun before the turn was over,
// and what was begun for nothing.
func earlyLine(latencies []rpc.Latency) string {
	early, wasted, tokens, characters := 0, 0, 0, 0
	for _, l := range latencies {
		if l.Speculated {
			early++
		}
		wasted, tokens, characters = wasted+l.Wasted, tokens+l.WastedTokens, characters+l.WastedCharacters
	}
	line := fmt.Sprintf("Begun before the turn was over: %d of %d", early, len(latencies))
	if wasted > 0 {
		line += fmt.Sprintf("; dropped as the user went on: %d (about %s written, %s spoken)",
			wasted, count(tokens, "token", "tokens"), count(characters, "character", "characters"))
	}
	return line + "\n"
}

// usageTable shows what each engine did for a call; it is empty if nobody told.
func usageTable(engines []rpc.EngineUsage) string {
	if len(engines) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nWhat the call used\n")
	rows := make([][]string, len(engines))
	for i, u := range engines {
		rows[i] = []string{u.Role, u.Engine, strings.Join(append(used(u), cost(u)...), ", ")}
	}
	report.Columns(&b, "  ", report.Words, rows)
	return b.String()
}

// used says what an engine did, the least surprising first.
func used(u rpc.EngineUsage) []string {
	about := ""
	if u.Estimated {
		about = "about "
	}
	cached := ""
	if u.CachedTokens > 0 {
		cached = fmt.Sprintf(" (%d cached)", u.CachedTokens)
	}
	voiced := "spoken"
	if u.Role == "stt" {
		voiced = "heard"
	}
	var parts []string
	for _, p := range []struct {
		n    int
		says string
	}{
		{u.Requests, count(u.Requests, "request", "requests")},
		{u.PromptTokens, about + count(u.PromptTokens, "token", "tokens") + " read" + cached},
		{u.CompletionTokens, about + count(u.CompletionTokens, "token", "tokens") + " written"},
		{u.Characters, count(u.Characters, "character", "characters")},
		{int(u.AudioNS), u.AudioNS.Round(time.Second/10).String() + " " + voiced},
		{u.Retries, count(u.Retries, "retry", "retries")},
	} {
		if p.n > 0 {
			parts = append(parts, p.says)
		}
	}
	return parts
}

// cost is what is known of an engine's cost.
func cost(u rpc.EngineUsage) []string {
	switch {
	case !u.Priced:
		return nil
	case u.CostUSD == 0:
		return []string{"free"}
	case u.CostUSD < 0.001:
		return []string{"less than $0.001"}
	}
	return []string{"about $" + strconv.FormatFloat(u.CostUSD, 'f', 3, 64)}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
