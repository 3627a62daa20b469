package failover

import (
	"sync"
	"time"

	"parley/media"
)

// kept is how much audio a stream keeps for another rung. People are
// interrupted long before they have talked for a minute and a half; of longer
// utterances the oldest is dropped. It takes 32 kB a second.
const kept = 90 * time.Second

// tape is audio by the number of its sample, in blocks that all streams share.
type tape struct {
	blocks []*block
	base   int64 // sample at which the first block begins
	end    int64
}

type block [media.SampleRate]int16

var blocks = sync.Pool{New: func() any { return new(block) }}

// write copies pcm to the end and drops what is too old.
func (t *tape) write(pcm []int16) {
	for len(pcm) > 0 {
		at := t.end - t.base
		if at == int64(len(t.blocks))*int64(len(block{})) {
			t.blocks = append(t.blocks, blocks.Get().(*block))
		}
		n := copy(t.blocks[len(t.blocks)-1][at%int64(len(block{})):], pcm)
		pcm = pcm[n:]
		t.end += int64(n)
	}
	t.forget(t.end - int64(media.Samples(kept)))
}

// view is audio from a sample on, as much of it up to another as lies together.
// It is valid until forget.
func (t *tape) view(from, to int64) []int16 {
	size := int64(len(block{}))
	at := from - t.base
	b := t.blocks[at/size]
	return b[at%size : min(size, at%size+to-from)]
}

// forget drops the blocks before a sample.
func (t *tape) forget(before int64) {
	n := 0
	for n < len(t.blocks) && t.base+int64(len(block{})) <= before {
		blocks.Put(t.blocks[n])
		t.base += int64(len(block{}))
		n++
	}
	if n > 0 {
		t.blocks = t.blocks[:copy(t.blocks, t.blocks[n:])]
	}
}
