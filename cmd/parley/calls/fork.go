package calls

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/calls"
	"parley/cmd/parley/call"
	"parley/cmd/terminal"
	"parley/web"
)

func forkCommand() *cli.Command {
	own := slices.DeleteFunc(call.Flags(), func(f cli.Flag) bool { return f.Names()[0] == "end" })
	own = append(own, &cli.BoolFlag{
		Name: "drill", Usage: fmt.Sprintf("end after %s", count(parley.DrillExchanges, "exchange", "exchanges")),
	})
	return &cli.Command{
		Name: "fork", Usage: "go on from a turn of a call: in a browser, or here", ArgsUsage: "CALL TURN",
		Description: "The server that keeps the call holds this one as well: the character says its last line before TURN again. With\n" +
			"--say or --script those lines follow, spoken by this command; without, it tells the address where a browser goes\n" +
			"on. Only the user whose call it is may: name them with --user.",
		Flags: append(flags(), own...), Action: fork,
	}
}

func fork(ctx context.Context, c *cli.Command) error {
	if c.Args().Len() != 2 {
		return app.SetupError{Err: errors.New("from where? name a call and a turn of it; `parley calls debrief CALL` proposes one")}
	}
	turn, err := strconv.Atoi(c.Args().Get(1))
	if err != nil {
		return app.SetupError{Err: fmt.Errorf("%q is no turn: give its number", c.Args().Get(1))}
	}
	if c.String("user") == "" {
		return app.SetupError{Err: errors.New("whose call is it? only its user may go on from it: name them with --user or PARLEY_USER")}
	}
	k, err := open(c, nil)
	if err != nil {
		return err
	}
	d, page, err := k.fork(ctx, c, turn)
	if err = errors.Join(err, k.dir.Close()); err != nil {
		return err
	}
	if len(c.StringSlice("say")) > 0 || c.String("script") != "" {
		return call.Hold(ctx, c, d)
	}
	return direct(ctx, c, d, page)
}

// directed is where a browser goes on.
type directed struct {
	Call parley.CallID `json:"call"`
	Turn int           `json:"turn"`
	// Page is the address, Code a code that makes a browser the call's user, good for
	// Seconds; empty while the server does not answer.
	Page    string `json:"page"`
	Code    string `json:"code,omitempty"`
	Seconds int    `json:"seconds,omitempty"`
}

// direct says where and how a browser goes on from a call, whose page is there.
func direct(ctx context.Context, c *cli.Command, d parley.Dispatch, page string) error {
	server := strings.TrimSuffix(c.String("server"), "/")
	to := directed{Call: d.From.Call, Turn: d.From.Turn, Page: server + page}
	link, err := linkOf(ctx, server, d.User)
	if err != nil {
		return err
	}
	to.Code, to.Seconds = link.Code, link.Seconds
	if c.Bool("json") {
		return printJSON(c.Root().Writer, to)
	}
	p := printer{out: terminal.Plain(c.Root().Writer)}
	if link.Code == "" {
		p.line("Nobody answers at %s. Start it, then go on:", server)
		p.line("  parley serve --data %s", c.String("data"))
	}
	p.line("Open this address, and press \"Try again from here\":")
	p.line("  %s", to.Page)
	if link.Code != "" {
		p.line("In a browser that is not this user yet, open this first, within %d minutes:", link.Seconds/60)
		p.line("  %s%s", server, link.Path)
	}
	p.line("Or say your lines from here:")
	drill := ""
	if d.Drill {
		drill = " --drill"
	}
	p.line("  parley calls fork%s --say \"...\" %s %d", drill, d.From.Call, d.From.Turn)
	return p.err
}

// linkTimeout bounds the wait for a server's answer, which takes milliseconds.
const linkTimeout = 5 * time.Second

// linkOf is a code by which a browser becomes a user, of the server; none if nobody
// answers there.
func linkOf(ctx context.Context, server, user string) (link web.LinkReply, err error) {
	ctx, cancel := context.WithTimeout(ctx, linkTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server+"/api/me/link", nil)
	if err != nil {
		return link, app.SetupError{Err: fmt.Errorf("--server %s: %w", server, err)}
	}
	req.Header.Set("Authorization", "Bearer "+user)
	resp, err := http.DefaultClient.Do(req)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return link, nil
	}
	if err != nil {
		return link, fmt.Errorf("ask %s: %w", server, err)
	}
	defer func() { _ = resp.Body.Close() }() // only read
	err = json.NewDecoder(io.LimitReader(resp.Body, maxLink)).Decode(&link)
	if err != nil || resp.StatusCode != http.StatusOK || link.Code == "" {
		return web.LinkReply{}, fmt.Errorf("%s is no Parley that keeps calls: it answers %s", server, resp.Status)
	}
	return link, nil
}

// maxLink is far above what a code takes.
const maxLink = 1 << 16

// pageOf is the page of a call at the user's turn that is open when it goes on from turn.
func pageOf(c calls.Call, turn int) string {
	page := "/d/" + string(c.ID)
	for _, t := range c.Turns {
		if t.Number >= turn && t.Role == parley.User && !t.Inherited {
			return page + "?t=" + strconv.FormatFloat(calls.Seconds(t.Start), 'f', -1, 64)
		}
	}
	return page
}

// fork is what to ask a server for that goes on from the call that c names, and the page
// where a browser does.
func (k *kept) fork(ctx context.Context, c *cli.Command, turn int) (d parley.Dispatch, page string, err error) {
	all, err := k.own(ctx)
	if err != nil {
		return d, "", err
	}
	s, err := named(all, c.Args().First())
	if err != nil {
		return d, "", err
	}
	if s.Outcome == "" {
		return d, "", fmt.Errorf("%s: %w; go on from it when it is", s.Call, calls.ErrUnderWay)
	}
	events, err := k.load(ctx, c, s.Call)
	if err != nil {
		return d, "", err
	}
	parent := calls.Fold(events)
	if _, err := calls.ForkAt(parent, turn); err != nil {
		return d, "", app.SetupError{Err: fmt.Errorf("%w; `parley calls show %s` shows its turns", err, s.Call)}
	}
	d = parley.Dispatch{
		Scenario: s.Scene, User: c.String("user"), From: &parley.Origin{Call: s.Call, Turn: turn}, Drill: c.Bool("drill"),
	}
	return d, pageOf(parent, turn), nil
}
