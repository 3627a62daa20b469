package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/bench"
	"parley/bench/stub"
	"parley/caller"
	"parley/cmd/cmdline"
)

// order is what an agent in a process of its own is told on its standard
// input, whose end is its own.
type order struct {
	Data   string   `json:"data"`
	Models string   `json:"models"`
	Log    string   `json:"log"`
	NATS   string   `json:"nats"`
	URL    string   `json:"url"`
	Key    string   `json:"key"`
	Secret string   `json:"secret"`
	Kit    stub.Kit `json:"kit"`
}

// readyLine is what it says when it takes calls.
const readyLine = "ready"

// agentArgs are the arguments that make this program such an agent.
var agentArgs = []string{"bench", "agent"}

// productApart is a product to be measured whose agent has a process of its own.
type productApart struct {
	servers *servers
	process *exec.Cmd
	orders  io.Closer // the agent's standard input
}

var _ bench.Product = (*productApart)(nil)

// startApart starts products whose agents are this program again.
func startApart(models, log string) func(context.Context, stub.Kit) (bench.Product, error) {
	return func(ctx context.Context, kit stub.Kit) (bench.Product, error) {
		servers, err := startServers(ctx)
		if err != nil {
			return nil, err
		}
		b := &productApart{servers: servers}
		if err := b.start(ctx, order{Models: models, Log: log, Kit: kit}); err != nil {
			return nil, errors.Join(err, b.Close())
		}
		return b, nil
	}
}

// start starts the agent and returns when it takes calls.
func (b *productApart) start(ctx context.Context, o order) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("start an agent: %w", err)
	}
	// It outlives ctx, so that calls can be ended before it.
	process := exec.CommandContext(context.WithoutCancel(ctx), self, agentArgs...)
	process.Stderr = os.Stderr
	orders, err := process.StdinPipe()
	if err != nil {
		return fmt.Errorf("start an agent: %w", err)
	}
	said, err := process.StdoutPipe()
	if err != nil {
		return fmt.Errorf("start an agent: %w", err)
	}
	if err := process.Start(); err != nil {
		return fmt.Errorf("start an agent: %w", err)
	}
	b.process, b.orders = process, orders
	l := b.servers.livekit
	o.Data, o.NATS, o.URL, o.Key, o.Secret = b.servers.data, b.servers.nats.URL(), l.URL, l.Key, l.Secret
	if err := json.NewEncoder(orders).Encode(o); err != nil {
		return fmt.Errorf("start an agent: %w", err)
	}
	return awaitReady(ctx, said)
}

// awaitReady returns when the agent has said that it is ready.
func awaitReady(ctx context.Context, said io.Reader) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, errors.New("the agent does not come up"))
	defer cancel()
	first := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(said).ReadString('\n')
		first <- strings.TrimSpace(line)
	}()
	select {
	case line := <-first:
		if line != readyLine {
			return errors.New("the agent did not start")
		}
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Call implements bench.Product.
func (b *productApart) Call(d parley.Dispatch) (caller.Config, error) { return b.servers.call(d) }

// Usage implements bench.Product.
func (b *productApart) Usage() (bench.Usage, error) { return bench.UsageOf(b.process.Process.Pid) }

// Checker implements bench.Product.
func (b *productApart) Checker() bench.Checker { return b.servers.checker }

// Close implements bench.Product.
func (b *productApart) Close() error {
	var errs []error
	if b.process != nil {
		errs = append(errs, b.orders.Close(), b.process.Wait())
	}
	if err := errors.Join(append(errs, b.servers.close())...); err != nil {
		return fmt.Errorf("end the product: %w", err)
	}
	return nil
}

// agentCommand is the agent's own process.
func agentCommand() *cli.Command {
	return &cli.Command{
		Name: "agent", Hidden: true, Usage: "hold calls to be measured, as told on standard input",
		Action: func(ctx context.Context, c *cli.Command) error {
			return runAgent(ctx, os.Stdin, c.Root().Writer, c.Root().ErrWriter)
		},
	}
}

// runAgent holds calls until in or ctx ends.
func runAgent(ctx context.Context, in io.Reader, out, log io.Writer) error {
	var o order
	dec := json.NewDecoder(in)
	if err := dec.Decode(&o); err != nil {
		return fmt.Errorf("read orders: %w", err)
	}
	if err := cmdline.SetLog(log, o.Log); err != nil {
		return err
	}
	library, err := bench.Library()
	if err != nil {
		return err
	}
	nc, js, err := app.ConnectNATS(ctx, o.NATS, app.NATSAccess{})
	if err != nil {
		return err
	}
	defer nc.Close()
	c := app.Config{Data: o.Data, LiveKit: app.LiveKitConfig{URL: o.URL, Key: o.Key, Secret: o.Secret}}
	a, err := newAgent(ctx, o.Models, bench.EnginesOf(o.Kit), c, js, library)
	if err != nil {
		return err
	}
	a.OnRegistered(func() { fmt.Fprintln(out, readyLine) })
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, in) // whatever ends it, it is the end
		stop()
	}()
	return errors.Join(a.Run(ctx), a.Close())
}
