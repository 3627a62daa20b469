// Package serve has the commands that run the product: all of it in one process,
// or the agent or the page alone.
package serve

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/app/engineconfig"
	"parley/cmd/cmdline"
)

// Command is `parley serve`.
func Command() *cli.Command {
	flags := append(cmdline.DataFlags(), cmdline.PageFlags()...)
	flags = append(flags, cmdline.LiveKitFlags()...)
	flags = append(flags, cmdline.EmbeddedFlags()...)
	flags = append(append(flags, cmdline.PublicFlag()), cmdline.NATSFlags()...)
	flags = append(flags, cmdline.AgentFlags()...)
	flags = append(flags, cmdline.AssistantFlags()...)
	flags = append(flags, cmdline.ShareFlag())
	flags = append(flags, cmdline.EngineFlags(engineconfig.Roles()...)...)
	return &cli.Command{
		Name:  "serve",
		Usage: "run everything in this process",
		Description: "LiveKit and NATS run inside unless --livekit-url or --nats-url name others.\n" +
			"Engines are chosen by flags, the environment and a file, in that order (docs/engines.md); with none of them,\n" +
			"by what there is: OpenAI if OPENAI_API_KEY is set, an Ollama that answers, else the offline engines.",
		Flags: flags, Action: action(app.Run),
	}
}

// AgentCommand is `parley agent`.
func AgentCommand() *cli.Command {
	flags := append(cmdline.DataFlags(), cmdline.LiveKitFlags()...)
	flags = append(flags, cmdline.NATSFlags()...)
	flags = append(flags, cmdline.AgentFlags()...)
	flags = append(flags, cmdline.AssistantFlags()...)
	flags = append(flags, cmdline.EngineFlags(engineconfig.STT, engineconfig.LLM, engineconfig.TTS)...)
	flags = append(flags, cmdline.OpsFlag())
	return &cli.Command{
		Name: "agent", Usage: "hold calls for an external LiveKit and NATS", Flags: flags, Action: action(app.RunAgent),
	}
}

// WebCommand is `parley web`.
func WebCommand() *cli.Command {
	flags := append(cmdline.DataFlags(), cmdline.PageFlags()...)
	flags = append(flags, cmdline.LiveKitFlags()...)
	flags = append(append(flags, cmdline.PublicFlag(), cmdline.SceneFlag()), cmdline.NATSFlags()...)
	flags = append(flags, cmdline.AssistantFlags()...)
	flags = append(append(flags, cmdline.KeepCallsFlag()), cmdline.EngineFlags(engineconfig.LLM)...)
	return &cli.Command{
		Name: "web", Usage: "serve the page for an external LiveKit",
		Description: "With --nats-url it also serves assistants over HTTP, which --llm is for, and deletes what is kept of a user\n" +
			"who asks for it: give it the agents' data folder, user key and settings of assistants.",
		Flags: flags, Action: action(app.RunWeb),
	}
}

// action runs a role with what the flags say, and says where the page is.
func action(run func(context.Context, app.Config) error) cli.ActionFunc {
	return func(ctx context.Context, c *cli.Command) error {
		cfg, err := cmdline.ConfigOf(c)
		if err != nil {
			return err
		}
		cfg.Serving = func(url string) { fmt.Fprintf(c.Root().Writer, "Parley is at %s\n", url) }
		cfg.Drain.Steps = func() (asked, hurry <-chan struct{}) { return cmdline.Steps(ctx) }
		if err := run(ctx, cfg); err != nil && (ctx.Err() == nil || !errors.Is(err, context.Canceled)) {
			return err
		}
		return nil // also of a start that was cut short
	}
}
