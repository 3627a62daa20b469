package assistant

import (
	"context"
	"errors"
	"time"

	"parley"
	"parley/assistant/state"
	"parley/journal"
)

// cutOff is said in the place of an answer whose process died.
const cutOff = "I was cut off before I had answered that. What I did until then is kept; please look, and ask again for the rest."

// recover ends the answers whose process died. One that cannot be stored is left to
// whoever reads the state next; an error means that there is no state. Under mu.
func (u *user) recover(ctx context.Context) error {
	for range maxRivals {
		now := u.host.now(u.state)
		events, err := state.Decide(u.state, now, state.Recover{Text: cutOff})
		if err != nil || len(events) == 0 {
			return err
		}
		oldest, _ := events[0].(state.MessageSaid) // the same for every host
		err = u.store(ctx, "recover-"+oldest.Message.ReplyTo, now, events)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, journal.ErrConflict):
			u.host.log.Warn("an answer that was cut off stays open", "err", err)
			return nil
		}
		if _, err := u.catchUp(ctx); err != nil { // another host was first
			return err
		}
		if u.state == nil {
			return unavailable(journal.ErrErased)
		}
	}
	return nil
}

// clockSlack is how late a reminder's clock may be before it is taken for lost.
const clockSlack = time.Minute

// rearm sets the clocks of reminders again whose time has come and gone: their firing
// was given up, as the log could not be reached for long. Under mu.
func (u *user) rearm(ctx context.Context) {
	now := u.host.cfg.Now()
	for _, r := range u.state.Reminders {
		waits := r.Status == parley.Scheduled || r.Status == parley.Fired && r.Rule != ""
		if !waits || now.Sub(r.At) < clockSlack || u.id.Load() == nil {
			continue
		}
		if err := u.host.cfg.Timers.Set(ctx, *u.id.Load(), clock(r.ID, r.At), r.At); err != nil {
			u.host.log.Warn("the clock of a reminder that is due is not set", "err", err)
		}
	}
}

// tend ends the answers whose process died while the user stays in memory.
func (u *user) tend(ctx context.Context) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.state == nil || len(u.state.Turns) == 0 {
		return
	}
	if err := u.recover(ctx); err != nil {
		u.host.log.Warn("an answer that was cut off stays open", "err", err)
	}
}
