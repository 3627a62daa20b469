package cmdline

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/app/engineconfig"
	"parley/app/loglimit"
	"parley/assistant/state"
	"parley/streams"
)

// Env has a flag read from environment variables, the first that is set.
func Env(names ...string) cli.ValueSourceChain { return cli.EnvVars(names...) }

// LogFlag is the least level logged, unless told otherwise.
func LogFlag(level string) cli.Flag {
	return &cli.StringFlag{
		Name: "log", Value: level, Usage: "least level logged: debug, info, warn or error", Sources: Env("PARLEY_LOG"),
	}
}

// DataFlags are FolderFlags, and how much is logged.
func DataFlags() []cli.Flag { return append(FolderFlags(), LogFlag("info")) }

// FolderFlags say where what is kept lies, and the scenes.
func FolderFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "data", Value: "data", Usage: "folder for what is kept", Sources: Env("PARLEY_DATA")},
		&cli.StringFlag{
			Name: "user-key", Usage: "key of the aliases that stand for users in what is kept; better set in the environment " +
				"(default: that in user.key of the data folder, made if missing)",
			Sources: Env("PARLEY_USER_KEY"), HideDefault: true,
		},
		&cli.StringFlag{Name: "scenarios", Usage: "folder with more scenarios (*.json)", Sources: Env("PARLEY_SCENARIOS")},
	}
}

// LiveKitFlags name a LiveKit server.
func LiveKitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "livekit-url", Usage: "use this LiveKit server", Sources: Env("LIVEKIT_URL")},
		&cli.StringFlag{Name: "livekit-api-key", Usage: "its API key", Sources: Env("LIVEKIT_API_KEY")},
		&cli.StringFlag{
			Name: "livekit-api-secret", Usage: "its API secret; better set in the environment",
			Sources: Env("LIVEKIT_API_SECRET"), HideDefault: true,
		},
		&cli.StringFlag{
			Name: "agent-name", Value: app.DefaultAgent, Sources: Env("PARLEY_AGENT_NAME"),
			Usage: `agent name that rooms ask for; "" takes the rooms that ask for none, as LiveKit's automatic dispatch does`,
		},
	}
}

// PublicFlag is for those who send browsers to LiveKit.
func PublicFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "livekit-public-url", Usage: "where browsers reach LiveKit, if elsewhere", Sources: Env("PARLEY_LIVEKIT_PUBLIC_URL"),
	}
}

// NATSFlags name a NATS server, how a process shows who it is there, and how it keeps
// things.
func NATSFlags() []cli.Flag {
	file := func(name, env, usage string) cli.Flag {
		return &cli.StringFlag{Name: name, Usage: usage, Sources: Env(env)}
	}
	return []cli.Flag{
		&cli.StringFlag{
			Name: "nats-url", Usage: "use this NATS server, or these of a cluster, with commas",
			Sources: Env("NATS_URL"), HideDefault: true,
		},
		file("nats-creds", "PARLEY_NATS_CREDS", "credentials file for it, as nsc writes"),
		file("nats-nkey", "PARLEY_NATS_NKEY", "file with the seed of an NKey for it"),
		file("nats-ca", "PARLEY_NATS_CA", "certificates (PEM) that sign the server's (default: those of this machine)"),
		file("nats-cert", "PARLEY_NATS_CERT", "certificate (PEM) that shows the server who this is"),
		file("nats-key", "PARLEY_NATS_KEY", "its key (PEM)"),
		&cli.IntFlag{
			Name: "nats-replicas", Value: 1, Sources: Env("PARLEY_NATS_REPLICAS"),
			Usage: "servers of a NATS cluster that keep a copy of each stream, 1 to 5; a stream that has more keeps them",
		},
	}
}

// EmbeddedFlags are the ports of the embedded servers.
func EmbeddedFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "livekit-port", Value: 7880, Usage: "TCP port of the embedded LiveKit", Sources: Env("PARLEY_LIVEKIT_PORT")},
		&cli.IntFlag{Name: "livekit-udp-port", Value: 7882, Usage: "UDP port of its media", Sources: Env("PARLEY_LIVEKIT_UDP_PORT")},
	}
}

// HTTPFlag is the address of the page.
func HTTPFlag() cli.Flag {
	return &cli.StringFlag{Name: "http", Value: "127.0.0.1:8080", Usage: "address of the page", Sources: Env("PARLEY_HTTP")}
}

// SceneFlag is the scenario of those who ask for none.
func SceneFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "scene", Usage: "id of the scenario of those who ask for none (default: the easiest)", Sources: Env("PARLEY_SCENE"),
	}
}

// KeepCallsFlag is how long calls are kept: agents do that, and pages tell it.
func KeepCallsFlag() cli.Flag {
	return &cli.DurationFlag{
		Name: "keep-calls", Value: 90 * 24 * time.Hour, Usage: "how long the journals of calls are kept; 0 is for ever",
		Sources: Env("PARLEY_KEEP_CALLS"),
	}
}

// AgentFlags are what an agent needs to hold calls, but for engines.
func AgentFlags() []cli.Flag {
	return []cli.Flag{
		SceneFlag(),
		&cli.StringFlag{
			Name: "models", Usage: "folder of model files (default: models beside the binary's folder, or here)",
			Sources: Env("PARLEY_MODELS"),
		},
		&cli.StringFlag{
			Name: "turn-model", Usage: "ONNX model that hears when a turn is over, of the Smart Turn v3 kind (default: none)",
			Sources: Env("PARLEY_TURN_MODEL"),
		},
		&cli.IntFlag{Name: "max-calls", Value: 16, Usage: "calls held at once", Sources: Env("PARLEY_MAX_CALLS")},
		&cli.DurationFlag{
			Name: "drain", Value: 10 * time.Minute,
			Usage: "how long running calls may go on when the process is told to end (SIGTERM, Ctrl-C); " +
				"0 says goodbye at once. A second signal says goodbye, a third ends at once",
			Sources: Env("PARLEY_DRAIN"),
		},
		KeepCallsFlag(),
		&cli.IntFlag{
			Name: "decoders", Value: 16, Usage: "people heard at once; each takes 100 MiB when in use",
			Sources: Env("PARLEY_DECODERS"),
		},
	}
}

// AssistantFlags are for processes that serve the users of assistants.
func AssistantFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "flights", Usage: "MCP server that searches flights: a command, or an http URL " +
				"(default: the bundled one, whose flights are made up)",
			Sources: Env("PARLEY_FLIGHTS"), HideDefault: true,
		},
		&cli.StringFlag{
			Name: "zone", Usage: "time zone of users who have not said theirs, such as Europe/Berlin (default: this machine's)",
			Sources: Env("PARLEY_ZONE"), HideDefault: true,
		},
		&cli.IntFlag{
			Name: "user-messages", Value: state.DefaultPerMinute,
			Usage:   "messages to assistants that one user may send in a minute; -1 is any number",
			Sources: Env("PARLEY_USER_MESSAGES"),
		},
		&cli.IntFlag{
			Name: "user-tokens", Value: state.DefaultTokens,
			Usage:   "tokens of language models that assistants may use for one user in a day; -1 is any number",
			Sources: Env("PARLEY_USER_TOKENS"),
		},
		&cli.IntFlag{
			Name: "user-searches", Value: state.DefaultSearches, Usage: "flight searches of one user in a day; -1 is any number",
			Sources: Env("PARLEY_USER_SEARCHES"),
		},
		&cli.BoolFlag{
			Name: "accept-losses", Usage: "let users go on with what is left where NATS has lost some of what is kept of them " +
				"(default: they get nothing, and an error that says so)",
			Sources: Env("PARLEY_ACCEPT_LOSSES"),
		},
	}
}

// PageFlags say where the page is served, and for whom.
func PageFlags() []cli.Flag {
	return []cli.Flag{
		HTTPFlag(),
		&ListFlag{
			Name:    "trusted-proxies",
			Usage:   "networks of reverse proxies whose X-Forwarded-For tells users apart, such as 10.0.0.0/8,fd00::/8 (default: none)",
			Sources: Env("PARLEY_TRUSTED_PROXIES"),
		},
		&ListFlag{
			Name: "hosts", Usage: "names the page is reached by, beside localhost, addresses and this machine's own name",
			Sources: Env("PARLEY_HOSTS"),
		},
		&ListFlag{
			Name: "cors-origins", Usage: "other sites whose pages may ask /api/, such as https://practice.example (default: none)",
			Sources: Env("PARLEY_CORS_ORIGINS"),
		},
		OpsFlag(),
	}
}

// DefaultOps is the address for operators unless told otherwise.
const DefaultOps = "127.0.0.1:9090"

// OpsFlag is the address for operators.
func OpsFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "ops", Value: DefaultOps,
		Usage:   "private address of /healthz, /readyz, /metrics and /debug/pprof/; empty for none",
		Sources: Env("PARLEY_OPS"),
	}
}

// ShareFlag bounds the seats of one address, where page and agent are one process.
func ShareFlag() cli.Flag {
	return &cli.IntFlag{
		Name: "calls-per-address", Usage: "calls that one address may hold or be about to (default: all seats but one in eight)",
		Sources: Env("PARLEY_CALLS_PER_ADDRESS"), HideDefault: true,
	}
}

// ConfigOf sets the log and reads what a command's flags say; settings whose flags
// it lacks are zero. Flags override the environment, which overrides defaults.
func ConfigOf(c *cli.Command) (app.Config, error) {
	if err := SetLog(c.Root().ErrWriter, c.String("log")); err != nil {
		return app.Config{}, err
	}
	plan, err := PlanOf(c)
	if err != nil {
		return app.Config{}, err
	}
	cfg := app.Config{
		Plan: plan,
		Data: c.String("data"), UserKey: c.String("user-key"), Scenarios: c.String("scenarios"),
		Models: c.String("models"), TurnModel: c.String("turn-model"),
		Scene: c.String("scene"), HTTP: c.String("http"),
		Page: app.PageConfig{
			Proxies: c.StringSlice("trusted-proxies"), Hosts: c.StringSlice("hosts"), Origins: c.StringSlice("cors-origins"),
			Share: c.Int("calls-per-address"),
		},
		Ops:     app.OpsConfig{Address: c.String("ops"), Chosen: c.IsSet("ops")},
		NATSURL: c.String("nats-url"),
		NATS: app.NATSAccess{
			Creds: c.String("nats-creds"), NKey: c.String("nats-nkey"),
			CA: c.String("nats-ca"), Cert: c.String("nats-cert"), Key: c.String("nats-key"), Replicas: c.Int("nats-replicas"),
		},
		LiveKit: app.LiveKitConfig{
			URL: c.String("livekit-url"), Key: c.String("livekit-api-key"), Secret: c.String("livekit-api-secret"),
			Public: c.String("livekit-public-url"),
			Port:   c.Int("livekit-port"), UDPPort: c.Int("livekit-udp-port"),
			Agent: c.String("agent-name"), Automatic: c.String("agent-name") == "",
		},
		AcceptLosses: c.Bool("accept-losses"),
		Assistant: app.AssistantConfig{
			Flights: c.String("flights"), Zone: c.String("zone"),
			Quota: state.Quota{PerMinute: c.Int("user-messages"), Tokens: c.Int("user-tokens"), Searches: c.Int("user-searches")},
		},
		MaxCalls: c.Int("max-calls"), Decoders: c.Int("decoders"), KeepCalls: c.Duration("keep-calls"),
		Drain: app.Drain{For: c.Duration("drain")},
	}
	if cfg.Drain.For < 0 {
		return cfg, app.SetupError{Err: fmt.Errorf("--drain %v: say how long calls may go on, such as 10m, or 0", cfg.Drain.For)}
	}
	if n := cfg.NATS.Replicas; c.IsSet("nats-replicas") && (n < 1 || n > streams.MaxReplicas) {
		return cfg, app.SetupError{Err: fmt.Errorf("--nats-replicas %d: choose 1 to %d, best 1, 3 or 5", n, streams.MaxReplicas)}
	}
	if cfg.Models == "" {
		cfg.Models = app.FindModels()
	}
	return cfg.Checked()
}

// SetLog has the process log to w from a level up.
func SetLog(w io.Writer, level string) error {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return app.SetupError{Err: fmt.Errorf("--log %s: use debug, info, warn or error", level)}
	}
	slog.SetDefault(slog.New(loglimit.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: l}))))
	return nil
}

// engineUses say what each role does, for --help.
var engineUses = map[engineconfig.Role]string{
	engineconfig.STT: "hears the user", engineconfig.LLM: "thinks for the character",
	engineconfig.Checker: "judges the exchanges", engineconfig.TTS: "speaks for the character",
}

// pcmRate is what the flag's name ends in that tells the rate of a voice's samples.
const pcmRate = "-pcm-rate"

// EngineFlags let the engines of those roles be chosen.
func EngineFlags(roles ...engineconfig.Role) []cli.Flag {
	flags := []cli.Flag{&cli.StringFlag{
		Name: "config", Usage: "file that names services, engines and prices (JSON; docs/engines.md)", Sources: Env("PARLEY_CONFIG"),
	}}
	for _, role := range roles {
		name, of := string(role), "PARLEY_"+strings.ToUpper(string(role))
		flags = append(flags,
			&ListFlag{
				Name:    name,
				Usage:   fmt.Sprintf("what %s: engines in order, such as openai,%s", engineUses[role], engineconfig.Offline(role)),
				Sources: Env(of),
			},
			&cli.StringFlag{
				Name: name + "-url", Usage: "OpenAI-compatible service that " + engineUses[role] + "; its key is " + of + "_KEY",
				Sources: Env(of + "_URL"),
			},
			&cli.StringFlag{Name: name + "-model", Usage: "its model", Sources: Env(of + "_MODEL")})
		if role == engineconfig.TTS {
			flags = append(flags, &cli.IntFlag{
				Name: name + pcmRate, Usage: "rate in Hz of its samples, where it sends them without a header (OpenAI's: 24000)",
				Sources: Env(of + "_PCM_RATE"),
			})
		}
	}
	return flags
}

// PlanOf reads what a command's flags say of engines; flags it lacks count as
// their environment variables.
func PlanOf(c *cli.Command) (engineconfig.Plan, error) {
	var file engineconfig.File
	if path := c.String("config"); path != "" {
		var err error
		if file, err = engineconfig.ReadFile(path); err != nil {
			return engineconfig.Plan{}, app.SetupError{Err: err}
		}
	}
	told := map[engineconfig.Role]engineconfig.Told{}
	for _, role := range engineconfig.Roles() {
		say := func(suffix string) string {
			if v := c.String(string(role) + strings.ToLower(strings.ReplaceAll(suffix, "_", "-"))); v != "" {
				return v
			}
			return os.Getenv("PARLEY_" + strings.ToUpper(string(role)) + suffix)
		}
		engines := c.StringSlice(string(role))
		if len(engines) == 0 {
			engines = wordsOf(os.Getenv("PARLEY_" + strings.ToUpper(string(role))))
		}
		told[role] = engineconfig.Told{
			Engines: strings.Join(engines, ","), URL: say("_URL"), Model: say("_MODEL"), PCMRate: c.Int(string(role) + pcmRate),
		}
	}
	p, err := engineconfig.NewPlan(file, told, os.Getenv)
	if err != nil {
		return p, app.SetupError{Err: fmt.Errorf("engines: %w", err)}
	}
	for _, note := range p.Notes {
		slog.Warn("a setting is not as it should be written", "what", note)
	}
	return p, nil
}

// Draw writes a page to path, which --html named; an empty one is no page.
func Draw(path string, write func(io.Writer) error) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return app.SetupError{Err: fmt.Errorf("--html: %w", err)}
	}
	return errors.Join(write(f), f.Close())
}
