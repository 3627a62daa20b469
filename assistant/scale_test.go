//go:build !race

// The figures here are of time, as callers have it: without the race detector.

package assistant_test

import (
	"testing"
	"time"
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
