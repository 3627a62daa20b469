package assistant_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/assistant"
	"parley/assistant/state"
)

// loses deletes the messages of a stream that has lost those from the n-th on, all of
// them for 1, as a server does that cannot read a block to its end.
func (d *served) loses(stream string, n uint64) {
	d.t.Helper()
	s, err := d.js.Stream(d.t.Context(), stream)
	if err != nil {
		d.t.Fatal(err)
	}
	info := s.CachedInfo().State
	for seq := n; seq <= info.LastSeq; seq++ {
		if _, err := s.GetMsg(d.t.Context(), seq); errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err := s.DeleteMsg(d.t.Context(), seq); err != nil {
			d.t.Fatal(err)
		}
	}
}

// settled waits until the notes of the newest commits are there.
func (d *served) settled(owner string) {
	d.t.Helper()
	rest, err := d.log.Record(owner).Salvage(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	d.until("the newest commit is not noted", func() bool {
		id, err := d.log.Record(owner).ID(d.t.Context())
		if err != nil {
			return false
		}
		s, err := d.js.Stream(d.t.Context(), "USERS_MARKS")
		if err != nil {
			return false
		}
		m, err := s.GetLastMsgForSubject(d.t.Context(), "USERS.mark."+id)
		return err == nil && string(m.Data) == fmt.Sprint(rest.Last)
	})
}

// again is another process on the same store.
func (d *served) again(s setup) *served {
	d.t.Helper()
	d.stop()
	s.js, s.clock = d.js, d.clock
	return open(d.t, s)
}

func (d *served) wantDamaged() {
	d.t.Helper()
	_, err := d.State(d.t.Context(), owner)
	if !errors.Is(err, assistant.ErrDamaged) || errors.Is(err, assistant.ErrNotSaved) {
		d.t.Errorf("state of a damaged record: %v, want ErrDamaged", err)
	}
	if _, _, err := d.Do(d.t.Context(), owner, "", state.AddTask{Task: task("no")}); !errors.Is(err, assistant.ErrDamaged) {
		d.t.Errorf("a command on a damaged record: %v, want ErrDamaged", err)
	}
	m := assistant.Message{Owner: owner, Text: "add task: no", Scene: scene(d.t, "taskAgent")}
	if _, _, err := d.Chat(d.t.Context(), m, func(assistant.Update) {}); !errors.Is(err, assistant.ErrDamaged) {
		d.t.Errorf("a message to a damaged record: %v, want ErrDamaged", err)
	}
}

func numbered(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint("task ", i))
	}
	return strings.Join(all, ", ")
}

// A record that has lost its end is told from a short one, whatever else is kept of
// it; nobody gets what is left for all there was, and the snapshot stays.
func TestLostEnd(t *testing.T) {
	const tasks, at = 60, 50 // a snapshot is kept after fifty
	for _, c := range []struct {
		name string
		left uint64 // commits that are left
		want int    // tasks with what is left accepted
	}{
		{"after the snapshot", 55, 55}, {"before the snapshot", 32, at}, {"all", 0, at},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, setup{js: store(t)})
			for i := range tasks {
				d.add(fmt.Sprint("task ", i))
			}
			d.settled(owner)
			d.loses("USERS", c.left+1)
			d.told(t) // the host that has it in memory does not go on from there either
			var told []string
			d = d.again(setup{damaged: func(kind string) { told = append(told, kind) }})
			d.wantDamaged()
			d = d.again(setup{})
			d.wantDamaged()
			d = d.again(setup{accepts: true})
			d.wantTasks(numbered(c.want))
			d.add("one more")
			d = d.again(setup{})
			d.wantTasks(numbered(c.want) + ", one more")
			d.settled(owner)
			d.loses("USERS_SNAPSHOTS", 1) // which are a cache
			d = d.again(setup{})
			d.wantTasks(numbered(c.want) + ", one more")
			if len(told) == 0 || told[0] != "record" {
				t.Errorf("told of %q, want a record", told)
			}
		})
	}
}

func (d *served) told(t *testing.T) {
	t.Helper()
	_, _, err := d.Do(t.Context(), owner, "", state.AddTask{Task: task("no")})
	if !errors.Is(err, assistant.ErrDamaged) {
		t.Errorf("a command of a host that knows more than is left: %v, want ErrDamaged", err)
	}
}

// A snapshot that holds all that is known of is used, and is the record from then on.
func TestWholeSnapshot(t *testing.T) {
	d := open(t, setup{js: store(t)})
	for i := range 10 {
		d.add(fmt.Sprint("task ", i))
	}
	d.settled(owner)
	d.clock.add(time.Hour)
	d.sweep(0) // keeps a snapshot of all ten
	d.loses("USERS", 4)
	var told []string
	d = d.again(setup{damaged: func(kind string) { told = append(told, kind) }})
	d.wantTasks(numbered(10))
	d.add("one more")
	d.settled(owner)
	if strings.Join(told, " ") != "restored" {
		t.Errorf("told of %q, want that it was restored", told)
	}
	d = d.again(setup{})
	d.wantTasks(numbered(10) + ", one more")
	d.loses("USERS_SNAPSHOTS", 1)
	d = d.again(setup{damaged: func(kind string) { t.Errorf("told of %s", kind) }})
	d.wantTasks(numbered(10) + ", one more")
}

// Of a user all of whose commits are lost, and of whom there is no snapshot, it is not
// said that there is nothing.
func TestNothingLeft(t *testing.T) {
	d := open(t, setup{js: store(t)})
	d.add("task 0")
	d.settled(owner)
	d.loses("USERS", 1)
	d.told(t) // which keeps the host from keeping a snapshot at its end
	d = d.again(setup{})
	d.wantDamaged()
	d = d.again(setup{accepts: true})
	d.wantTasks("")
	d.add("anew")
	d = d.again(setup{})
	d.wantTasks("anew")
}

// A commit that is lost between others is made up for by a snapshot after it, and else
// nothing is shown until what is left is accepted: all but that commit.
func TestLostBetween(t *testing.T) {
	d := open(t, setup{js: store(t)})
	for i := range 60 {
		d.add(fmt.Sprint("task ", i))
	}
	d.settled(owner)
	s, err := d.js.Stream(t.Context(), "USERS")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteMsg(t.Context(), 33); err != nil {
		t.Fatal(err)
	}
	d = d.again(setup{})
	d.wantTasks(numbered(60))
	d.loses("USERS_SNAPSHOTS", 1)
	d = d.again(setup{})
	d.wantDamaged()
	d = d.again(setup{accepts: true})
	d.wantTasks(strings.Replace(numbered(60), "task 32, ", "", 1))
	d = d.again(setup{})
	d.wantTasks(strings.Replace(numbered(60), "task 32, ", "", 1))
}

// The key of a record that the store has lost is put back from its copy, and the copy
// from the key.
func TestLostKey(t *testing.T) {
	d := open(t, setup{js: store(t)})
	d.add("task 0")
	d.settled(owner)
	for _, stream := range []string{"USERS_SECRETS", "USERS_KEYS", "USERS_SECRETS"} {
		d.loses(stream, 1)
		d = d.again(setup{})
		d.wantTasks("task 0")
	}
	if _, err := d.Erase(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	d = d.again(setup{})
	d.wantTasks("")
}
