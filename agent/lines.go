package agent

import "sync/atomic"

// lines gives out a scenario's lines in turn, forever.
type lines struct {
	all  []string
	used atomic.Uint64
}

// next returns "" if there are none.
func (l *lines) next() string {
	if len(l.all) == 0 {
		return ""
	}
	return l.all[(l.used.Add(1)-1)%uint64(len(l.all))]
}
