package state

import "slices"

// relist keeps the numbers of tasks as the user sees them: those of a chosen list
// stay while it stands, all others are the order of the tasks.
func (s *State) relist(rev uint64, events []Event) {
	var now Listing
	if n := len(s.Listings); n > 0 {
		now = s.Listings[n-1]
	}
	ids, chosen, moved := now.IDs, now.Chosen, false
	for _, e := range events {
		switch e := e.(type) {
		case TasksListed:
			ids, chosen, moved = slices.Clone(e.IDs), len(e.IDs) > 0, true
		case TaskCreated:
			moved = true
			if chosen && len(ids) < maxNumbered {
				ids = append(slices.Clip(ids), e.Task.ID)
			}
		case TaskDeleted:
			moved = true
			if chosen {
				ids = holed(ids, e.ID)
			}
		}
	}
	if !moved {
		return
	}
	chosen = chosen && slices.ContainsFunc(ids, func(id string) bool { return id != "" })
	if !chosen {
		ids = make([]string, min(len(s.Tasks), maxNumbered))
		for i := range ids {
			ids[i] = s.Tasks[i].ID
		}
	}
	s.number(now, Listing{rev, ids, chosen})
}

// holed is ids with a hole where an id was, so that those behind it keep their
// numbers.
func holed(ids []string, gone string) []string {
	ids = slices.Clone(ids)
	for i, id := range ids {
		if id == gone {
			ids[i] = ""
		}
	}
	return ids
}

// number takes next for the newest listing, which was now.
func (s *State) number(now, next Listing) {
	if len(next.IDs) == 0 && len(now.IDs) > 0 {
		next.IDs = []string{""} // a patch cannot hold an empty list
	}
	same := slices.Equal(next.IDs, now.IDs)
	if same && next.Chosen == now.Chosen {
		return
	}
	s.relisted = s.relisted || !same
	before := s.Listings
	if len(now.IDs) <= len(next.IDs) && slices.Equal(now.IDs, next.IDs[:len(now.IDs)]) {
		next.Rev = now.Rev // whoever knows the shorter one means the same by its numbers
		before = slices.Clone(before[:max(0, len(before)-1)])
	}
	s.Listings = append(before, next)
}
