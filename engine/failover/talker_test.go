package failover_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/media"
	"parley/stt"
)

// talker says utterances into a stream and reads what comes.
type talker struct {
	t      testing.TB
	stream stt.Stream
	said   map[uint64]string // what a transcript must end with
	ended  map[uint64]time.Time
	reads  sync.WaitGroup

	mu     sync.Mutex
	finals []stt.Event
	times  []time.Duration // from End to the final
	drafts int
	err    error
}

func talk(t testing.TB, e stt.Engine) *talker {
	t.Helper()
	stream, err := e.Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return listenTo(t, stream)
}

func listenTo(t testing.TB, stream stt.Stream) *talker {
	k := &talker{t: t, stream: stream, said: map[uint64]string{}, ended: map[uint64]time.Time{}}
	k.reads.Go(k.read)
	return k
}

func (k *talker) read() {
	for {
		e, err := k.stream.Next(k.t.Context())
		k.mu.Lock()
		switch {
		case err != nil:
			k.err = err
			k.mu.Unlock()
			return
		case e.Final:
			k.finals = append(k.finals, e)
			k.times = append(k.times, time.Since(k.ended[e.Utterance]))
		default:
			k.drafts++
		}
		k.mu.Unlock()
	}
}

// say speaks an utterance of that length, frame by frame in real time, and
// fails if the stream holds it up.
func (k *talker) say(id uint64, length time.Duration) {
	k.t.Helper()
	var sum, samples int64
	k.promptly(func() { k.stream.Begin(id) })
	for d := time.Duration(0); d < length; d += media.PTime {
		frame := make([]int16, media.FrameSamples)
		for i := range frame {
			frame[i] = int16(int(id)*7 + int(d/media.PTime))
			sum += int64(frame[i])
		}
		samples += media.FrameSamples
		k.promptly(func() { k.stream.Write(frame) })
		time.Sleep(media.PTime)
	}
	k.mu.Lock()
	k.ended[id], k.said[id] = time.Now(), fmt.Sprintf(" %d %d", samples, sum)
	k.mu.Unlock()
	k.promptly(k.stream.End)
}

func (k *talker) promptly(f func()) {
	k.t.Helper()
	begun := time.Now()
	if f(); time.Since(begun) > 0 {
		k.t.Errorf("the writer was held up for %v", time.Since(begun))
	}
}

// close ends the stream and checks that each utterance had one final, and so
// many of them an error.
func (k *talker) close(failures int) {
	k.t.Helper()
	if got := k.finish(""); got != failures || len(k.finals) != len(k.said) {
		k.t.Errorf("%d finals and %d failures of %d utterances: %v", len(k.finals), got, len(k.said), k.finals)
	}
}

// finish ends the stream and checks that finals came in order and, unless they
// failed, with all the audio; and that none is missing but of a broken stream.
func (k *talker) finish(name string) (failures int) {
	k.t.Helper()
	k.mu.Lock()
	failed := k.err != nil
	k.mu.Unlock()
	if err := k.stream.Close(); err != nil {
		k.t.Errorf("%s: Close = %v", name, err)
	}
	k.reads.Wait()
	for i, e := range k.finals {
		if e.Utterance != uint64(i+1) {
			k.t.Errorf("%s: final %d is of utterance %d", name, i+1, e.Utterance)
		}
		switch {
		case e.Err == nil && !strings.HasSuffix(e.Text, k.said[e.Utterance]):
			k.t.Errorf("%s: final of %d = %q, want one of %q", name, e.Utterance, e.Text, k.said[e.Utterance])
		case e.Err != nil && (e.Text != "" || !kind(e.Err)):
			k.t.Errorf("%s: final with error %v and text %q", name, e.Err, e.Text)
		case e.Err != nil:
			failures++
		}
		if e.Took != k.times[i] {
			k.t.Errorf("%s: final of %d took %v, says %v", name, e.Utterance, k.times[i], e.Took)
		}
	}
	if !failed && len(k.finals) != len(k.said) {
		k.t.Errorf("%s: %d finals of %d utterances", name, len(k.finals), len(k.said))
	}
	return failures
}
