package main

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"parley/agent/endpoint"
	"parley/bench"
	"parley/bench/endpointing"
	"parley/report"
)

const (
	// ridge holds weights near zero that the examples do not ask for; steps and
	// rate are those of the descent.
	ridge = 0.002
	steps = 4000
	rate  = 0.05
)

// writeWeights fits the weights by logistic regression.
func writeWeights(ctx context.Context, env *bench.Env, path string) error {
	examples, err := endpointing.Examples(ctx, env, false)
	if err != nil {
		return err
	}
	w := fit(examples)
	show(examples, w)
	var b strings.Builder
	b.WriteString("package endpoint\n\n// weights are made by bench/endpointing/fit.\nvar weights = [Features]float64{\n")
	for i, v := range w {
		fmt.Fprintf(&b, "\t%.3f, // %s\n", v, endpoint.Names[i])
	}
	b.WriteString("}\n")
	return os.WriteFile(path, []byte(b.String()), 0o644) //nolint:gosec // part of the repository
}

// fit is logistic regression by descent, all features scaled alike, ends and
// pauses counting the same in sum.
func fit(examples []endpointing.Example) [endpoint.Features]float64 {
	var w, scale, momentum [endpoint.Features]float64
	rows := make([][endpoint.Features]float64, len(examples))
	over := 0.0
	for i, e := range examples {
		rows[i] = e.Cues.Evidence()
		for j, v := range rows[i] {
			scale[j] += v * v / float64(len(examples))
		}
		if e.Over {
			over++
		}
	}
	for j := range scale {
		scale[j] = math.Sqrt(scale[j])
	}
	share := over / float64(len(examples))
	for range steps {
		var grad [endpoint.Features]float64
		for i, row := range rows {
			sum := 0.0
			for j, v := range row {
				sum += w[j] * v
			}
			p := 1 / (1 + math.Exp(-sum))
			err, weight := p, 0.5/(1-share)
			if examples[i].Over {
				err, weight = p-1, 0.5/share
			}
			for j, v := range row {
				grad[j] += err * v * weight / float64(len(rows))
			}
		}
		for j := range w {
			if scale[j] == 0 {
				continue
			}
			g := grad[j]/scale[j] + ridge*w[j]*scale[j]
			momentum[j] = 0.9*momentum[j] + g
			w[j] -= rate * momentum[j] / scale[j]
			if w[j]*endpoint.Signs[j] < 0 {
				w[j] = 0
			}
		}
	}
	w[endpoint.TurnModel] = turnModelWeight
	w[endpoint.ByEngine], w[endpoint.EngineKnown] = engineWeight, engineKnownWeight
	return w
}

// Weights that are set and not fitted. No turn model comes with Parley: it is
// believed a little more than its odds. PocketSphinx's own probability of an end
// adds nothing to the words (it prefers words that can end, whatever was said), so
// the fit would ignore it; it keeps a little, from the median of its ends on, for
// what it is sure of and for engines that know better.
const (
	turnModelWeight                 = 1.5
	engineWeight, engineKnownWeight = 0.15, 0.35
)

// show tells how the examples part.
func show(examples []endpointing.Example, w [endpoint.Features]float64) {
	type group struct{ n, right, over, overRight int }
	groups := map[string]*group{}
	for _, e := range examples {
		sum := 0.0
		for j, v := range e.Cues.Evidence() {
			sum += w[j] * v
		}
		for _, name := range []string{e.Recogniser, e.Condition, "manner " + e.Manner} {
			g := groups[name]
			if g == nil {
				g = &group{}
				groups[name] = g
			}
			if e.Over {
				g.over++
				if sum > 0 {
					g.overRight++
				}
			} else {
				g.n++
				if sum < 0 {
					g.right++
				}
			}
		}
	}
	rows := [][]string{{"", "pauses", "ends"}}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		g := groups[name]
		rows = append(rows, []string{name, fmt.Sprintf("%d/%d", g.right, g.n), fmt.Sprintf("%d/%d", g.overRight, g.over)})
	}
	var b strings.Builder
	report.Columns(&b, "", report.Figures, rows)
	fmt.Fprint(os.Stderr, b.String())
}
