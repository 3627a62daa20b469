package timer

import (
	"strings"
	"testing"
	"time"
)

func TestSubjectIsReadBack(t *testing.T) {
	timers := &Timers{cfg: Config{Name: "T"}}
	long := strings.Repeat("x", 64)
	for _, at := range []time.Time{earliest, latest, time.Unix(1, 1), time.Date(2027, 3, 28, 2, 30, 0, 999999999, time.Local)} {
		for _, names := range [][2]string{{"o", "r"}, {"A-z_0", "-"}, {long, long}} {
			subject := timers.subject(due, names[0], names[1], at)
			owner, name, got, ok := timers.parse(subject)
			if !ok || owner != names[0] || name != names[1] || !got.Equal(at) {
				t.Errorf("parse(%s) = %s, %s, %v, %v", subject, owner, name, got, ok)
			}
			if n := len(subject) + len(timers.subject(waiting, names[0], names[1], at)); n > maxMessage/2 {
				t.Errorf("%d bytes of subjects", n)
			}
		}
	}
}

func FuzzSubject(f *testing.F) {
	for _, s := range []string{
		"T.due.o.r.1", "T.at.o.r.1", "T.due.o.r.-1", "T.due.o.r.01", "T.due.o.r.+1", "T.due.o..1", "T.due.o.r.9223372036854775807",
		"T.due.o.r.99999999999999999999", "T.due.o.r", "T.due.o.r.1.1", "", "....", "T.due.*.>.1", "T.due.\u00e9.r.1", "U.due.o.r.1",
	} {
		f.Add(s)
	}
	timers := &Timers{cfg: Config{Name: "T"}}
	f.Fuzz(func(t *testing.T, subject string) {
		owner, name, at, ok := timers.parse(subject)
		if !ok {
			if owner != "" || name != "" || !at.IsZero() {
				t.Errorf("parse(%q) = %q, %q, %v and false", subject, owner, name, at)
			}
			return
		}
		if got := timers.subject(due, owner, name, at); got != subject || !isToken(owner) || !isToken(name) {
			t.Errorf("parse(%q) = %q, %q, %v, whose subject is %q", subject, owner, name, at, got)
		}
	})
}
