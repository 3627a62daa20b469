package queue

import (
	"time"

	"parley"
)

// Call is the call of a line.
func (l *Line) Call() parley.CallID { return l.call }

// LostAfter has the line look sooner for a check that is out.
func (l *Line) LostAfter(d time.Duration) { l.lostAfter = d }
