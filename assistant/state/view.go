package state

import (
	"slices"
	"strings"

	"parley"
)

// View is what the user may see of the state. It does not change with the state, and
// may be read by any goroutine; nobody may change what its lists hold.
func (s *State) View() parley.AssistantState {
	s.lent = true
	return parley.AssistantState{
		Rev: s.Rev, Zone: s.Zone, Listed: orNone(s.Listed(0)),
		Tasks: orNone(s.Tasks), Reminders: orNone(s.Reminders), Memories: orNone(s.Memories),
		Messages: orNone(s.Messages), Confirms: orNone(s.Confirms), Cards: orNone(s.Cards),
	}
}

// orNone is all as JSON has a list: [] and never null.
func orNone[E any](all []E) []E {
	if all == nil {
		return []E{}
	}
	return slices.Clip(all)
}

// zoneID is among the ids that were touched where the zone was.
const zoneID = "zone"

// Patch is what has changed since prev, the revision of the last patch, and begins
// the next. Messages that are no longer kept because newer ones came are not in it.
func (s *State) Patch(prev uint64) parley.AssistantPatch {
	p := parley.AssistantPatch{Prev: prev, Rev: s.Rev}
	if s.relisted {
		p.Listed = orNone(s.Listed(0))
	}
	gone := s.touched
	s.touched, s.relisted = nil, false
	if gone[zoneID] {
		p.Zone = s.Zone
		delete(gone, zoneID)
	}
	p.Tasks = taken(s.Tasks, gone, "t", taskID)
	p.Reminders = taken(s.Reminders, gone, "r", reminderID)
	p.Memories = taken(s.Memories, gone, "m", memoryID)
	p.Messages = taken(s.Messages, gone, "c", messageID)
	p.Confirms = taken(s.Confirms, gone, "q", confirmID)
	p.Cards = taken(s.Cards, gone, "", cardID)
	for id := range gone {
		p.Gone = append(p.Gone, id)
	}
	slices.Sort(p.Gone)
	return p
}

// taken are the elements whose ids are in from, which loses them. Their ids begin
// with kind.
func taken[E any](all []E, from map[string]bool, kind string, of func(*E) string) (out []E) {
	left := 0
	for id := range from {
		if strings.HasPrefix(id, kind) {
			left++
		}
	}
	for i := 0; i < len(all) && left > 0; i++ {
		if id := of(&all[i]); from[id] {
			out = append(out, all[i])
			delete(from, id)
			left--
		}
	}
	return out
}
