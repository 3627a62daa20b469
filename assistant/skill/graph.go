package skill

import (
	"slices"

	"parley"
)

// graph is which open tasks wait for which.
type graph struct {
	all   []parley.Task
	tasks map[string]*parley.Task
}

func graphOf(open []parley.Task) graph {
	g := graph{all: open, tasks: make(map[string]*parley.Task, len(open))}
	for i := range open {
		g.tasks[open[i].ID] = &open[i]
	}
	return g
}

// needs are the open tasks that a task depends on. What is done or gone is not
// waited for.
func (g graph) needs(id string) []string {
	var out []string
	for _, d := range g.tasks[id].DependsOn {
		if g.tasks[d] != nil && d != id && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// waits reports whether a task depends on another, however indirectly.
func (g graph) waits(id, other string) bool {
	seen := map[string]bool{}
	for next := []string{id}; len(next) > 0; next = next[1:] {
		for _, d := range g.needs(next[0]) {
			if d == other {
				return true
			}
			if !seen[d] {
				seen[d] = true
				next = append(next, d)
			}
		}
	}
	return false
}

// order is the ids of tasks as they come, but each after what it depends on. Of
// tasks that depend on each other the first stays first.
func (g graph) order(tasks []parley.Task) []string {
	var out []string
	begun := map[string]bool{}
	var put func(id string)
	put = func(id string) {
		if begun[id] {
			return
		}
		begun[id] = true
		needs := g.needs(id)
		for _, t := range tasks {
			if slices.Contains(needs, t.ID) && !g.waits(t.ID, id) {
				put(t.ID)
			}
		}
		out = append(out, id)
	}
	for _, t := range tasks {
		put(t.ID)
	}
	return out
}
