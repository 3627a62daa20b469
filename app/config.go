package app

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"parley/app/engineconfig"
	"parley/media/vad"
	"parley/scenarios"
	"parley/streams"
)

// DefaultAgent is what rooms ask for to get a character, unless told otherwise.
const DefaultAgent = "parley"

// SetupError is a fault the user can mend before trying again: a flag, a port, a
// folder or a library is not as it must be, and nothing was started.
type SetupError struct{ Err error }

// Error is that of Err.
func (e SetupError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e SetupError) Unwrap() error { return e.Err }

// Config is every setting of the roles; each reads what it needs. Where the
// zero value of a field cannot be used, its comment says so.
type Config struct {
	// Data is the folder of what is kept, Models that of model files (FindModels).
	Data, Models string
	// Scenarios is a folder with more scenarios; empty for the embedded ones alone.
	Scenarios string
	// Scene is the scenario of dispatches that name none; empty is the easiest.
	Scene string
	// UserKey is the key of the aliases that stand for users in what is kept; empty
	// is the one in Data, made if missing.
	UserKey string
	// TurnModel is a model file that hears when a turn is over; empty for none.
	TurnModel string
	// MeaningModel is the folder of a model that tells scripts what sentences mean;
	// empty for none. Agents and checkers of the same calls must have the same.
	MeaningModel string
	// HTTP is the address of the page, such as 127.0.0.1:8080.
	HTTP    string
	Page    PageConfig
	Ops     OpsConfig
	LiveKit LiveKitConfig
	// NATSURL is the NATS server; without it one is embedded.
	NATSURL string
	NATS    NATSAccess
	// AcceptLosses has users go on with what is left of what NATS has lost of theirs.
	AcceptLosses bool
	Assistant    AssistantConfig
	// Plan says which engines to use.
	Plan engineconfig.Plan
	// MaxCalls is how many calls are held at once, Decoders how many people
	// PocketSphinx hears at once.
	MaxCalls, Decoders int
	// KeepCalls is how long the journals of calls are kept; 0 is for ever.
	KeepCalls time.Duration
	// Judgements is how many exchanges a checker run alone judges at once.
	Judgements int
	// Serving, if set, is called with the address of the page once it answers.
	Serving func(url string)
}

// LiveKitConfig says which LiveKit to use; without a URL it is embedded.
type LiveKitConfig struct {
	URL, Key, Secret string
	// Public is where browsers reach it, if not at URL.
	Public string
	// Port and UDPPort are those of the embedded one; 0 picks free ones.
	Port, UDPPort int
	// Agent is what rooms ask for, if not DefaultAgent; Automatic is set if it is
	// nothing: LiveKit's automatic dispatch.
	Agent     string
	Automatic bool
}

// AgentName is what rooms ask for to get a character; empty for those that ask
// for none.
func (l LiveKitConfig) AgentName() string {
	if l.Automatic {
		return ""
	}
	return cmp.Or(l.Agent, DefaultAgent)
}

// streams is how streams are made: an embedded server has one copy of each.
func (c Config) streams() streams.Config {
	if c.NATSURL == "" {
		return streams.Config{}
	}
	return streams.Config{Replicas: c.NATS.Replicas}
}

// checkServers says what a role run alone lacks: it needs a LiveKit server, and
// NATS if that is asked for.
func (c Config) checkServers(nats bool) error {
	if c.LiveKit.URL == "" {
		return SetupError{errors.New("which LiveKit? set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET, or run `parley serve`")}
	}
	if nats && c.NATSURL == "" {
		return errNoNATS
	}
	return nil
}

// serving tells whoever asked to know that the page answers at url.
func (c Config) serving(url string) {
	if c.Serving != nil {
		c.Serving(url)
	}
}

// resources are what engines of this machine are made of.
func (c Config) resources() engineconfig.Resources {
	return engineconfig.Resources{Models: c.Models, Decoders: c.Decoders}
}

// FindModels is the models folder of the checkout the binary was built in, or
// the one in the working folder.
func FindModels() string {
	if exe, err := os.Executable(); err == nil {
		dir := filepath.Join(filepath.Dir(exe), "..", "models")
		if _, err := os.Stat(filepath.Join(dir, vad.ModelFile)); err == nil {
			return dir
		}
	}
	return "models"
}

// OpenScenarios loads the embedded scenes and, unless it is empty, those in the
// folder.
func OpenScenarios(folder string) (*scenarios.Library, error) {
	var l *scenarios.Library
	var err error
	if folder == "" {
		l, err = scenarios.Embedded()
	} else {
		l, err = scenarios.LoadDir(folder)
	}
	if err != nil {
		return nil, SetupError{err}
	}
	return l, nil
}

// defaultScene is the scenario of dispatches that name none: the one configured,
// else the first of the easiest.
func defaultScene(c Config, library *scenarios.Library) (string, error) {
	if c.Scene == "" {
		return library.List()[0].ID, nil // there are the embedded ones at least
	}
	if _, ok := library.Get(c.Scene); !ok {
		return "", SetupError{fmt.Errorf("--scene %s: there is no such scenario", c.Scene)}
	}
	return c.Scene, nil
}

// leastSpace is what a start wants free in the data folder: room for the
// checker's streams and the journals of some hundred calls.
const leastSpace = 32 << 20

// makeData makes the data folder, readable by this user alone, and sees that
// there is room in it.
func makeData(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".probe-*"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	if errors.Is(err, syscall.ENOSPC) {
		return SetupError{fmt.Errorf("the disk of the data folder %s is full: free %d MiB or choose another with --data",
			dir, leastSpace>>20)}
	}
	if err != nil {
		return SetupError{fmt.Errorf("cannot write to the data folder %s: %w; choose another with --data", dir, err)}
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return nil //nolint:nilerr // a disk that does not tell is found out by writing
	}
	if free := disk.Bavail * uint64(disk.Bsize); free < leastSpace { //nolint:gosec // a size
		return SetupError{fmt.Errorf("the disk of the data folder %s has only %d MiB free, Parley needs %d: "+
			"free some or choose another with --data", dir, free>>20, leastSpace>>20)}
	}
	return nil
}
