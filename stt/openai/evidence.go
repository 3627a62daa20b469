package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"parley/stt"
)

// fields are those of an object by name, in small letters and without what parts words:
// services write avg_logprob and avgLogprob.
type fields map[string]json.RawMessage

// UnmarshalJSON takes what is no object for an empty one.
func (f *fields) UnmarshalJSON(b []byte) error {
	var all map[string]json.RawMessage
	*f = fields{}
	if json.Unmarshal(b, &all) == nil {
		for name, value := range all {
			(*f)[strings.ToLower(strings.ReplaceAll(name, "_", ""))] = value
		}
	}
	return nil
}

// number is a field from least to most, which may be written as a string; ok is false if
// it is no such number.
func (f fields) number(name string, least, most float64) (n float64, ok bool) {
	n, err := strconv.ParseFloat(string(bytes.Trim(f[name], `"`)), 64)
	return n, err == nil && n >= least && n <= most
}

// lenient is a field that a transcript can do without: of another type it is empty.
type lenient[T any] struct{ is T }

// UnmarshalJSON implements json.Unmarshaler.
func (l *lenient[T]) UnmarshalJSON(b []byte) error {
	var v T
	if json.Unmarshal(b, &v) == nil {
		l.is = v
	}
	return nil
}

// decode reads JSON, and what Python takes for it: NaN and Infinity, which are null here.
func decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	return json.Unmarshal(finite(data), v)
}

// finite is data with null for numbers that are none.
func finite(data []byte) []byte {
	var out bytes.Buffer
	quoted := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\' && i+1 < len(data):
			out.WriteByte(c)
			i++
		case c == '"':
			quoted = !quoted
		case !quoted:
			for _, odd := range []string{"NaN", "-Infinity", "Infinity"} {
				if bytes.HasPrefix(data[i:], []byte(odd)) {
					out.WriteString("null")
					i += len(odd)
					break
				}
			}
		}
		if i < len(data) {
			out.WriteByte(data[i])
		}
	}
	return out.Bytes()
}

// doubts are a service's, of the pieces of a transcript.
type doubts [4]mean

const (
	noSpeech = iota
	logProb
	compression
	confidence
)

// mean is a weighted one, 0 of nothing.
type mean struct{ sum, weight float64 }

func (m *mean) add(x, weight float64) { m.sum, m.weight = m.sum+x*weight, m.weight+weight }

func (m mean) value() float64 {
	if m.weight == 0 {
		return 0
	}
	return m.sum / m.weight
}

// Bounds of what a service may say: beyond them it says nothing.
const (
	leastLogProb    = -100
	mostCompression = 10_000
)

// add takes what is said of a piece of so much text.
func (d *doubts) add(f fields, text int) {
	weight := float64(text + 1)
	if p, ok := f.number("nospeechprob", 0, 1); ok {
		d[noSpeech].add(p, weight)
	}
	if p, ok := f.number("avglogprob", leastLogProb, math.MaxFloat64); ok {
		d[logProb].add(min(p, 0), weight)
		d[confidence].add(math.Exp(min(p, 0)), 1)
	}
	if c, ok := f.number("compressionratio", 0, mostCompression); ok {
		d[compression].add(c, weight)
	}
}

// merge takes those of another piece of so much text.
func (d *doubts) merge(other doubts, text int) {
	for i, m := range other {
		if m.weight > 0 {
			d[i].add(m.value(), float64(text+1))
		}
	}
}

// or is d, and other where d says nothing.
func (d doubts) or(other doubts) doubts {
	for i, m := range d {
		if m.weight == 0 {
			d[i] = other[i]
		}
	}
	return d
}

// evidence is what speaks against a transcript to which prompt was sent.
func (d doubts) evidence(prompt string) stt.Evidence {
	return stt.Evidence{
		NoSpeech: d[noSpeech].value(), LogProb: d[logProb].value(), Compression: d[compression].value(), Prompt: prompt,
	}
}
