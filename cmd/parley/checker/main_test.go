package checker

import (
	"context"
	"io"
	"testing"
	"time"

	"parley/app/apptest"
	"parley/checker"
	"parley/cmd/cmdline"
	"parley/engine/openaihttp/openaitest"
)

func TestMain(m *testing.M) { apptest.Main(m, func() { cmdline.Parley.Main(Command()) }) }

// run runs a command of the checker and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return cmdline.Parley.Run(ctx, args, stdout, stderr, Command())
}

// startCheckerPart starts `parley checker` with a judge that answers at service.
func startCheckerPart(t *testing.T, nats *apptest.NATSPart, service *openaitest.Server, more ...string) *apptest.Part {
	t.Helper()
	env := []string{"PARLEY_CHECKER_KEY=" + openaitest.Key, "OPENAI_API_KEY="}
	args := []string{"checker", "--nats-url", nats.URL, "--checker", "openai", "--checker-url", service.URL, "--checker-model", "test-judge"}
	return apptest.StartPart(t, "parley", false, env, append(args, more...)...)
}

// plainJudge finds progress 3 in everything, after a while.
func plainJudge(wait func() time.Duration) openaitest.Reply {
	return thinking(wait, openaitest.JSON(checker.Finding{Progress: 3, Quotes: []string{}, Checks: []string{}, Flags: []string{}}))
}
