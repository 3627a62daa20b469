package engineconfig

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFile is far more than a list of engines takes.
const maxFile = 1 << 20

// File is the configuration file: JSON, every field optional.
type File struct {
	// Services are named by the lists; "openai" adds to what the environment
	// says of it, the usual local ones to what is known of them.
	Services map[string]Service `json:"services,omitempty"`
	STT      Order              `json:"stt,omitzero"`
	LLM      Order              `json:"llm,omitzero"`
	Checker  Order              `json:"checker,omitzero"`
	TTS      Order              `json:"tts,omitzero"`
	// Prices are in US dollars, by engine name; they add to the known ones.
	Prices map[string]Price `json:"prices,omitempty"`
}

// Order is what is asked for one role.
type Order struct {
	// Engines are tried in their order, each as ParseRef reads it; none means
	// that they are chosen.
	Engines []string `json:"engines,omitempty"`
	// URL and Model are of the service "openai" in this role.
	URL   string `json:"url,omitempty"`
	Model string `json:"model,omitempty"`
}

// ReadFile reads the file at path. An unknown key is an error that names it.
func ReadFile(path string) (File, error) {
	f, err := os.Open(path) //nolint:gosec // the user names it
	if err != nil {
		return File{}, fmt.Errorf("read the configuration: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = errors.New("it is too long")
	}
	if err != nil {
		return File{}, fmt.Errorf("read the configuration %s: %w", path, err)
	}
	out, err := parseFile(b)
	if err != nil {
		return File{}, fmt.Errorf("read the configuration %s: %w", path, err)
	}
	return out, nil
}

func parseFile(b []byte) (File, error) {
	var out File
	b = bytes.TrimPrefix(b, []byte("\uFEFF")) // which some editors put before it
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
			return File{}, fmt.Errorf("line %d: %w", 1+bytes.Count(b[:min(int(at.Offset), len(b))], []byte("\n")), err)
		}
		return File{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return File{}, errors.New("more than one value")
	}
	for role, o := range out.orders() {
		for _, e := range o.Engines {
			if _, err := ParseRef(e); err != nil {
				return File{}, fmt.Errorf("%s: %w", role, err)
			}
		}
	}
	for name, p := range out.Prices {
		if err := p.check(); err != nil {
			return File{}, fmt.Errorf("price of %s: %w", name, err)
		}
	}
	return out, nil
}

func (f File) orders() map[Role]Order {
	return map[Role]Order{STT: f.STT, LLM: f.LLM, Checker: f.Checker, TTS: f.TTS}
}
