package openaihttp_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"parley/engine/openaihttp"
)

// events reads a stream to its end.
func events(r io.Reader) (all []string, err error) {
	for e := openaihttp.NewEvents(r); ; {
		data, err := e.Next()
		if err != nil {
			return all, err
		}
		all = append(all, string(data))
	}
}

// TestEventsAsTheStandardHasThem reads every form of a line's end and of an event, whole
// and byte by byte.
func TestEventsAsTheStandardHasThem(t *testing.T) {
	const three = "id: 7\n: hi\nevent: x\ndata: {\ndata: \"a\":\ndata:1}\n\ndata: {\"b\":2}\n\ndata: [DONE]\n\n"
	long := `{"c":"` + strings.Repeat("x", 5000) + `"}`
	for name, tt := range map[string]struct {
		body string
		want []string
		end  error
	}{
		"over several lines":        {three, []string{"{\n\"a\":\n1}", `{"b":2}`}, openaihttp.ErrDone},
		"CRLF":                      {strings.ReplaceAll(three, "\n", "\r\n"), []string{"{\n\"a\":\n1}", `{"b":2}`}, openaihttp.ErrDone},
		"CR":                        {strings.ReplaceAll(three, "\n", "\r"), []string{"{\n\"a\":\n1}", `{"b":2}`}, openaihttp.ErrDone},
		"no empty lines":            {"data: {\"a\":1}\ndata: {\"b\":2}\n", []string{`{"a":1}`, `{"b":2}`}, io.EOF},
		"no last line end":          {"data: {\"a\":1}\n\ndata: {\"b\":2}", []string{`{"a":1}`, `{"b":2}`}, io.EOF},
		"a long line":               {"data: " + long + "\r\rdata: [DONE]", []string{long}, openaihttp.ErrDone},
		"cut in a line":             {"data: {\"a\":1}\n\ndata: {\"b\"", []string{`{"a":1}`}, io.ErrUnexpectedEOF},
		"cut between lines":         {"data: {\"a\":1}\n\ndata: {\ndata: \"b\":2\n", []string{`{"a":1}`}, io.ErrUnexpectedEOF},
		"cut before its empty line": {"data: {\ndata: \"b\":2}", []string{"{\n\"b\":2}"}, io.EOF},
		"cut in the mark":           {"data: {\"a\":1}\n\ndata: [DO", []string{`{"a":1}`}, io.EOF},
		"no JSON":                   {"data: {oops}\n\ndata: {\"b\":2}\n\n", []string{"{oops}", `{"b":2}`}, io.EOF},
		"a list":                    {` [{"a":1}, {"b":2}]`, []string{`{"a":1}`, `{"b":2}`}, io.EOF},
		"a list that is cut":        {`[{"a":1}, {"b":2}`, []string{`{"a":1}`, `{"b":2}`}, io.ErrUnexpectedEOF},
		"an empty list":             {`[]`, nil, io.EOF},
		"endless": {
			strings.Repeat("data: [[[[[[[[\n", 1<<18), nil, openaihttp.Junk("an event of more than 2097152 bytes"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.body), iotest.OneByteReader(strings.NewReader(tt.body))} {
				got, err := events(r)
				for i, data := range got { // a line end behind the last line is as good as none
					got[i] = strings.TrimSuffix(data, "\n")
				}
				if !slices.Equal(got, tt.want) || !errors.Is(err, tt.end) {
					t.Errorf("%q, %v; want %q, %v", got, err, tt.want, tt.end)
				}
			}
		})
	}
}

// TestEventComesWithItsLine holds that a line's end is enough for an event to be told.
func TestEventComesWithItsLine(t *testing.T) {
	for _, end := range []string{"\n", "\r"} {
		body, service := io.Pipe()
		go func() { _, _ = io.WriteString(service, `data: {"a":1}`+end) }()
		if data, err := openaihttp.NewEvents(body).Next(); string(data) != `{"a":1}` || err != nil {
			t.Errorf("%q, %v after %q", data, err, end)
		}
		_ = body.Close()
	}
}

// FuzzEvents holds that any bytes come to a known end, the same however they are
// split, in events no longer than what was sent.
func FuzzEvents(f *testing.F) {
	for _, s := range []string{
		"", "data: {}\n\ndata: [DONE]\n\n", ": hi\r\n\r\nevent: x\r\ndata:{\"a\":1}\r\n", "data: {\"a", "data: {oops}\n\n",
		"data: " + strings.Repeat("x", 5000) + "\n\ndata: 1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		whole, err := events(bytes.NewReader(b))
		split, splitErr := events(iotest.OneByteReader(bytes.NewReader(b)))
		if !slices.Equal(whole, split) || !errors.Is(splitErr, err) {
			t.Errorf("%q, %v; byte by byte %q, %v", whole, err, split, splitErr)
		}
		junk := openaihttp.Junk("")
		known := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, openaihttp.ErrDone)
		if !known && !errors.As(err, &junk) {
			t.Errorf("error %v of no known kind", err)
		}
		if n := len(strings.Join(whole, "")); n > len(b) {
			t.Errorf("%d bytes of events in %d", n, len(b))
		}
	})
}
