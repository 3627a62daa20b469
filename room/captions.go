package room

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

const (
	// captionGap is the least time between two interim captions of the user: 8
	// a second are as many as one can read.
	captionGap = 125 * time.Millisecond
	// maxLines is how many lines are kept for a page that joins a call under way; the
	// page shows no more.
	maxLines = 500
	// maxSegments is how many segments may be open; older ones are closed.
	maxSegments = 8
)

// captions writes captions the way LiveKit's front ends read them
// (https://docs.livekit.io/agents/build/text/). The character's segment is one stream whose chunks are the text
// added and whose trailer says it is final. The user's segment is a stream for
// each step, of the whole text, sent in the user's name and always with the same
// id, so that the line keeps its place on the page. A stream that has to begin
// again, as on another text or connection, is closed first and keeps its id too:
// readers refuse an open one.
type captions struct {
	post func(to []string, packets ...*livekit.DataPacket) error
	user func() (identity, track string)
	// others are who else listens and reads, none if nobody does.
	others func(identity string) []string
	own    func() string // the agent's track
	wake   chan struct{}

	mu    sync.Mutex
	over  bool
	open  []*segment       // of the character, oldest first
	wait  parley.Caption   // the user's newest interim, if its segment is not empty
	shown time.Time        // when the user's last interim was sent
	heard parley.Caption   // the user's step last shown, if it was not final
	past  []parley.Caption // the last final caption of each side, oldest first
	said  []rpc.Line       // what was shown, in the order in which it began
	acts  int              // how many of those were ever the character's acts
}

// segment is one of the character's under way; its id is its stream's.
type segment struct {
	id, sent string
	chunks   uint64
}

func newCaptions(r *lk.Room, user func() lk.Participant) *captions {
	return &captions{
		post: r.Post, others: r.Identities,
		user: func() (string, string) {
			identity := user().Identity
			return identity, r.Microphone(identity)
		},
		own: r.TrackID, wake: make(chan struct{}, 1),
	}
}

// put takes the next step of a caption, of which what is plain is shown.
func (c *captions) put(p parley.Caption) {
	p.Text, p.Spoken = parley.Plain(p.Text), parley.Plain(p.Spoken)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.over || p.Segment == "":
	case p.Role == parley.Character:
		c.showCharacter(p)
	case p.Final:
		c.showUser(p)
	default:
		c.wait = p
		select {
		case c.wake <- struct{}{}:
		default:
		}
	}
}

// run sends the user's interim captions, not too many, until ctx ends.
func (c *captions) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		c.mu.Lock()
		pause := captionGap - time.Since(c.shown)
		c.mu.Unlock()
		if pause > 0 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
		}
		c.mu.Lock()
		if c.wait.Segment != "" && !c.over {
			c.showUser(c.wait)
		}
		c.mu.Unlock()
	}
}

// showUser sends one step of the user's. Under mu.
func (c *captions) showUser(p parley.Caption) {
	if c.wait.Segment == p.Segment {
		c.wait = parley.Caption{}
	}
	if p.Text == "" && c.heard.Segment != p.Segment {
		return // nothing was recognised and nothing shown
	}
	if c.send(p) != nil {
		return
	}
	c.shown = time.Now()
	c.line(p)
	switch {
	case !p.Final:
		c.heard = p
	case c.heard.Segment == p.Segment: // else it is of a turn before
		c.heard = parley.Caption{}
	}
	if p.Final {
		c.remember(p)
	}
}

// send sends a step of the user's after lead, if any. What they typed is for the
// others: their own front end has shown it.
func (c *captions) send(p parley.Caption, lead ...*livekit.DataPacket) error {
	if !p.Typed {
		return c.post(nil, append(lead, c.step(p)...)...)
	}
	identity, _ := c.user()
	var err error
	if others := c.others(identity); len(others) > 0 {
		err = c.post(others, append(slices.Clone(lead), c.step(p)...)...)
	}
	if p.Text = p.Spoken; p.Text != "" {
		err = errors.Join(err, c.post([]string{identity}, append(slices.Clone(lead), c.step(p)...)...))
	}
	return err
}

// step is a stream of the user's.
func (c *captions) step(p parley.Caption) []*livekit.DataPacket {
	identity, track := c.user()
	packets := []*livekit.DataPacket{
		lk.Header(p.Segment, rpc.TopicTranscription, identity, captionAttributes(p.Segment, track, p.Final)),
	}
	packets = append(packets, lk.Chunks(p.Segment, 0, p.Text)...)
	return append(packets, lk.Trailer(p.Segment, nil))
}

// showCharacter sends what p adds to its segment. Under mu.
func (c *captions) showCharacter(p parley.Caption) {
	s := c.find(p)
	if s == nil {
		return
	}
	var packets []*livekit.DataPacket
	if !strings.HasPrefix(p.Text, s.sent) { // another text replaces it
		packets = append(packets, c.pause(s.id))
		s = &segment{id: s.id}
	}
	if s.sent == "" && (p.Text != "" || len(packets) > 0) {
		packets = append(packets, c.begin(s.id))
	}
	added := lk.Chunks(s.id, s.chunks, p.Text[len(s.sent):])
	packets = append(packets, added...)
	if p.Final {
		packets = append(packets, c.end(s.id))
	}
	if c.post(nil, packets...) != nil {
		return // the next step carries this one's text too
	}
	s.sent, s.chunks = p.Text, s.chunks+uint64(len(added))
	c.keep(s, p.Final)
	c.line(p)
	if p.Final {
		c.remember(p)
	}
}

// begin, pause and end are the character's: a stream's header, the trailer
// before it begins again and its last.
func (c *captions) begin(id string) *livekit.DataPacket {
	return lk.Header(id, rpc.TopicTranscription, "", captionAttributes(id, c.own(), false))
}

func (c *captions) pause(id string) *livekit.DataPacket {
	return lk.Trailer(id, captionAttributes(id, c.own(), false))
}

func (c *captions) end(id string) *livekit.DataPacket {
	return lk.Trailer(id, captionAttributes(id, c.own(), true))
}

// find is p's segment, a new one if it is unknown, or nil if there is nothing to
// show. Under mu.
func (c *captions) find(p parley.Caption) *segment {
	for _, s := range c.open {
		if s.id == p.Segment {
			return s
		}
	}
	if p.Text == "" {
		return nil
	}
	return &segment{id: p.Segment}
}

// keep puts s in the place of its segment, or drops it if it is final. The
// oldest of too many is closed. Under mu.
func (c *captions) keep(s *segment, final bool) {
	open := c.open[:0]
	for _, o := range c.open {
		if o.id != s.id {
			open = append(open, o)
		}
	}
	c.open = open
	if !final {
		c.open = append(c.open, s)
	}
	if len(c.open) > maxSegments {
		c.close(c.open[0])
		c.open = c.open[1:]
	}
}

func (c *captions) close(s *segment) {
	_ = c.post(nil, c.end(s.id)) // lk.ErrFull: the room is lost anyway
}

// finish closes what is open, if anything, and takes no more: a stream left open
// would be an error on the page when the agent leaves.
func (c *captions) finish() (closed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	closed = len(c.open) > 0
	for _, s := range c.open {
		c.close(s)
	}
	c.open, c.over = nil, true
	return closed
}

func captionAttributes(segment, track string, final bool) map[string]string {
	a := map[string]string{rpc.AttrSegment: segment, rpc.AttrFinal: strconv.FormatBool(final)}
	if track != "" {
		a[rpc.AttrTranscribedTrack] = track
	}
	return a
}

// line keeps a step of a caption for a page that joins a call under way: a segment
// stays where it began, and goes with its text. Under mu.
func (c *captions) line(p parley.Caption) {
	line := rpc.Line{Segment: p.Segment, Role: p.Role, Text: p.Text, Final: p.Final, Typed: p.Typed}
	at := slices.IndexFunc(c.said, func(l rpc.Line) bool { return l.Segment == p.Segment })
	switch {
	case at < 0 && p.Text != "":
		c.add(line)
	case at >= 0 && p.Text != "":
		c.said[at] = line
	case at >= 0:
		c.said = slices.Delete(c.said, at, at+1)
	}
}

// act keeps what the character did, in words, as line does.
func (c *captions) act(label string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acts++
	c.add(rpc.Line{Segment: "act-" + strconv.Itoa(c.acts), Role: parley.Character, Text: label, Final: true, Act: true})
}

// add puts a line after the others, of which there may be maxLines. Under mu.
func (c *captions) add(line rpc.Line) {
	c.said = append(c.said, line)
	c.said = c.said[max(0, len(c.said)-maxLines):]
}

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
	if !wait(ctx, c.linked, 0) || !wait(ctx, c.subscribed, noListener) || !wait(ctx, nil, mountTime) {
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
			_ = c.post(nil, append(c.whole(p.Segment, p.Text), c.end(p.Segment))...) // lk.ErrFull: newer captions matter more
		} else {
			c.showUserAgain(p)
		}
	}
	if c.heard.Segment != "" {
		c.showUserAgain(c.heard)
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
	return append([]*livekit.DataPacket{c.pause(id), c.begin(id)}, lk.Chunks(id, 0, text)...)
}

// showUserAgain sends a step of the user's again.
func (c *captions) showUserAgain(p parley.Caption) {
	_ = c.send(p, lk.Trailer(p.Segment, nil)) // lk.ErrFull: as in again
}
