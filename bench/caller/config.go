package caller

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"parley/media"
	"parley/tts"
)

// Defaults of Config.
const (
	// DefaultTimeout is far above what a scripted call of ten lines takes.
	DefaultTimeout = 5 * time.Minute
	// DefaultSettle is how long the character must have been silent and
	// listening before the caller speaks. It is longer than the pauses a
	// character makes between sentences.
	DefaultSettle = 700 * time.Millisecond
	// DefaultPatience is how long the caller waits, the character listening,
	// for an answer before it says its line again. It is below the 6 s after
	// which a character asks whether the user is still there.
	DefaultPatience = 5 * time.Second
)

// Config says where to call and what to say.
type Config struct {
	// URL and Token are where and as whom to join; the token's room
	// configuration brings the agent in.
	URL, Token string
	// Lines are said in order, one each time the floor is free. When none is
	// left, the caller lingers for the verdict on the last and hangs up.
	Lines []Line
	// Speech says the lines that have no audio of their own, in Voice. It may be
	// nil if all have.
	Speech tts.Engine
	Voice  tts.Voice
	// Timeout bounds the call; 0 means DefaultTimeout. Settle and Patience are
	// DefaultSettle and DefaultPatience if 0.
	Timeout, Settle, Patience time.Duration
	// Record keeps the audio of both sides for Report.Audio.
	Record bool
	// Observe is told everything as it happens, in order and on Run's goroutine;
	// nil means nobody is. While it blocks, the caller does nothing.
	Observe func(Event)
	// Log takes what goes wrong below; nil means slog.Default.
	Log *slog.Logger
}

// Line is one turn of the caller.
type Line struct {
	// Text is what is said, or the file's name if the line is a recording.
	Text string
	// PCM is the line as 16 kHz mono; nil leaves it to the speech engine.
	PCM []int16
}

// wavPrefix marks a line that names a recording.
const wavPrefix = "wav:"

// ParseLines makes lines of texts: one that begins with "wav:" names a WAV file
// to play, read here with media.ReadWAV; any other is spoken as it is.
func ParseLines(texts []string) ([]Line, error) {
	lines := make([]Line, 0, len(texts))
	for i, text := range texts {
		path, recorded := strings.CutPrefix(text, wavPrefix)
		if !recorded {
			lines = append(lines, Line{Text: text})
			continue
		}
		path = strings.TrimSpace(path)
		pcm, err := media.ReadWAV(path)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		if len(pcm) == 0 {
			return nil, fmt.Errorf("line %d: %s holds no audio", i+1, path)
		}
		lines = append(lines, Line{Text: path, PCM: pcm})
	}
	return lines, nil
}

func (c *Config) setDefaults() {
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Settle == 0 {
		c.Settle = DefaultSettle
	}
	if c.Patience == 0 {
		c.Patience = DefaultPatience
	}
	if c.Observe == nil {
		c.Observe = func(Event) {}
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
}

func (c *Config) check() error {
	for _, l := range c.Lines {
		if l.PCM == nil && c.Speech == nil {
			return errors.New("a line has no audio and there is no engine to speak it")
		}
	}
	return nil
}
