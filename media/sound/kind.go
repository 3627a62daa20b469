package sound

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"parley/media/mp3"
)

// open finds out what body holds.
func open(body *bufio.Reader, raw Raw) (source, error) {
	tagged, err := skipTags(body)
	if err != nil {
		return nil, err
	}
	head, err := body.Peek(12)
	switch {
	case len(head) == 0 && errors.Is(err, io.EOF):
		return nil, ErrNothing
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case isWAV(head):
		return openWAV(body)
	case bytes.HasPrefix(head, []byte("OggS")):
		return openOgg(body)
	}
	is, need := mp3.Starts(head)
	if need > len(head) {
		if head, err = body.Peek(need); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		is, _ = mp3.Starts(head)
	}
	if is {
		return openMP3(body)
	}
	if n := adtsLength(head); n > 0 {
		if head, err = body.Peek(min(n+adtsHeader, bufferBytes)); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	if what := foreign(head); what != "" {
		return nil, Error(what)
	}
	if tagged {
		return nil, Error("data of no known kind behind an ID3 tag")
	}
	return openRaw(body, raw)
}

// skipTags reads over the ID3v2 tags that body begins with, and reports whether there
// were any: not only MP3 has them.
func skipTags(body *bufio.Reader) (any bool, err error) {
	for {
		head, err := body.Peek(mp3.TagBytes)
		n := mp3.TagLength(head)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return any, err
		case n == 0:
			return any, nil
		}
		if _, err := body.Discard(n); err != nil {
			return true, tooSoon(err)
		}
		any = true
	}
}

// tooSoon names the end of a body within something.
func tooSoon(err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("truncated before the audio: %w", io.ErrUnexpectedEOF)
	}
	return err
}

// marks are of forms that are not taken, at their offset. They only give refusals their
// words: what is not in the list is refused as well, since it is not like samples.
var marks = []struct {
	at         int
	mark, what string
}{
	{0, "fLaC", "compressed audio (FLAC)"}, {0, "\x1aE\xdf\xa3", "compressed audio (WebM or Matroska)"},
	{4, "ftyp", "compressed audio (MP4, such as AAC)"}, {0, "ADIF", "compressed audio (AAC)"},
	{0, "#!AMR", "compressed audio (AMR)"}, {0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11", "compressed audio (WMA)"},
	{0, "wvpk", "compressed audio (WavPack)"}, {0, "MAC ", "compressed audio (Monkey's Audio)"},
	{0, "FORM", "audio as AIFF"}, {0, ".snd", "audio as AU"}, {0, "caff", "audio as CAF"}, {0, "RIFX", "big-endian WAV"},
	{0, "RIFF", "RIFF that is not a WAV file"},
	{0, "\x1f\x8b\x08", "compressed data (gzip)"}, {0, "\x28\xb5\x2f\xfd", "compressed data (zstd)"},
	{0, "PK\x03\x04", "compressed data (ZIP)"}, {0, "BZh", "compressed data (bzip2)"}, {0, "\xfd7zXZ", "compressed data (xz)"},
}

// foreign says what a body is that begins with head and is not taken, "" if that is not
// told by marks.
func foreign(head []byte) string {
	for _, m := range marks {
		if len(head) > m.at && bytes.HasPrefix(head[m.at:], []byte(m.mark)) {
			return m.what
		}
	}
	if n := adtsLength(head); n > 0 && (n == len(head) || adtsLength(head[min(n, len(head)):]) > 0) {
		return "compressed audio (AAC)"
	}
	return ""
}

const adtsHeader = 7

// adtsLength is the size of the frame of AAC that b starts with (ISO/IEC 13818-7
// section 6.2), 0 if it is none.
func adtsLength(b []byte) int {
	if len(b) < adtsHeader || b[0] != 0xff || b[1]&0xf6 != 0xf0 {
		return 0
	}
	return int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5]>>5)
}

// text says what kind of text b is, "" if it is none. Samples have bytes of every value.
func text(b []byte) string {
	plain := utf8Of(b)
	printable := 0
	for _, c := range plain {
		if c >= ' ' && c <= '~' || c == '\t' || c == '\n' || c == '\r' {
			printable++
		}
	}
	letters := utf8.Valid(plain[:runesEnd(plain)]) && bytes.IndexFunc(plain, isControl) < 0
	if len(plain) == 0 || printable*10 < len(plain)*9 && !letters {
		return ""
	}
	start := strings.ToLower(strings.TrimLeft(string(plain[:min(len(plain), 64)]), "\ufeff \t\r\n"))
	switch {
	case strings.HasPrefix(start, "{"), strings.HasPrefix(start, "["):
		return "text instead of audio (JSON)"
	case strings.HasPrefix(start, "<!doctype html"), strings.HasPrefix(start, "<html"):
		return "text instead of audio (a web page)"
	case strings.HasPrefix(start, "<"):
		return "text instead of audio (XML)"
	}
	return "text instead of audio"
}

func isControl(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }

// runesEnd is where the last whole rune of b ends.
func runesEnd(b []byte) int {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) && !utf8.FullRune(b[i:]) {
			return i
		}
	}
	return len(b)
}

// utf8Of is b, or what it is if every other byte of it is 0, as of text in UTF-16.
func utf8Of(b []byte) []byte {
	pairs := len(b) / 2
	for _, high := range []int{1, 0} {
		zeros := 0
		units := make([]uint16, pairs)
		for i := range units {
			units[i] = uint16(b[2*i+high])<<8 | uint16(b[2*i+1-high])
			if b[2*i+high] == 0 && b[2*i+1-high] != 0 {
				zeros++
			}
		}
		if pairs > 8 && zeros*10 > pairs*9 {
			return []byte(string(utf16.Decode(units)))
		}
	}
	return b
}
