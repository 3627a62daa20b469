package openaihttp

import (
	"bufio"
	"compress/gzip"
	"io"
	"mime"
	"net/http"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Text is the body of an answer that is text, as UTF-8: decompressed if it is
// compressed though nobody asked for that, and converted from the character set that
// its type or its first bytes name. Reads block and fail as those of the body do.
func Text(resp *http.Response) io.Reader { return &text{resp: resp} }

// text looks at the first bytes when they are asked for, not before.
type text struct {
	resp   *http.Response
	reader io.Reader
}

// Read implements io.Reader.
func (t *text) Read(p []byte) (int, error) {
	if t.reader == nil {
		r, err := t.open()
		if err != nil {
			return 0, err
		}
		t.reader = r
	}
	return t.reader.Read(p)
}

func (t *text) open() (io.Reader, error) {
	body := io.Reader(t.resp.Body)
	if kind := t.resp.Header.Get("Content-Encoding"); strings.EqualFold(kind, "gzip") || strings.EqualFold(kind, "x-gzip") {
		inflated, err := gzip.NewReader(body)
		if err != nil {
			return nil, Junk("a body that is not compressed as it says")
		}
		body = inflated
	}
	_, parameters, _ := mime.ParseMediaType(t.resp.Header.Get("Content-Type"))
	if name := strings.ToLower(parameters["charset"]); name != "" && name != "utf-8" && name != "utf8" {
		if named, err := htmlindex.Get(name); err == nil {
			return transform.NewReader(body, named.NewDecoder()), nil
		}
	}
	first := bufio.NewReader(body)
	marked, _ := first.Peek(2) // an error comes again with the next read
	if mark := string(marked); mark == "\xff\xfe" || mark == "\xfe\xff" {
		wide := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
		return transform.NewReader(first, wide.NewDecoder()), nil
	}
	return first, nil
}
