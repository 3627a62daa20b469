package room

import (
	"context"
	"slices"
	"time"

	"github.com/livekit/protocol/livekit"

	"parley"
)

// remember keeps p as the last final caption of its side. Under mu.
func (c *captions) remember(p parley.Caption) {
	c.past = slices.DeleteFunc(c.past, func(o parley.Caption) bool { return o.Role == p.Role })
	if p.Text != "" {
		c.past = append(c.past, p)
	}
}

// catchUp sends the captions once more when the user's front end has had time to
// build its view: LiveKit's components take a stream only if they saw it begin,
// and the opening line is one stream.
func (c *Call) catchUp(ctx context.Context) {
	if !wait(ctx, c.linked, 0) || !wait(ctx, c.heard, unheard) || !wait(ctx, nil, mounting) {
		return
	}
	c.captions.again()
}

// wait waits for an event, or for limit if it is not 0; it is false when ctx has
// ended.
func wait(ctx context.Context, event <-chan struct{}, limit time.Duration) bool {
	var late <-chan time.Time
	if limit > 0 {
		late = time.After(limit)
	}
	select {
	case <-event:
	case <-late:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// again sends the last caption of each side and those under way whole, for a
// page that may have missed parts of them, or all. A page that has them finds
// the same segments in the same streams and shows nothing twice.
func (c *captions) again() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return
	}
	for _, p := range c.past {
		if p.Role == parley.Character {
			_ = c.post(nil, append(c.whole(p.Segment, p.Text), c.end(p.Segment))...) // ErrFull: newer captions matter more
		} else {
			c.rehear(p)
		}
	}
	if c.heard.Segment != "" {
		c.rehear(c.heard)
	}
	for _, s := range c.open {
		packets := c.whole(s.id, s.sent)
		if c.post(nil, packets...) == nil {
			s.chunks = uint64(len(packets) - 2)
		}
	}
}

// whole begins a stream of the character's again with all of its text.
func (c *captions) whole(id, text string) []*livekit.DataPacket {
	return append([]*livekit.DataPacket{c.pause(id), c.begin(id)}, chunks(id, 0, text)...)
}

// rehear sends a step of the user's again.
func (c *captions) rehear(p parley.Caption) {
	_ = c.send(p, trailer(p.Segment, nil)) // ErrFull: as in again
}
