package journal

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash/crc32"
)

// castagnoli is of the checksums of lines.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const (
	sumBefore = `,"sum":"`
	sumAfter  = `"}`
	sumLength = len(sumBefore) + 2*crc32.Size + len(sumAfter)
)

// summed is a JSON object with one more member in the end, the checksum of the others,
// which readers that know of none pass over.
func summed(object []byte) []byte {
	body := object[:len(object)-1]
	return append(append(append(bytes.Clone(body), sumBefore...), sumOf(body)...), sumAfter...)
}

func sumOf(body []byte) []byte {
	return hex.AppendEncode(nil, binary.BigEndian.AppendUint32(nil, crc32.Checksum(body, castagnoli)))
}

// whole reports whether an object is as it was written: JSON, and of the checksum that
// it names if it names one. Those of an earlier version name none.
func whole(object []byte) bool {
	object = bytes.TrimRight(object, "\n")
	if !json.Valid(object) {
		return false
	}
	body, ok := bytes.CutSuffix(object, []byte(sumAfter))
	at := len(object) - sumLength
	if !ok || at < 0 || !bytes.HasPrefix(body[at:], []byte(sumBefore)) {
		return true
	}
	return bytes.Equal(sumOf(body[:at]), body[at+len(sumBefore):])
}
