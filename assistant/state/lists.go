package state

import (
	"slices"

	"parley"
)

// The lists of a State do not change where they are: what changes one puts another in
// its place, or adds behind the end that others know. So clones and views share them.
// Tasks change in place while nobody shares them, see putTask.

func taskID(t *parley.Task) string          { return t.ID }
func reminderID(r *parley.Reminder) string  { return r.ID }
func memoryID(m *parley.Memory) string      { return m.ID }
func messageID(m *parley.Message) string    { return m.ID }
func confirmID(c *parley.Confirm) string    { return c.ID }
func runningID(r *Running) string           { return r.Question }
func haltedID(h *Halted) string             { return h.Question }
func cardID(c *parley.AssistantCard) string { return c.ID }
func turnID(t *Turn) string                 { return t.Message }

// index is where the element with an id is, or -1.
func index[E any](all []E, id string, of func(*E) string) int {
	for i := range all {
		if of(&all[i]) == id {
			return i
		}
	}
	return -1
}

func find[E any](all []E, id string, of func(*E) string) (e E, ok bool) {
	if i := index(all, id, of); i >= 0 {
		return all[i], true
	}
	return e, false
}

// put is all with e in the place of the element with its id, or at the end.
func put[E any](all []E, e E, of func(*E) string) []E {
	i := index(all, of(&e), of)
	if i < 0 {
		return append(all, e)
	}
	all = slices.Clone(all)
	all[i] = e
	return all
}

// without is all but the element with an id.
func without[E any](all []E, id string, of func(*E) string) []E {
	if i := index(all, id, of); i >= 0 {
		return slices.Concat(all[:i], all[i+1:])
	}
	return all
}

// newest are at most n elements, the last ones.
func newest[E any](all []E, n int) []E { return all[max(0, len(all)-n):] }
