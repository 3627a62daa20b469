package main

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"parley/rpc"
)

// usageTable shows what each engine did for a call; it is empty if nobody told.
func usageTable(engines []rpc.EngineUsage) string {
	if len(engines) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nWhat the call used\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, u := range engines {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", u.Role, u.Engine, strings.Join(append(used(u), cost(u)...), ", "))
	}
	_ = w.Flush() // to a strings.Builder, which takes everything
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
