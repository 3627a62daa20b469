package calls

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/calls"
	"parley/cmd/parley/terminal"
	"parley/debrief"
)

func debriefCommand() *cli.Command {
	return &cli.Command{
		Name: "debrief", Usage: "how a call went, why, and what to try next", ArgsUsage: "CALL",
		Description: "Told by rules from the journal and the scene, compared with the same user's other calls of the scene.",
		Flags:       flags(jsonFlag()), Action: showDebrief,
	}
}

func showDebrief(ctx context.Context, c *cli.Command) error {
	k, s, err := theCall(ctx, c)
	if err != nil {
		return err
	}
	d, err := k.debrief(ctx, c, s)
	if err = errors.Join(err, k.dir.Close()); err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.Root().Writer, d)
	}
	p := printer{out: terminal.Plain(c.Root().Writer)}
	p.debrief(d)
	return p.err
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
	return debrief.Of(call, scene, base, time.Now()), nil
}

// maxMeasured is how many of a user's calls of a scene are measured, the newest: each
// is read for it. Others are known by their summaries.
const maxMeasured = 50

// baseline is what else is kept of the user whose call it is, of its scene; nothing of
// nobody's.
func (k *kept) baseline(ctx context.Context, scenes scenes, call calls.Call, language string) (b debrief.Baseline, err error) {
	b.Scenes = scenes.library.List()
	owner, err := k.dir.OwnerOf(call.ID)
	if err != nil || owner == "" {
		return b, err
	}
	others, err := k.all(ctx, calls.Query{Owner: owner, Scene: call.Started.Scenario})
	if err != nil {
		return b, err
	}
	for i, s := range others {
		past := debrief.Past{Summary: s}
		if i < maxMeasured {
			events, err := k.store.Events(ctx, owner, s.Call)
			if err != nil {
				continue // it was deleted meanwhile
			}
			past.Measures = debrief.Measure(calls.Fold(events), language)
		}
		b.Calls = append(b.Calls, past)
	}
	return b, nil
}
