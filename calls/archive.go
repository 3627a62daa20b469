package calls

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"parley"
)

// Archive is a call as a file: what another installation needs to show it as it was.
// Nothing in it says who called.
type Archive struct {
	// Version is ArchiveVersion.
	Version int           `json:"version"`
	Call    parley.CallID `json:"call"`
	// SceneHash is that of the scene's text as it was, empty for old calls; Scene is
	// what is public of it. How the character resists, its script and the hints that
	// were not given are in no archive: whoever has one may be the next to practise.
	SceneHash string          `json:"scene_hash,omitempty"`
	Scene     json.RawMessage `json:"scene,omitempty"`
	Events    []parley.Event  `json:"events"`
	// Captions are the turns as WebVTT, Debrief is what was told of the call. They are
	// for readers: whoever reads an archive makes them anew of the events.
	Captions string          `json:"captions,omitempty"`
	Debrief  json.RawMessage `json:"debrief,omitempty"`
}

// ArchiveVersion rises when an older program would read a newer archive wrongly.
const ArchiveVersion = 1

// Bounds of an archive: an hour's call has about 4,000 events and 1 MiB.
const (
	MaxArchiveBytes  = 16 << 20
	MaxArchiveEvents = 50_000
)

// ErrArchive is wrapped by every error of what is no archive that can be kept.
var ErrArchive = errors.New("this is no archive of a call")

// NewArchive is the archive of a call's events.
func NewArchive(events []parley.Event) Archive {
	c := Fold(events)
	a := Archive{
		Version: ArchiveVersion, Call: c.ID, SceneHash: c.Started.SceneHash, Captions: Captions(c),
		Events: make([]parley.Event, len(events)),
	}
	for i, e := range events {
		a.Events[i] = nobodys(e)
	}
	return a
}

// nobodys is e without the user it names.
func nobodys(e parley.Event) parley.Event {
	if s, ok := e.Body.(parley.Started); ok {
		s.User = ""
		e.Body = s
	}
	return e
}

// Write writes a as one JSON object. The error wraps ErrArchive for a call that is too
// large for one, or is w's.
func (a Archive) Write(w io.Writer) error {
	text, err := json.Marshal(a)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrArchive, err)
	case len(text) > MaxArchiveBytes || len(a.Events) > MaxArchiveEvents:
		return fmt.Errorf("%w: %d events of %d bytes are too many", ErrArchive, len(a.Events), len(text))
	}
	_, err = w.Write(text)
	return err
}

// ReadArchive reads an archive that anybody may have written, and checks it: it is of
// this version and one call, begins with its start, has events with rising numbers, is
// over and within the bounds. Who called is left out. Errors of r are
// returned as they are; all others wrap ErrArchive.
func ReadArchive(r io.Reader) (Archive, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxArchiveBytes+1))
	if err != nil {
		return Archive{}, err
	}
	wrong := func(why string, args ...any) (Archive, error) {
		return Archive{}, fmt.Errorf("%w: %s", ErrArchive, fmt.Sprintf(why, args...))
	}
	head := struct {
		Version int      `json:"version"`
		Events  measured `json:"events"`
	}{}
	switch {
	case len(text) > MaxArchiveBytes:
		return wrong("it has more than %d bytes", MaxArchiveBytes)
	case !utf8.Valid(text), json.Unmarshal(text, &head) != nil:
		return wrong("it is not one JSON object")
	case head.Version != ArchiveVersion:
		return wrong("its version is %d, and only %d is known here", head.Version, ArchiveVersion)
	case head.Events.n == 0 || head.Events.n > MaxArchiveEvents:
		return wrong("it has %d events or more; 1 to %d can be read", head.Events.n, MaxArchiveEvents)
	case head.Events.longest > maxEventBytes:
		return wrong("it has an event of more than %d bytes", maxEventBytes)
	}
	var a Archive
	if err := json.Unmarshal(text, &a); err != nil {
		return wrong("an event cannot be read")
	}
	return a.checked()
}

// maxEventBytes bounds an event of an archive: what a fork of an hour's call begins with
// has 150 kB.
const maxEventBytes = 512 << 10

// measured is how many values a JSON list has, up to one more than an archive may have,
// and how long the longest is. It keeps none of them.
type measured struct{ n, longest int }

// UnmarshalJSON implements json.Unmarshaler.
func (m *measured) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return errors.Join(ErrArchive, err)
	}
	for d.More() && m.n <= MaxArchiveEvents {
		var one json.RawMessage
		if err := d.Decode(&one); err != nil {
			return err
		}
		m.n, m.longest = m.n+1, max(m.longest, len(one))
	}
	return nil
}

// Bounds of an event of an archive: a time that a clock may tell, and a number that others
// may follow.
var firstDay = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

const maxSeq = 1 << 53

// checked is a with its events checked.
func (a Archive) checked() (Archive, error) {
	if !parley.IsID(string(a.Call)) {
		return Archive{}, fmt.Errorf("%w: it names no call", ErrArchive)
	}
	last := uint64(0)
	for i, e := range a.Events {
		_, start := e.Body.(parley.Started)
		dated := !e.At.Before(firstDay) && time.Until(e.At) < 24*time.Hour
		if e.Call != a.Call || e.Seq <= last || e.Seq > maxSeq || start != (i == 0) || !dated {
			return Archive{}, fmt.Errorf("%w: event %d is out of place", ErrArchive, i+1)
		}
		last = e.Seq
		a.Events[i] = nobodys(e)
	}
	if Fold(a.Events).Outcome(time.Now()) == "" {
		return Archive{}, fmt.Errorf("%w: the call is not over", ErrArchive)
	}
	return a, nil
}

// Captions are the turns of c as WebVTT (https://www.w3.org/TR/webvtt1/), each in the
// voice of who said it. Turns that a fork has inherited are left out: they were said
// in its parent.
func Captions(c Call) string {
	var b bytes.Buffer
	b.WriteString("WEBVTT\n")
	names := map[parley.Role]string{
		parley.User: cmp.Or(cueText(c.Started.Username), "You"), parley.Character: cmp.Or(cueText(c.Started.Botname), "Character"),
	}
	turns := slices.Clone(c.Turns)
	slices.SortStableFunc(turns, func(a, b Turn) int { return cmp.Compare(a.Start, b.Start) }) // no cue begins before the one above it
	for _, t := range turns {
		text := cueText(t.Said().Text)
		if t.Inherited || text == "" {
			continue
		}
		end := max(t.End, t.Start+minCue) // what was typed took no time
		fmt.Fprintf(&b, "\n%d\n%s --> %s\n<v %s>%s</v>\n", t.Number, cueTime(t.Start), cueTime(end), names[t.Role], text)
	}
	return b.String()
}

// cueText is text as a cue may have it: on one line, and no markup.
func cueText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(parley.OneLine(text))
}

// minCue is for how long a caption is shown at least.
const minCue = time.Second

// cueTime is d as a WebVTT timestamp, of hours as many as there are.
func cueTime(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}
