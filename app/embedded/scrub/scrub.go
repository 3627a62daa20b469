// Package scrub looks at the files of a NATS store before its server does. The server
// cuts a block of messages off at the first record that it cannot read, whatever
// follows, leaves a stream out whose description does not hold, and says little of
// either (Jepsen on NATS 2.12.1; nats-server #7549). Here one wrong bit of a record or
// of a description is put right, which its checksum proves; more are taken out alone,
// and the file as it was is kept.
package scrub

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Kept is the folder, in that of the store, of the files as they were.
const Kept = "damaged"

// Damage is something of a file that was not as it was written.
type Damage struct {
	// File is where it is, Stream the stream that it is of.
	File, Stream string
	// What says what was wrong and what was done.
	What string
	// Lost is set if something could not be put right.
	Lost bool
}

// ErrStream means that the descriptions of streams are damaged beyond what can be put
// right: the server would leave these streams out.
var ErrStream = errors.New("the NATS store is damaged")

// Store looks at all streams in the folder of a NATS server that does not run. It puts
// right what it can and returns what it found. Of a stream that is sealed, so that
// nobody reads a copy whose owner was erased, it keeps a file out of which it takes
// something. An error is of reading or writing, or wraps ErrStream and says what to do:
// the server must not be started then.
func Store(dir string, sealed func(stream string) bool) ([]Damage, error) {
	s := scrubber{dir: dir, sealed: sealed}
	streams, err := filepath.Glob(filepath.Join(escaped(dir), "jetstream", "*", "streams", "*"))
	if err != nil {
		return nil, fmt.Errorf("look through %s: %w", dir, err)
	}
	for _, stream := range streams {
		if strings.HasPrefix(filepath.Base(stream), ".") { // it is being deleted
			continue
		}
		if err := s.stream(stream); err != nil {
			return s.found, fmt.Errorf("look through %s: %w", stream, err)
		}
	}
	if len(s.broken) > 0 {
		return s.found, fmt.Errorf("%w: the description (meta.inf) of %s cannot be read; put %s back from a backup, "+
			"or move these folders away, with which goes what the streams hold", ErrStream, strings.Join(s.broken, ", "), dir)
	}
	return s.found, nil
}

// escaped is a folder as a pattern that matches it alone.
func escaped(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

type scrubber struct {
	dir    string
	sealed func(stream string) bool
	found  []Damage
	broken []string // folders of streams
}

func (s *scrubber) note(stream, file, what string, lost bool) {
	s.found = append(s.found, Damage{File: file, Stream: filepath.Base(stream), What: what, Lost: lost})
}

// stream looks at one stream.
func (s *scrubber) stream(dir string) error {
	name := filepath.Base(dir)
	description, err := s.description(dir, dir, name)
	if err != nil {
		return err
	}
	if description == nil {
		if kept, _ := filepath.Glob(filepath.Join(escaped(dir), "msgs", "*.blk")); len(kept) == 0 {
			return nil // the server had just begun to make it
		}
		s.broken = append(s.broken, dir)
		return nil
	}
	if err := s.consumers(dir, name); err != nil {
		return err
	}
	// What the server keeps of schedules has no checksum. Without it, it reads them anew.
	if err := removed(filepath.Join(dir, "msgs", "sched.db")); err != nil {
		return err
	}
	var config struct {
		Compression string `json:"compression"`
		Retention   string `json:"retention"`
	}
	if err := json.Unmarshal(description, &config); err != nil {
		return fmt.Errorf("read %s: %w", dir, err)
	}
	if config.Compression != "" && config.Compression != "none" {
		return nil // an operator had it compressed; its blocks are not read here
	}
	blocks, err := filepath.Glob(filepath.Join(escaped(dir), "msgs", "*.blk"))
	if err != nil {
		return err
	}
	var live map[uint64]string // of a work queue
	if config.Retention == "workqueue" {
		live = map[uint64]string{}
	}
	for _, file := range blocks {
		if err := s.block(dir, file, live); err != nil {
			return err
		}
	}
	if live == nil {
		return nil
	}
	return s.consumerStates(dir, live)
}

// description is that of a stream or a consumer, nil for none that can be put right.
func (s *scrubber) description(stream, dir, key string) ([]byte, error) {
	meta, sum := filepath.Join(dir, "meta.inf"), filepath.Join(dir, "meta.sum")
	text, err := os.ReadFile(meta)
	if err != nil {
		return nil, missing(err)
	}
	told, err := os.ReadFile(sum)
	if err != nil {
		return nil, missing(err)
	}
	h := keyed(key)
	hashed := func() string {
		h.Reset()
		_, _ = h.Write(text) // never fails
		return hex.EncodeToString(h.Sum(nil))
	}
	if hashed() == string(told) {
		return text, nil
	}
	if oneBit([]byte(hashed()), told) {
		s.note(stream, sum, "one bit was wrong and was put right", false)
		return text, replace(sum, []byte(hashed()))
	}
	for bit := range len(text) * 8 {
		text[bit/8] ^= 1 << (bit % 8)
		if hashed() == string(told) {
			s.note(stream, meta, "one bit was wrong and was put right", false)
			return text, replace(meta, text)
		}
		text[bit/8] ^= 1 << (bit % 8)
	}
	return nil, nil
}

// oneBit reports whether two texts differ in one bit.
func oneBit(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	wrong := 0
	for i := range a {
		for x := a[i] ^ b[i]; x != 0; x &= x - 1 {
			wrong++
		}
	}
	return wrong == 1
}

// consumers looks at the consumers of a stream. One whose description is damaged goes:
// whoever needs it makes it anew, and has delivered again what was not acknowledged.
func (s *scrubber) consumers(stream, name string) error {
	all, err := filepath.Glob(filepath.Join(escaped(stream), "obs", "*"))
	if err != nil {
		return err
	}
	for _, dir := range all {
		text, err := s.description(stream, dir, name+"/"+filepath.Base(dir))
		if err != nil {
			return err
		}
		if text == nil {
			s.note(stream, filepath.Join(dir, "meta.inf"), "the description of a consumer could not be read; it is made anew", false)
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// block looks at one block of messages, and adds to live, unless it is nil,
// those that it has.
func (s *scrubber) block(stream, file string, live map[uint64]string) error {
	index, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".blk"))
	if err != nil {
		return nil //nolint:nilerr // it is none of the server's
	}
	buf, err := os.ReadFile(file)
	if err != nil {
		return missing(err)
	}
	b := block{buf: bytes.Clone(buf), hash: keyed(fmt.Sprintf("%s-%d", filepath.Base(stream), index))}
	all := b.faults()
	if live != nil {
		b.messages(live)
	}
	if len(all) == 0 {
		return nil
	}
	lost, torn, corrected := 0, 0, 0
	if all[0].begin == 0 && all[0].end == len(buf) && !all[0].corrected {
		s.note(stream, file, "nothing of it can be read", true)
		return nil // and nothing of it is changed
	}
	for _, f := range all {
		switch {
		case f.corrected:
			corrected++
		case f.torn:
			torn += f.end - f.begin
		default:
			lost += f.end - f.begin
		}
	}
	if corrected > 0 {
		s.note(stream, file, fmt.Sprintf("one bit was wrong in %d of its records and was put right", corrected), false)
	}
	if torn > 0 {
		s.note(stream, file, fmt.Sprintf("its last record is cut off after %d bytes, as by a loss of power", torn), false)
	}
	if lost > 0 || torn > 0 {
		kept, err := s.keep(stream, file, buf)
		if err != nil {
			return err
		}
		if lost > 0 {
			s.note(stream, file, fmt.Sprintf("%d bytes cannot be read and were taken out%s", lost, kept), true)
		}
		// The server makes its index anew.
		if err := removed(filepath.Join(stream, "msgs", "index.db")); err != nil {
			return err
		}
	}
	return replace(file, b.without(all))
}

// keep puts what a file was aside, if that may be, and says where.
func (s *scrubber) keep(stream, file string, text []byte) (string, error) {
	if !s.sealed(filepath.Base(stream)) {
		return "", nil
	}
	inside, err := filepath.Rel(s.dir, file)
	if err != nil {
		return "", err
	}
	to := filepath.Join(s.dir, Kept, inside)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		at := fmt.Sprintf("%s.%d", to, n)
		f, err := os.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(text)
		return "; the file as it was is " + at, errors.Join(err, f.Sync(), f.Close())
	}
}

// replace writes a file beside the old one and moves it there.
func replace(file string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".scrub-*") // of mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

func removed(file string) error {
	return missing(os.Remove(file))
}

// missing is nil for an error of a file that is not there.
func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
