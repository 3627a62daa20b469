package codefirst

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v3"

	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/scripted"
	"parley/codefirst/tsx"
	"parley/engine"
	"parley/language"
	"parley/llm"
	"parley/tool"
)

// talk is a conversation in a terminal, a codefirst.Chat.
type talk struct {
	print *printer

	// summarise, if not nil, shortens what the conversation began with.
	summarise chat.Summarise
	older     chat.Compressor

	mu      sync.Mutex
	history []chat.Message
}

func (t *talk) says(role chat.Role, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.history = append(t.history, chat.Message{Role: role, Text: text, Modality: chat.Typed})
}

// Transcript implements codefirst.Chat.
func (t *talk) Transcript(ctx context.Context) ([]chat.Message, error) {
	t.mu.Lock()
	history := slices.Clone(t.history)
	t.mu.Unlock()
	return t.older.Shorten(ctx, history, t.summarise), nil
}

// Components implements codefirst.Chat.
func (t *talk) Components(context.Context) ([]chat.Component, error) { return chat.BuiltIn() }

// Send implements codefirst.Chat.
func (t *talk) Send(_ context.Context, _ string, e tsx.Element) error {
	text := chat.Terminal(e)
	t.says(chat.Assistant, text)
	t.print.message("shown", text)
	return nil
}

// demo is what the tools of the command keep: a list of tasks in memory.
type demo struct {
	mu    sync.Mutex
	tasks []task
}

type task struct {
	Title string `json:"title" jsonschema:"what to do [minLength=1 maxLength=200]"`
}

func newDemo() *demo { return &demo{} }

// demoParams are what every run of the command has.
func demoParams(d *demo) (codefirst.Params, error) {
	all, err := d.tools()
	return codefirst.Params{Tools: all}, err
}

func (d *demo) tools() ([]tool.Tool, error) {
	add, err1 := tool.New("tasks.add", "Adds a task to the list.", func(_ context.Context, _ tool.Call, t task) (task, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.tasks = append(d.tasks, t)
		return t, nil
	})
	list, err2 := tool.New("tasks.list", "Lists the tasks.", func(context.Context, tool.Call, struct{}) ([]task, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		return append([]task{}, d.tasks...), nil
	}, tool.ReadOnly(), tool.WithAliases("all", "show"))
	remove, err3 := tool.New("tasks.clear", "Takes all tasks off the list and gives how many.",
		func(context.Context, tool.Call, struct{}) (int, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			n := len(d.tasks)
			d.tasks = nil
			return n, nil
		}, tool.Confirm(func(struct{}) string { return d.asks() }))
	wait, err4 := tool.New("wait", "Waits for some seconds.", func(ctx context.Context, _ tool.Call, in struct {
		Seconds float64 `json:"seconds" jsonschema:"how long [minimum=0 maximum=60]"`
	},
	) (bool, error) {
		select {
		case <-time.After(time.Duration(in.Seconds * float64(time.Second))):
			return true, nil
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	}, tool.ReadOnly(), tool.WithTimeout(2*time.Minute))
	return []tool.Tool{add, list, remove, wait}, errors.Join(err1, err2, err3, err4)
}

// asks is the question before all tasks go.
func (d *demo) asks() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.tasks) == 1 {
		return "Shall I remove the one task from the list?"
	}
	return fmt.Sprintf("Shall I remove %d tasks from the list?", len(d.tasks))
}

// demoRules are what a model without a key knows to write: for a conversation with the
// tools tasks.add, tasks.list and tasks.clear.
func demoRules() []scripted.Rule {
	rule := func(when, code string) scripted.Rule {
		return scripted.Rule{When: regexp.MustCompile("(?i)" + when), Code: code}
	}
	const listen = "\nreturn { action: 'listen' }"
	return []scripted.Rule{
		rule(`^\W*(?:hi|hello|hey)\b`,
			"yield <Message>\n  Hello! I keep a list of tasks, and I add up.\n  Try: add buy milk.\n</Message>"+listen),
		rule(`^\W*(?:please )?add (?:a task )?(?:to )?(.+?)[.!]?$`,
			"yield <Message>One moment.</Message>\nconst task = await tasks.add({ title: $1 })\n"+
				"yield <Message>{task.title} is on your list.</Message>"+listen),
		rule(`\b(?:list|tasks)\b.*\?|^\W*(?:list|show)\b`,
			"const all = await tasks.list()\n"+
				"yield <Message>{all.map((t, i) => `${i + 1}. ${t.title}`).join('\\n') || 'The list is empty.'}</Message>"+listen),
		rule(`^\W*(?:clear|delete|remove)\b`,
			"try {\n  const gone = await tasks.clear()\n  yield <Message>{gone} tasks are gone.</Message>\n} catch (e) {\n"+
				"  yield <Message>I leave them.</Message>\n}"+listen),
		rule(`(\d+)\s*(?:\+|plus|and)\s*(\d+)`, "yield <Message>That makes {Number($1) + Number($2)}.</Message>"+listen),
		rule(`\b(?:bye|goodbye)\b`, "yield <Message>Goodbye.</Message>"+listen),
	}
}

const instructions = "You keep the user's list of tasks. Be brief and friendly."

// elsewhere is what the rules write for words that they do not know.
const elsewhere = "yield <Message>\n" +
	"  I did not get that. I keep tasks: add buy milk; what is on my list?; clear.\n</Message>\nreturn { action: 'listen' }"

var leaving = regexp.MustCompile(`(?i)^\W*(?:good)?bye\b`)

// chatCommand is `parley codefirst chat`.
func chatCommand(ctx context.Context, c *cli.Command) (err error) {
	ctx = engine.Patiently(ctx, readerPatience)
	model, end, err := modelOf(ctx, c)
	defer func() { err = errors.Join(err, end()) }()
	if err != nil {
		return err
	}
	d, out := newDemo(), newPrinter(c)
	t := &talk{print: out}
	if model == nil {
		model = scripted.Rules{Rules: demoRules(), Else: elsewhere}
	} else {
		t.summarise = codefirst.Summariser(model, nil)
	}
	p, err := demoParams(d)
	if err != nil {
		return err
	}
	p.Chat, p.Hooks.OnTrace = t, out.trace
	p.Models, p.Instructions = []llm.Engine{model}, instructions
	out.line("Talk with a character that writes code (%s). Try: hello.", model.Name())
	lines := bufio.NewScanner(c.Root().Reader)
	var waiting *codefirst.Snapshot
	for lines.Scan() && ctx.Err() == nil {
		said := strings.TrimSpace(lines.Text())
		if said == "" {
			break
		}
		out.message("user", said)
		t.says(chat.User, said)
		if waiting, err = turn(ctx, p, out, waiting, said); err != nil {
			return err
		}
		if leaving.MatchString(said) {
			break
		}
	}
	err = lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("a message is over %d bytes", bufio.MaxScanTokenSize)
	}
	return errors.Join(err, context.Cause(ctx), out.err)
}

// turn answers a line; waiting is the run that waits for a yes or no, and so is what it
// returns.
func turn(
	ctx context.Context, p codefirst.Params, out *printer, waiting *codefirst.Snapshot, said string,
) (*codefirst.Snapshot, error) {
	var answer language.Reply
	if waiting != nil {
		answer = language.Answer(said, waiting.Reason)
	}
	if answer.Yes || answer.No {
		if err := waiting.Answer(answer.Yes, time.Now()); err != nil {
			return nil, err
		}
		p.Snapshot = waiting
	}
	r, err := codefirst.Execute(ctx, p)
	switch {
	case err != nil:
		return nil, err
	case r.Interrupted():
		out.message("shown", r.Snapshot.Reason)
		return r.Snapshot, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("aborted: %w", context.Cause(ctx))
	case errors.Is(r.Err(), codefirst.ErrLoop): // what the code did wrong is not the user's
		out.message("shown", "(That did not work. --trace shows why.)")
	case r.Err() != nil:
		out.message("shown", "(That did not work: "+r.Err().Error()+")")
	}
	if p.Snapshot == nil {
		return waiting, nil // the question is still open
	}
	return nil, nil
}
