package folder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// maxText is the longest text read of a model: some keep a mean of each of 560
// features in their metadata, or a vocabulary of 270,000 words.
const maxText = 16 << 20

// field is one field of a protocol buffer message: its content is at from, up
// to to. Numbers have their content in value.
type field struct {
	number   uint64
	from, to int64
	value    uint64
	bytes    bool // its content is a message, a text or bytes
}

// wire reads protocol buffers of which only small parts are wanted.
type wire struct {
	r    io.ReaderAt
	head [2 * binary.MaxVarintLen64]byte
}

// fields calls visit for each field of the message at from, up to end.
func (w *wire) fields(from, end int64, visit func(*wire, field) error) error {
	for from < end {
		f, err := w.next(from, end)
		if err != nil {
			return err
		}
		if err := visit(w, f); err != nil {
			return err
		}
		from = f.to
	}
	return nil
}

func (w *wire) inside(f field, visit func(*wire, field) error) error {
	if !f.bytes {
		return fmt.Errorf("%w: field %d is a number", ErrForm, f.number)
	}
	return w.fields(f.from, f.to, visit)
}

func (w *wire) next(from, end int64) (field, error) {
	n, err := w.r.ReadAt(w.head[:min(int64(len(w.head)), end-from)], from)
	if err != nil && !errors.Is(err, io.EOF) {
		return field{}, err
	}
	head := w.head[:n]
	key, k := binary.Uvarint(head)
	if k <= 0 {
		return field{}, short(k)
	}
	f := field{number: key >> 3, from: from + int64(k)}
	switch key & 7 {
	case 0:
		value, v := binary.Uvarint(head[k:])
		if v <= 0 {
			return field{}, short(v)
		}
		f.value, f.to = value, f.from+int64(v)
	case 1:
		f.to = f.from + 8
	case 2:
		size, v := binary.Uvarint(head[k:])
		if v <= 0 {
			return field{}, short(v)
		}
		f.bytes = true
		f.from += int64(v)
		if size > uint64(end-f.from) {
			return field{}, fmt.Errorf("%w: %d bytes are missing", ErrCut, size-uint64(end-f.from))
		}
		f.to = f.from + int64(size)
	case 5:
		f.to = f.from + 4
	default:
		return field{}, fmt.Errorf("%w: no protocol buffer at byte %d", ErrForm, from)
	}
	if f.to > end {
		return field{}, ErrCut
	}
	return f, nil
}

// short is the error for a number that binary.Uvarint could not read: n is 0 if
// it was not whole, less if it was too long.
func short(n int) error {
	if n == 0 {
		return ErrCut
	}
	return fmt.Errorf("%w: a number has more than 64 bits", ErrForm)
}

func (w *wire) text(f field) (string, error) {
	if !f.bytes || f.to-f.from > maxText {
		return "", fmt.Errorf("%w: field %d is no text", ErrForm, f.number)
	}
	b := make([]byte, f.to-f.from)
	if _, err := io.ReadFull(io.NewSectionReader(w.r, f.from, f.to-f.from), b); err != nil {
		return "", err
	}
	return string(b), nil
}

// child is the text of the message f's field of that number, "" if it has none.
func (w *wire) child(f field, number uint64) (text string, err error) {
	err = w.inside(f, func(w *wire, c field) error {
		if c.number != number {
			return nil
		}
		text, err = w.text(c)
		return err
	})
	return text, err
}

// pair reads a message of a key and a value.
func (w *wire) pair(f field) (key, value string, err error) {
	if key, err = w.child(f, 1); err != nil {
		return "", "", err
	}
	value, err = w.child(f, 2)
	return key, value, err
}
