package assistant

import (
	"context"
	"errors"

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
