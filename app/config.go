package app

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"parley/app/engineconfig"
	"parley/media/vad"
	"parley/scenarios"
	"parley/streams"
	"parley/web"
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
	// Drain is how calls may end before the process does.
	Drain Drain
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

// DetectorFile is the model that finds speech: the one in the folder of models or,
// if that has none, the one that came with this binary.
func DetectorFile(models string) string {
	own := filepath.Join(models, vad.ModelFile)
	for _, file := range []string{own, filepath.Join(FindModels(), vad.ModelFile)} {
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return own
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

// Checked is c as the roles take it, or a SetupError that says in words what is
// wrong with a value, whichever role it is for. It opens nothing and asks nobody.
func (c Config) Checked() (Config, error) {
	livekit, err := c.LiveKit.Checked()
	if err != nil {
		return c, err
	}
	c.LiveKit = livekit
	if _, err := web.ParseProxies(c.Page.Proxies); err != nil {
		return c, SetupError{fmt.Errorf("--trusted-proxies: %w", err)}
	}
	if err := web.CheckHosts(c.Page.Hosts); err != nil {
		return c, SetupError{fmt.Errorf("--hosts: %w", err)}
	}
	if err := web.CheckOrigins(c.Page.Origins); err != nil {
		return c, SetupError{fmt.Errorf("--cors-origins: %w", err)}
	}
	return c, nil
}

// Checked is l with its addresses as ws:// or wss://, or a SetupError.
func (l LiveKitConfig) Checked() (_ LiveKitConfig, err error) {
	if l.URL, err = livekitURL("--livekit-url (LIVEKIT_URL)", l.URL); err != nil {
		return l, err
	}
	if l.Public, err = livekitURL("--livekit-public-url (PARLEY_LIVEKIT_PUBLIC_URL)", l.Public); err != nil {
		return l, err
	}
	if l.URL != "" && (l.Key == "" || l.Secret == "") {
		return l, SetupError{errors.New("a LiveKit URL needs its key and secret: set LIVEKIT_API_KEY and LIVEKIT_API_SECRET")}
	}
	return l, nil
}

// livekitURL reads the address of a LiveKit server, which the setting named gives;
// http and https are taken as ws and wss. An empty one is none.
func livekitURL(setting, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	refused := func(why string) error {
		_, shown, credentials := strings.Cut(text, "@")
		if !credentials {
			shown = text
		}
		return SetupError{fmt.Errorf("%s is %q, which %s: write ws://host:port, or wss://host where it has TLS", setting, shown, why)}
	}
	u, err := url.Parse(text)
	switch {
	case !strings.Contains(text, "://"):
		return "", refused("has no scheme")
	case err != nil || strings.ContainsAny(u.Host, " ;,'\""):
		return "", refused("is no address")
	case u.Hostname() == "":
		return "", refused("names no host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", refused("holds more than an address")
	}
	if port, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || port < 1 || port > 65535) {
		return "", refused("names no port that there is")
	}
	switch u.Scheme {
	case "ws", "wss":
	case "http", "https":
		u.Scheme = "ws" + strings.TrimPrefix(u.Scheme, "http")
	default:
		return "", refused("is none of LiveKit's")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// leastSecret is LiveKit's own bound for a secret that cannot be found by trying
// (livekit-server, pkg/config).
const leastSecret = 32

// triedOut is the secret that docker-compose.yml had until November 2026.
const triedOut = "a-secret-for-trying-things-out-only"

// forRole is c Checked, for a role that serves the page at an address or, if that is
// empty, serves none.
func (c Config) forRole(page string) (Config, error) {
	c, err := c.Checked()
	if err != nil {
		return c, err
	}
	return c, c.checkSecret(page)
}

// checkSecret refuses an API secret that others can know or find where they can
// reach what it guards: whoever has it joins every call.
func (c Config) checkSecret(page string) error {
	if c.LiveKit.Secret == "" || len(c.LiveKit.Secret) >= leastSecret && c.LiveKit.Secret != triedOut {
		return nil
	}
	for _, address := range []string{c.LiveKit.URL, c.LiveKit.Public, page} {
		if address == "" || onLoopback(address) {
			continue
		}
		return SetupError{fmt.Errorf("LIVEKIT_API_SECRET is published or shorter than %d characters, and other machines can reach %s: "+
			"whoever finds it joins every call; make one with `openssl rand -hex 32`, for LiveKit and all roles, or use 127.0.0.1",
			leastSecret, address)}
	}
	return nil
}

// onLoopback reports whether only this machine reaches an address, host:port or a
// URL.
func onLoopback(address string) bool {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		address = cmp.Or(u.Hostname(), address)
	} else if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	ip, err := netip.ParseAddr(address)
	return strings.EqualFold(address, "localhost") || err == nil && ip.IsLoopback()
}
