//go:build !race

// The figures here are of time, as callers have it: without the race detector.

package assistant_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
)

// A user costs memory while they are served and disk for ever, and comes into memory
// in a few requests.
func TestScaleOfUsers(t *testing.T) {
	dir, users := t.TempDir(), *manyUsers
	t.Run("fill", func(t *testing.T) {
		d := open(t, setup{js: dial(t, unsynced(t, dir))})
		began := time.Now()
		together(t, users, func(i int) error {
			for c := range commitsEach {
				const more = eventsEach/commitsEach - 1 // action.done is an event, too
				if err := d.stores(nameOf(i), tasks(more*c, more)...); err != nil {
					return err
				}
			}
			return nil
		})
		filled := time.Now()
		d.idle()
		t.Logf("%d users of %d events in %d commits: filled in %v, hibernated in %v", users, eventsEach, commitsEach,
			filled.Sub(began).Round(time.Millisecond), time.Since(filled).Round(time.Millisecond))
	})
	disk := diskOf(t, dir)
	t.Logf("disk: %d bytes a user: %v", disk.all/users, disk.of(users))
	if disk.all/users > 60<<10 {
		t.Errorf("%d bytes a user on the disk", disk.all/users)
	}
	t.Run("memory", func(t *testing.T) { scaleOfMemory(t, child(t, dir), users) })
	t.Run("time", func(t *testing.T) { scaleOfTime(t, dir, users) })
}

// With a thousand tasks plain commands work as with three, and a prompt has an end.
func TestThousandTasks(t *testing.T) {
	const many = 1000
	d := open(t, setup{})
	for i := 1; i <= many; i++ {
		d.clock.add(2 * time.Second)
		if said := d.say(fmt.Sprintf("add task: call client C%d", i), nil); said != fmt.Sprintf("Added “Call client C%d”.", i) {
			t.Fatalf("said %q", said)
		}
	}
	said := d.say("what's on my list", nil)
	if !strings.HasPrefix(said, "You have 1000 open tasks: 1, “Call client C1”; 2, ") ||
		!strings.HasSuffix(said, "and 995 more on your list.") {
		t.Errorf("said %q", said)
	}
	if said := d.say("done 150", nil); said != "Done: “Call client C150”." || d.state().Tasks[149].Status != parley.Completed {
		t.Errorf("said %q", said)
	}
	model := functionsModel(calling("tasks_list", `{}`), nil)
	d.say("so much, what a year", model)
	for _, r := range model.Asked() {
		size := 0
		for _, m := range r.Messages {
			size += len(m.Text)
		}
		if size > 20_000 {
			t.Errorf("a prompt of %d bytes", size)
		}
	}
	if prompt := model.Asked()[0].Messages[0].Text; !strings.Contains(prompt, "\nand 940 more\n") || strings.Contains(prompt, "C150 ") {
		t.Errorf("prompt %s", prompt)
	}
}
