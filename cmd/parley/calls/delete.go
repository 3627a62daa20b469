package calls

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/calls"
	"parley/checker/queue"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/language"
)

// What becomes of the forks of a call that is deleted.
const (
	keepForks   = "keep"
	deleteForks = "delete"
)

func deleteCommand() *cli.Command {
	own := flags(
		&cli.StringFlag{
			Name: "forks", Value: deleteForks,
			Usage: "delete the calls that go on from these as well, which begin with their words, or keep them",
		},
		&cli.BoolFlag{Name: "yes", Usage: "do not ask"},
		jsonFlag(),
	)
	return &cli.Command{
		Name: "delete", Usage: "delete calls for good, and print a receipt", ArgsUsage: "CALL...",
		Description: "The calls that go on from them go too. What the checker's streams hold goes by itself, within 24 hours; with\n" +
			"--nats-url at once.",
		Flags: append(own, cmdline.NATSFlags()...), Action: remove,
	}
}

func remove(ctx context.Context, c *cli.Command) error {
	if !c.Args().Present() {
		return app.SetupError{Err: errors.New("which calls? name them; `parley calls list` shows which there are")}
	}
	if f := c.String("forks"); f != keepForks && f != deleteForks {
		return app.SetupError{Err: fmt.Errorf("--forks %s: use keep or delete", f)}
	}
	erased, closeNATS, err := streamsOf(ctx, c)
	if err != nil {
		return err
	}
	defer closeNATS()
	k, err := open(c, erased)
	if err != nil {
		return err
	}
	return errors.Join(k.remove(ctx, c), k.dir.Close())
}

func (k *kept) remove(ctx context.Context, c *cli.Command) error {
	all, err := k.own(ctx)
	if err != nil {
		return err
	}
	gone, forks, err := doomed(all, c.Args().Slice())
	if err != nil {
		return err
	}
	if c.String("forks") == deleteForks {
		gone, forks = append(gone, forks...), nil
	}
	if err := sure(c, all, gone, forks); err != nil {
		return err
	}
	receipt, err := k.store.Delete(ctx, k.owner, gone...)
	if errors.Is(err, calls.ErrUnderWay) {
		return fmt.Errorf("nothing is deleted: %w; end it, or wait until it is over", err)
	}
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.Root().Writer, receipt)
	}
	p := printer{out: terminal.Plain(c.Root().Writer)}
	p.line("Deleted %s: %s, %d bytes.", count(len(receipt.Calls), "call", "calls"), count(receipt.Events, "event", "events"), receipt.Bytes)
	p.line("Receipt %s, %s.", receipt.ID, receipt.At.Local().Format(time.DateTime))
	return p.err
}

// doomed are the calls of all that were named, each once, and the forks of them that
// were not.
func doomed(all []calls.Summary, names []string) (gone, forks []parley.CallID, err error) {
	for _, name := range names {
		s, err := named(all, name)
		if err != nil {
			return nil, nil, err
		}
		if !slices.Contains(gone, s.Call) {
			gone = append(gone, s.Call)
		}
	}
	return gone, calls.Forks(all, gone...), nil
}

// errNotSure means that whoever was asked did not say yes.
var errNotSure = errors.New("nothing is deleted")

// sure asks whether calls shall go, unless --yes was given; forks of them stay.
func sure(c *cli.Command, all []calls.Summary, gone, forks []parley.CallID) error {
	if c.Bool("yes") {
		return nil
	}
	if !terminal.IsTerminal(c.Root().Reader) {
		return app.SetupError{Err: fmt.Errorf("say --yes to delete %s: nobody is here to be asked", count(len(gone), "call", "calls"))}
	}
	return ask(c.Root().Reader, terminal.Plain(c.Root().ErrWriter), all, gone, forks)
}

func ask(in io.Reader, out io.Writer, all []calls.Summary, gone, forks []parley.CallID) error {
	p := printer{out: out}
	for _, s := range all {
		if slices.Contains(gone, s.Call) {
			p.line("%s  %s  %s  %s  %s", s.Call, s.Began.Local().Format("2006-01-02 15:04"), s.Scene, outcome(s.Outcome), forkOf(s))
		}
	}
	if len(forks) > 0 {
		p.line("%s kept, with the words that it begins with.",
			count(len(forks), "call goes on from there and is", "calls go on from there and are"))
	}
	if p.err != nil {
		return p.err
	}
	question := fmt.Sprintf("Delete %s for good?", count(len(gone), "call", "calls"))
	if _, err := fmt.Fprint(out, question, " [y/N] "); err != nil {
		return err
	}
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !language.Answer(answer, question).Yes {
		return errNotSure
	}
	return nil
}

// streamsOf erases what a NATS server that c names holds of calls; it is nil if c
// names none.
func streamsOf(ctx context.Context, c *cli.Command) (erased eraser, closed func(), err error) {
	if c.String("nats-url") == "" {
		return nil, func() {}, nil
	}
	cfg, err := cmdline.ConfigOf(c)
	if err != nil {
		return nil, nil, err
	}
	nc, js, err := app.ConnectNATS(ctx, cfg.NATSURL, cfg.NATS)
	if err != nil {
		return nil, nil, err
	}
	return func(ctx context.Context, gone ...parley.CallID) error { return queue.Erase(ctx, js, gone...) }, nc.Close, nil
}
