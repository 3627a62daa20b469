package calls

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/app/engineconfig"
	"parley/calls"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/debrief"
)

func debriefCommand() *cli.Command {
	own := append(flags(jsonFlag(), &cli.BoolFlag{
		Name: "coach", Usage: "have the language model below write keep, start and stop, unless one has; it is kept with the call",
	}), cmdline.EngineFlags(engineconfig.LLM)...)
	return &cli.Command{
		Name: "debrief", Usage: "how a call went, why, and what to try next", ArgsUsage: "CALL",
		Description: "Told by rules from the journal and the scene, compared with the same user's other calls of the scene. What a\n" +
			"language model has written of it is told as well, signed.",
		Flags: own, Action: showDebrief,
	}
}

func showDebrief(ctx context.Context, c *cli.Command) error {
	k, s, err := theCall(ctx, c)
	if err != nil {
		return err
	}
	d, err := k.debrief(ctx, c, s)
	var unwritten error
	if err == nil && c.Bool("coach") {
		unwritten = k.coach(ctx, c, &d)
	}
	if err = errors.Join(err, k.dir.Close()); err != nil {
		return err
	}
	if c.Bool("json") {
		return errors.Join(printJSON(c.Root().Writer, d), unwritten)
	}
	p := printer{out: terminal.Plain(c.Root().Writer)}
	p.debrief(d)
	return errors.Join(p.err, unwritten)
}

// coach has the language model that c names write the sentences of d and keeps them with
// the call, unless a model has written them. Without a model they stay by rules.
func (k *kept) coach(ctx context.Context, c *cli.Command, d *debrief.Debrief) (err error) {
	if d.Coaching == nil || d.Coaching.By != debrief.Rules {
		return nil
	}
	plan, err := cmdline.PlanOf(c)
	if err != nil {
		return err
	}
	minds, err := app.OpenMinds(ctx, app.Config{Plan: plan, Models: app.FindModels()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, minds.Close()) }()
	model, err := minds.Model()
	if errors.Is(err, app.ErrNoModel) {
		return nil
	}
	if err != nil {
		return err
	}
	cmdline.Settle(ctx, c, minds)
	wrote, err := debrief.Coach(ctx, *d, model)
	if err != nil {
		return fmt.Errorf("keep, start and stop are by rules: %w", err)
	}
	d.Coaching = &wrote
	return k.store.Append(ctx, k.owner, d.Call, wrote.Kept())
}

// debrief is what is told of a call that is over.
func (k *kept) debrief(ctx context.Context, c *cli.Command, s calls.Summary) (debrief.Debrief, error) {
	if s.Outcome == "" {
		return debrief.Debrief{}, fmt.Errorf("%s: %w; what the character waits for is told when it is", s.Call, calls.ErrUnderWay)
	}
	events, err := k.load(ctx, c, s.Call)
	if err != nil {
		return debrief.Debrief{}, err
	}
	scenes, err := openScenes(c)
	if err != nil {
		return debrief.Debrief{}, err
	}
	return k.told(ctx, scenes, events)
}

func (k *kept) told(ctx context.Context, scenes scenes, events []parley.Event) (debrief.Debrief, error) {
	call := calls.Fold(events)
	scene, _ := scenes.of(call.Started)
	base, err := k.baseline(ctx, scenes, call, scene.Language)
	if err != nil {
		return debrief.Debrief{}, err
	}
	return debrief.Make(call, scene, base, time.Now()), nil
}

// baseline is what else is kept of the user whose call it is, of its scene; nothing of
// nobody's.
func (k *kept) baseline(ctx context.Context, scenes scenes, call calls.Call, language string) (b debrief.Baseline, err error) {
	b.Scenes = scenes.library.List()
	owner, err := k.dir.OwnerOf(call.ID)
	if err != nil || owner == "" {
		return b, err
	}
	b.Calls, err = debrief.ReadPast(ctx, k.store, owner, call.Started.Scenario, language)
	return b, err
}
