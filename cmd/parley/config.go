package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v3"

	"parley/app/engineconfig"
	"parley/media/vad"
)

// agentName is what rooms ask for to get a character, unless told otherwise.
const agentName = "parley"

// config is every setting of the roles. Flags override the environment, the
// environment overrides the defaults.
type config struct {
	data, models, scenarios string
	userKey                 string
	turnModel, http         string
	// scene is the scenario of dispatches that name none; empty is the easiest.
	scene              string
	page               pageConfig
	ops                opsConfig
	livekit            livekitConfig
	natsURL            string
	plan               engineconfig.Plan
	maxCalls, decoders int
	keepCalls          time.Duration
}

// livekitConfig says which LiveKit to use; without a URL it is embedded.
type livekitConfig struct {
	url, key, secret string
	// public is where browsers reach it, if not at url.
	public        string
	port, udpPort int
	// agent is what rooms ask for, if not agentName; automatic is set if it is
	// nothing: LiveKit's automatic dispatch.
	agent     string
	automatic bool
}

// agentName is what rooms ask for to get a character; empty for those that ask
// for none.
func (l livekitConfig) agentName() string {
	if l.automatic {
		return ""
	}
	return cmp.Or(l.agent, agentName)
}

// resources are what engines of this machine are made of.
func (c config) resources() engineconfig.Resources {
	return engineconfig.Resources{Models: c.models, Decoders: c.decoders}
}

func env(names ...string) cli.ValueSourceChain { return cli.EnvVars(names...) }

func logFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "log", Value: "info", Usage: "least level logged: debug, info, warn or error", Sources: env("PARLEY_LOG"),
	}
}

func dataFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "data", Value: "data", Usage: "folder for what is kept", Sources: env("PARLEY_DATA")},
		&cli.StringFlag{
			Name: "user-key", Usage: "key of the aliases that stand for users in what is kept; better set in the environment " +
				"(default: that in user.key of the data folder, made if missing)",
			Sources: env("PARLEY_USER_KEY"), HideDefault: true,
		},
		&cli.StringFlag{Name: "scenarios", Usage: "folder with more scenarios (*.json)", Sources: env("PARLEY_SCENARIOS")},
		logFlag(),
	}
}

func livekitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "livekit-url", Usage: "use this LiveKit server", Sources: env("LIVEKIT_URL")},
		&cli.StringFlag{Name: "livekit-api-key", Usage: "its API key", Sources: env("LIVEKIT_API_KEY")},
		&cli.StringFlag{
			Name: "livekit-api-secret", Usage: "its API secret; better set in the environment",
			Sources: env("LIVEKIT_API_SECRET"), HideDefault: true,
		},
		&cli.StringFlag{
			Name: "agent-name", Value: agentName, Sources: env("PARLEY_AGENT_NAME"),
			Usage: `agent name that rooms ask for; "" takes the rooms that ask for none, as LiveKit's automatic dispatch does`,
		},
	}
}

func publicFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "livekit-public-url", Usage: "where browsers reach LiveKit, if elsewhere", Sources: env("PARLEY_LIVEKIT_PUBLIC_URL"),
	}
}

func natsFlag() cli.Flag {
	return &cli.StringFlag{Name: "nats-url", Usage: "use this NATS server", Sources: env("NATS_URL")}
}

func embeddedFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "livekit-port", Value: 7880, Usage: "TCP port of the embedded LiveKit", Sources: env("PARLEY_LIVEKIT_PORT")},
		&cli.IntFlag{Name: "livekit-udp-port", Value: 7882, Usage: "UDP port of its media", Sources: env("PARLEY_LIVEKIT_UDP_PORT")},
	}
}

func httpFlag() cli.Flag {
	return &cli.StringFlag{Name: "http", Value: "127.0.0.1:8080", Usage: "address of the page", Sources: env("PARLEY_HTTP")}
}

func sceneFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "scene", Usage: "id of the scenario of those who ask for none (default: the easiest)", Sources: env("PARLEY_SCENE"),
	}
}

func agentFlags() []cli.Flag {
	return []cli.Flag{
		sceneFlag(),
		&cli.StringFlag{
			Name: "models", Usage: "folder of the VAD model (default: models beside the binary's folder, or here)",
			Sources: env("PARLEY_MODELS"),
		},
		&cli.StringFlag{
			Name: "turn-model", Usage: "ONNX model that hears when a turn is over, of the Smart Turn v3 kind (default: none)",
			Sources: env("PARLEY_TURN_MODEL"),
		},
		&cli.IntFlag{Name: "max-calls", Value: 16, Usage: "calls held at once", Sources: env("PARLEY_MAX_CALLS")},
		&cli.DurationFlag{
			Name: "keep-calls", Value: 90 * 24 * time.Hour, Usage: "how long the journals of calls are kept; 0 is for ever",
			Sources: env("PARLEY_KEEP_CALLS"),
		},
		&cli.IntFlag{
			Name: "decoders", Value: 16, Usage: "people heard at once; each takes 100 MiB when in use",
			Sources: env("PARLEY_DECODERS"),
		},
	}
}

// configOf reads what a command's flags say; flags it lacks are zero.
func configOf(c *cli.Command) (config, error) {
	if err := setLog(c.Root().ErrWriter, c.String("log")); err != nil {
		return config{}, err
	}
	plan, err := planOf(c)
	if err != nil {
		return config{}, err
	}
	cfg := config{
		plan: plan,
		data: c.String("data"), userKey: c.String("user-key"), scenarios: c.String("scenarios"),
		models: c.String("models"), turnModel: c.String("turn-model"),
		scene: c.String("scene"), http: c.String("http"), page: pageOf(c), ops: opsOf(c),
		natsURL: c.String("nats-url"),
		livekit: livekitConfig{
			url: c.String("livekit-url"), key: c.String("livekit-api-key"), secret: c.String("livekit-api-secret"),
			public: c.String("livekit-public-url"),
			port:   c.Int("livekit-port"), udpPort: c.Int("livekit-udp-port"),
			agent: c.String("agent-name"), automatic: c.String("agent-name") == "",
		},
		maxCalls: c.Int("max-calls"), decoders: c.Int("decoders"), keepCalls: c.Duration("keep-calls"),
	}
	if cfg.livekit.url != "" && (cfg.livekit.key == "" || cfg.livekit.secret == "") {
		return cfg, setupError{errors.New("a LiveKit URL needs its key and secret: set LIVEKIT_API_KEY and LIVEKIT_API_SECRET")}
	}
	if cfg.models == "" {
		cfg.models = findModels()
	}
	return cfg, nil
}

// external checks that a role run alone knows its servers.
func (c config) external(nats bool) error {
	if c.livekit.url == "" {
		return setupError{errors.New("which LiveKit? set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET, or run `parley serve`")}
	}
	if nats && c.natsURL == "" {
		return setupError{errors.New("which NATS? set NATS_URL, or run `parley serve`")}
	}
	return nil
}

// findModels is the models folder of the checkout the binary was built in, or
// the one in the working folder.
func findModels() string {
	if exe, err := os.Executable(); err == nil {
		dir := filepath.Join(filepath.Dir(exe), "..", "models")
		if _, err := os.Stat(filepath.Join(dir, vad.ModelFile)); err == nil {
			return dir
		}
	}
	return "models"
}

func setLog(w io.Writer, level string) error {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return setupError{fmt.Errorf("--log %s: use debug, info, warn or error", level)}
	}
	slog.SetDefault(slog.New(limitLog(slog.NewTextHandler(w, &slog.HandlerOptions{Level: l}))))
	return nil
}
