package scrub

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math/bits"

	"github.com/minio/highwayhash"
)

// The form of a block of messages (nats-server 2.15, filestore.go,
// rebuildStateFromBufLocked): records, one after another, of 22 bytes of header, the
// subject, the headers of the message after their length, its body, and 8 bytes of
// HighwayHash over all but the lengths.
const (
	headerSize = 22
	hashSize   = highwayhash.Size64
	hasHeaders = 1 << 31 // in a record's length
	erased     = 1 << 63 // in its sequence: the rest is noise
	tombstone  = 1 << 62
	maxRecord  = 32 << 20
	// maxCorrected is the largest record in which a wrong bit is looked for: a second
	// of work.
	maxCorrected = 32 << 10
)

// fault is a part of a block that is no record.
type fault struct {
	begin, end int
	// corrected is set if one bit was wrong and was put right.
	corrected bool
	// torn is set if it is the end of the block and may be a record of which the rest
	// was never written.
	torn bool
}

// keyed is the hash of what a name stands for.
func keyed(name string) hash.Hash {
	key := sha256.Sum256([]byte(name))
	h, err := highwayhash.NewDigest64(key[:])
	if err != nil {
		panic(err) // of keys of another length alone
	}
	return h
}

// block reads records.
type block struct {
	buf  []byte
	hash hash.Hash
	sum  [hashSize]byte
}

// faults looks at all records and corrects in place what it can.
func (b *block) faults() (all []fault) {
	for at := 0; at < len(b.buf); {
		if n := b.record(at); n > 0 {
			at += n
			continue
		}
		if n := b.correct(at); n > 0 {
			all = append(all, fault{begin: at, end: at + n, corrected: true})
			at += n
			continue
		}
		next := at + 1
		for next < len(b.buf) && b.record(next) == 0 {
			next++
		}
		all = append(all, fault{begin: at, end: next, torn: next == len(b.buf) && b.unfinished(at)})
		at = next
	}
	return all
}

// record is the length of the record at a place, 0 for none.
func (b *block) record(at int) int {
	rest := b.buf[at:]
	if len(rest) < headerSize+hashSize {
		return 0
	}
	length := binary.LittleEndian.Uint32(rest)
	n, subject := int(length&^hasHeaders), int(binary.LittleEndian.Uint16(rest[20:]))
	if n < headerSize+hashSize+subject || n > len(rest) || n > maxRecord {
		return 0
	}
	data, sum := rest[headerSize:n-hashSize], rest[n-hashSize:n]
	seq := binary.LittleEndian.Uint64(rest[4:])
	noise := seq == 0 || seq&(erased|tombstone) != 0
	if !noise && !isSubject(data[:subject]) {
		return 0
	}
	b.hash.Reset()
	write := func(p []byte) { _, _ = b.hash.Write(p) } // never fails
	write(rest[4:20])
	write(data[:subject])
	data = data[subject:]
	if length&hasHeaders != 0 {
		if len(data) < 4 {
			return 0
		}
		if h := binary.LittleEndian.Uint32(data); !noise && (int(h) > len(data)-4 || !isHeader(data[4:4+h])) {
			return 0
		}
		data = data[4:]
	}
	write(data)
	if !bytes.Equal(b.hash.Sum(b.sum[:0]), sum) {
		return 0
	}
	return n
}

// isSubject reports whether a message can have this subject.
func isSubject(s []byte) bool {
	for _, c := range s {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return len(s) > 0
}

func isHeader(h []byte) bool {
	return bytes.HasPrefix(h, []byte("NATS/1.0")) && bytes.HasSuffix(h, []byte("\r\n\r\n"))
}

// correct puts the bit right that alone keeps what is at a place from being a record,
// and returns its length, or 0. That it is the right one the record's hash says, but for
// its lengths, which it leaves out: there what follows has to fit, too.
func (b *block) correct(at int) int {
	rest := b.buf[at:]
	if len(rest) < headerSize+hashSize {
		return 0
	}
	flip := func(bit int) int {
		rest[bit/8] ^= 1 << (bit % 8)
		if n := b.record(at); n > 0 && (at+n == len(b.buf) || bit/8 >= 4 || b.record(at+n) > 0) {
			return n
		}
		rest[bit/8] ^= 1 << (bit % 8)
		return 0
	}
	for bit := range 4 * 8 { // the length first: without it the record has no end
		if n := flip(bit); n > 0 {
			return n
		}
	}
	n := int(binary.LittleEndian.Uint32(rest) &^ hasHeaders)
	if n < headerSize+hashSize || n > len(rest) {
		return 0
	}
	if n > maxCorrected {
		return b.sums(at, n)
	}
	for bit := 4 * 8; bit < n*8; bit++ {
		if n := flip(bit); n > 0 {
			return n
		}
	}
	return 0
}

// sums is correct for a wrong bit in the hash of a long record: all else is right if
// what is computed differs in that bit alone.
func (b *block) sums(at, n int) int {
	sum := b.buf[at+n-hashSize : at+n]
	was := bytes.Clone(sum)
	b.record(at) // which leaves what it computed in b.sum
	if wrong := bits.OnesCount64(binary.LittleEndian.Uint64(was) ^ binary.LittleEndian.Uint64(b.sum[:])); wrong != 1 {
		return 0
	}
	copy(sum, b.sum[:])
	if n := b.record(at); n > 0 {
		return n
	}
	copy(sum, was)
	return 0
}

// unfinished reports whether what is at a place is the beginning of a record that is
// longer than what is left.
func (b *block) unfinished(at int) bool {
	rest := b.buf[at:]
	if len(rest) < headerSize {
		return true
	}
	n := int(binary.LittleEndian.Uint32(rest) &^ hasHeaders)
	return n > len(rest) && n <= maxRecord
}

// messages adds the sequences and subjects of the messages that are there, after faults.
func (b *block) messages(live map[uint64]string) {
	for at := 0; at < len(b.buf); {
		n := b.record(at)
		if n == 0 {
			at++
			continue
		}
		rest := b.buf[at:]
		seq := binary.LittleEndian.Uint64(rest[4:])
		if seq&(erased|tombstone) != 0 {
			delete(live, seq&^(erased|tombstone))
		} else if seq != 0 {
			live[seq] = string(rest[headerSize : headerSize+int(binary.LittleEndian.Uint16(rest[20:]))])
		}
		at += n
	}
}

// without is the block without its faults that could not be put right.
func (b *block) without(all []fault) []byte {
	var kept []byte
	from := 0
	for _, f := range all {
		if !f.corrected {
			kept = append(kept, b.buf[from:f.begin]...)
			from = f.end
		}
	}
	return append(kept, b.buf[from:]...)
}
