package learner

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"parley"
)

//go:embed page.html
var pageFile string

// Size of a curve, in CSS pixels.
const (
	curveWidth  = 260
	curveHeight = 96
	curveMargin = 6
)

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"curve": curve, "percent": percent, "missing": missing, "shown": shown, "who": who,
}).Parse(pageFile))

// Page writes trials as one HTML page that needs nothing else: badges, curves by
// learner, and a conversation of each kind.
func Page(w io.Writer, trials []Trial) error { return page.Execute(w, trials) }

// curve is the mean progress as the points of an SVG line.
func curve(values []float64) string {
	var b strings.Builder
	step := float64(curveWidth-2*curveMargin) / float64(max(len(values), 2))
	y := func(v float64) float64 {
		return curveHeight - curveMargin - v*(curveHeight-2*curveMargin)/parley.MaxProgress
	}
	fmt.Fprintf(&b, "%d,%.1f", curveMargin, y(0))
	for i, v := range values {
		fmt.Fprintf(&b, " %.1f,%.1f", curveMargin+step*float64(i+1), y(v))
	}
	return b.String()
}

func percent(n, of int) string { return fmt.Sprintf("%d %%", n*100/max(of, 1)) }

// missing names what stalled games lacked, the commonest first.
func missing(counts map[string]int) string {
	ids := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	for i, id := range ids {
		ids[i] = fmt.Sprintf("%s %d", id, counts[id])
	}
	return strings.Join(ids, ", ")
}

// shown is a game of each kind to read: one that was not decided as most were
// tells more than another that was.
func shown(t Trial) []Game {
	var out []Game
	for _, k := range Kinds() {
		for _, want := range []Outcome{Won, Open, Lost} {
			i := slices.IndexFunc(t.Games, func(g Game) bool { return g.Learner == k && g.Outcome == want })
			if i >= 0 {
				out = append(out, t.Games[i])
			}
		}
	}
	return out
}

func who(r parley.Role) string { return string(r) }
