package timer

import (
	"strconv"
	"strings"
	"time"
)

// The second token of a subject.
const (
	waiting = "at"
	due     = "due"
)

// Times whose nanoseconds since 1970 are a positive int64, as the server keeps
// them too.
var (
	earliest = time.Unix(0, 0)
	latest   = time.Date(2200, time.December, 31, 23, 59, 59, 0, time.UTC)
)

// subject is that of a timer which waits or is due.
func (t *Timers) subject(state, owner, name string, at time.Time) string {
	return strings.Join([]string{t.cfg.Name, state, owner, name, strconv.FormatInt(at.UnixNano(), 10)}, ".")
}

// all is the pattern of all subjects of timers that wait or are due.
func (t *Timers) all(state string) string { return t.cfg.Name + "." + state + ".*.*.*" }

// every is the pattern of all subjects of an owner's timer, or of all the owner's
// timers if name is "*".
func (t *Timers) every(owner, name string) string {
	return t.cfg.Name + ".*." + owner + "." + name + ".*"
}

// parse reads the subject of a timer that is due.
func (t *Timers) parse(subject string) (owner, name string, at time.Time, ok bool) {
	part := strings.Split(subject, ".")
	if len(part) != 5 {
		return "", "", time.Time{}, false
	}
	ns, err := strconv.ParseInt(part[4], 10, 64)
	owner, name, at = part[2], part[3], time.Unix(0, ns).UTC()
	if err != nil || !isToken(owner) || !isToken(name) || at.Before(earliest) || at.After(latest) ||
		subject != t.subject(due, owner, name, at) {
		return "", "", time.Time{}, false
	}
	return owner, name, at, true
}

// isToken reports that s is what ErrToken asks for.
func isToken(s string) bool {
	return s != "" && len(s) <= 64 && strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	}) < 0
}
