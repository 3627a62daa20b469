package scrub

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// What a server keeps of a consumer (o.dat) has no checksum: the form is of nats-server
// 2.15, filestore.go, decodeConsumerState.
const (
	stateMagic   = 22
	stateVersion = 2
	// maxDeliveries is more than anything of ours is ever delivered.
	maxDeliveries = 1000
	// clockSlack is how far a server's clock may be set back between two lives.
	clockSlack = 5 * time.Second
)

// errState means that what is kept of a consumer makes no sense.
var errState = errors.New("not what is kept of a consumer")

// progress is how far a consumer has come.
type progress struct {
	delivered uint64          // the last sequence
	pending   map[uint64]bool // those that are not acknowledged
}

// readState reads what is kept of a consumer.
func readState(buf []byte, now time.Time) (p progress, err error) {
	if len(buf) < 2 || buf[0] != stateMagic || buf[1] != stateVersion {
		return p, errState
	}
	buf = buf[2:]
	bad := false
	number := func() uint64 {
		v, n := binary.Uvarint(buf)
		bad = bad || n <= 0
		buf = buf[max(n, 0):]
		return v
	}
	signed := func() int64 {
		v, n := binary.Varint(buf)
		bad = bad || n <= 0
		buf = buf[max(n, 0):]
		return v
	}
	floorConsumer, floor, deliveredConsumer, delivered := number(), number(), number(), number()
	waiting := number()
	if bad || floor > delivered || floorConsumer > deliveredConsumer || waiting > uint64(len(buf)) {
		return p, errState
	}
	p = progress{delivered: delivered, pending: make(map[uint64]bool, waiting)}
	var newest int64
	if waiting > 0 {
		newest = signed()
	}
	for range waiting {
		seq := floor + number()
		_ = number()
		at := time.Unix(newest-signed(), 0)
		if bad || seq > delivered || at.After(now.Add(clockSlack)) {
			return p, errState
		}
		p.pending[seq] = true
	}
	again := number()
	if bad || again > uint64(len(buf)) {
		return p, errState
	}
	for range again {
		if seq, n := floor+number(), number(); bad || seq > delivered || n > maxDeliveries {
			return p, errState
		}
	}
	return p, nil
}

// consumerStates looks at what is kept of the consumers of a work queue, by what is in
// it: a message that was delivered and is there still is one that was not acknowledged.
// What does not hold goes: the server then delivers all that is there, and forgets how
// often it had.
func (s *scrubber) consumerStates(stream string, live map[uint64]string) error {
	all, err := filepath.Glob(filepath.Join(escaped(stream), "obs", "*", "o.dat"))
	if err != nil {
		return err
	}
	for _, file := range all {
		buf, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "meta.inf"))
		if err != nil {
			return err
		}
		var config struct {
			Filter string `json:"filter_subject"`
		}
		p, broken := readState(buf, time.Now())
		if json.Unmarshal(text, &config) == nil && broken == nil && p.holds(config.Filter, live) {
			continue
		}
		if broken != nil {
			s.note(stream, file, "how far a consumer had come cannot be read; what is in the queue is delivered again", false)
		}
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether no message that is there would be left lying.
func (p progress) holds(filter string, live map[uint64]string) bool {
	for seq, subject := range live {
		if seq <= p.delivered && !p.pending[seq] && matches(filter, subject) {
			return false
		}
	}
	return true
}

// matches reports whether a subject is one of a filter; all are of an empty one.
func matches(filter, subject string) bool {
	if filter == "" {
		return true
	}
	want, have := strings.Split(filter, "."), strings.Split(subject, ".")
	for i, token := range want {
		if token == ">" {
			return len(have) > i
		}
		if i >= len(have) || token != "*" && token != have[i] {
			return false
		}
	}
	return len(want) == len(have)
}
