// Package health is the command that asks a role of Parley whether it is ready, for
// containers and scripts without an HTTP client.
package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/report"
	"parley/web"
)

// maxAnswer bounds what is read of an answer.
const maxAnswer = 64 << 10

// Command is `parley health`.
func Command() *cli.Command {
	return &cli.Command{
		Name: "health", Usage: "ask a role that runs whether it is ready; status 1 if it is not",
		Description: "Prints what the role needs, part by part, as its /readyz at --ops says.",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "ops", Value: cmdline.DefaultOps, Usage: "the role's own --ops, such as 127.0.0.1:9090",
				Sources: cmdline.Env("PARLEY_OPS"),
			},
			&cli.DurationFlag{Name: "timeout", Value: 2 * time.Second, Usage: "how long the answer may take"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			address, err := reached(c.String("ops"))
			if err != nil {
				return app.SetupError{Err: fmt.Errorf("--ops: %w", err)}
			}
			ctx, cancel := context.WithTimeout(ctx, c.Duration("timeout"))
			defer cancel()
			r, err := ask(ctx, address)
			if err != nil {
				return err
			}
			return show(c.Root().Writer, r)
		},
	}
}

// reached is where a client on the same machine finds what listens at an address.
func reached(listens string) (string, error) {
	if listens == "" {
		return "", errors.New("the role shows operators nothing; give it an address, such as " + cmdline.DefaultOps)
	}
	host, port, err := net.SplitHostPort(listens)
	if err != nil {
		return "", err
	}
	if a, err := netip.ParseAddr(host); host == "" || err == nil && a.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port), nil
}

// ask is what the role at an address says of itself.
func ask(ctx context.Context, address string) (r web.Readiness, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return r, err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // through no proxy
	reply, err := client.Do(request)
	if err != nil {
		return r, fmt.Errorf("nobody answers at --ops: %w; does the role run, with that --ops?", err)
	}
	defer func() { _ = reply.Body.Close() }() // it was only read
	err = json.NewDecoder(io.LimitReader(reply.Body, maxAnswer)).Decode(&r)
	if err != nil || len(r.Parts) == 0 || r.Ready != (reply.StatusCode == http.StatusOK) {
		return r, fmt.Errorf("what answers at %s, with %s, is no role of Parley", address, reply.Status)
	}
	return r, nil
}

// show prints the parts; one that is not ready makes an error.
func show(to io.Writer, r web.Readiness) error {
	rows := [][]string{}
	for _, p := range r.Parts {
		mark := "ready"
		if !p.Ready {
			mark = "NOT"
		}
		rows = append(rows, []string{mark, terminal.Printable(p.Name), terminal.Printable(p.State)})
	}
	if err := report.List(to, rows...); err != nil {
		return err
	}
	if !r.Ready {
		return fmt.Errorf("not ready: %s", terminal.Printable(r.Error))
	}
	return nil
}
