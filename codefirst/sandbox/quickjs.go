package sandbox

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"modernc.org/quickjs"

	"parley/codefirst/tsx"
)

//go:embed prelude.js
var preludeSource string

//go:embed guards.js
var guardsSource string

//go:embed markup.js
var markupSource string

// prelude is the machine's own code, compiled. It is one line, so that a frame in line
// 1 is its own.
var prelude = sync.OnceValues(func() ([]byte, error) {
	r := api.Transform("(given => "+preludeSource+"(given, "+guardsSource+", "+markupSource+"("+tsx.HTML()+")))", api.TransformOptions{
		MinifyWhitespace: true, Target: api.ESNext, LogLevel: api.LogLevelSilent, Supported: map[string]bool{"template-literal": false},
	})
	if len(r.Errors) > 0 {
		return nil, fmt.Errorf("the prelude does not compile: %s", r.Errors[0].Text)
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	code, err := vm.Compile(strings.ReplaceAll(string(r.Code), "\n", " "), quickjs.EvalGlobal)
	return code, errors.Join(err, vm.Close())
})

// NewQuickJS is an Engine that has a QuickJS machine, written in Go, for every run. The
// machines of a process compute on all of its processors but one, on one of a single
// one, and in turn: one that enters goes before those that have computed for 5 ms.
func NewQuickJS() Engine { return quickJS{} }

type quickJS struct{}

// maxStack bounds how deep the code may call, in the machine's slots.
const maxStack = 400

// machine is one VM with what the prelude gives.
type machine struct {
	vm *quickjs.VM
	// start begins the program, settle brings a call back, declared tells the variables,
	// roomy whether there is memory left, unheard what failed and nothing waits for;
	// rejected is told of that.
	start, settle, declared, roomy, unheard, rejected quickjs.Value
	values                                            []*quickjs.Value
	// late is set when the time of a slice is over.
	late  atomic.Bool
	share share
	poll  poll
	track *tracker
}

// newMachine makes a VM whose code calls host: see prelude.js.
func newMachine(ctx context.Context, env Env, host func(kind, a, b, c string) string) (*machine, error) {
	m := &machine{}
	if err := m.share.enter(ctx); err != nil {
		return nil, context.Cause(ctx)
	}
	defer m.share.leave()
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("make a machine: %w", err)
	}
	m.vm, m.poll = vm, pollOf(vm, m.share.pass)
	vm.SetMemoryLimit(uintptr(env.Limits.Memory))
	vm.SetMaxStackSize(maxStack)
	vm.SetCanBlock(false)
	vm.SetModuleLoader(func(*quickjs.VM, string) (string, error) { return "", errors.New("there are no modules here") }, nil)
	if err := m.load(env, host); err != nil {
		m.close(ctx)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, fmt.Errorf("make a machine: %w", err)
	}
	return m, nil
}

func (m *machine) load(env Env, host func(kind, a, b, c string) string) error {
	if err := m.vm.RegisterFunc("__host", host, false); err != nil {
		return err
	}
	config, err := configure(env)
	if err != nil {
		return err
	}
	code, err := prelude()
	if err != nil {
		return err
	}
	f, err := m.vm.EvalBytecodeValue(code)
	if err != nil {
		return err
	}
	defer f.Free()
	given, err := f.CallValue(quickjs.UndefinedValue, config)
	if err != nil {
		return err
	}
	defer given.Free()
	for name, into := range map[string]*quickjs.Value{
		"start": &m.start, "settle": &m.settle, "declared": &m.declared, "roomy": &m.roomy,
		"unheard": &m.unheard, "rejected": &m.rejected,
	} {
		atom, err := m.vm.NewAtom(name)
		if err != nil {
			return err
		}
		if *into, err = given.GetPropertyValue(atom); err != nil {
			return err
		}
		m.values = append(m.values, into)
	}
	m.track, err = track(m.vm, &m.rejected)
	return err
}

// close frees the machine, which takes a while for one that has filled its memory.
func (m *machine) close(ctx context.Context) {
	_ = m.share.enter(context.WithoutCancel(ctx)) // it does not end
	defer m.share.leave()
	m.track.end()
	for _, v := range m.values {
		v.Free()
	}
	_ = m.vm.Close() // it has nothing to tell
}

// configure is what the prelude is told, as JSON.
func configure(env Env) (string, error) {
	var c struct {
		Now        int64             `json:"now"`
		Seed       int32             `json:"seed"`
		Value      int               `json:"value"`
		Line       int               `json:"line"`
		Functions  []string          `json:"functions"`
		Objects    []Object          `json:"objects"`
		Variables  []Variable        `json:"variables"`
		Components map[string]string `json:"components"`
	}
	c.Now, c.Seed, c.Value = env.Start.UnixMilli(), int32(env.Seed^env.Seed>>32), env.Limits.Value
	c.Line = env.Limits.Line
	c.Functions, c.Components = append([]string{}, env.Functions...), env.Components
	c.Objects, c.Variables = append([]Object{}, env.Objects...), []Variable{}
	if c.Components == nil {
		c.Components = map[string]string{}
	}
	for _, v := range env.Variables {
		if v.Value != nil {
			c.Variables = append(c.Variables, v)
		}
	}
	text, err := json.Marshal(c)
	return string(text), err
}

// again is how often a machine is made to ask whether to stop, and told so if it is to:
// it forgets what it was told while it ran no code, and what ended a promise alone.
const again = 2 * time.Millisecond

// within runs f, which enters the machine, and then the jobs that follow, until ctx ends
// or for so long at most. It reports how long that took, without the time for which
// other machines had the processor.
func (m *machine) within(ctx context.Context, limit time.Duration, f func() error) (time.Duration, error) {
	if err := m.share.enter(ctx); err != nil {
		return 0, err
	}
	defer m.share.leave()
	before := m.share.computed()
	over, watched := make(chan struct{}), make(chan struct{})
	var stopped atomic.Bool
	go func() {
		defer close(watched)
		tick := time.NewTicker(again)
		defer tick.Stop()
		for done := ctx.Done(); ; {
			select {
			case <-over:
				return
			case <-done:
				done = nil
				stopped.Store(true)
			case <-tick.C:
			}
			if !stopped.Load() && m.share.computed()-before >= limit {
				m.late.Store(true)
				stopped.Store(true)
			}
			if stopped.Load() {
				m.vm.Interrupt()
			}
			m.poll.now()
		}
	}()
	err := f()
	for err == nil && !stopped.Load() {
		n, jobErr := m.vm.ExecutePendingJobs()
		if n == 0 && jobErr == nil {
			break
		}
	}
	close(over)
	<-watched
	return m.share.computed() - before, err
}

var frame = regexp.MustCompile(`at (?:async )?(.*?) ?\(?<eval>:(\d+):(\d+)\)?`)

// frames are those of a stack that are in the source, innermost first.
func (p *Program) frames(stack string) (line, column int, all []string) {
	for _, m := range frame.FindAllStringSubmatch(stack, -1) {
		l, _ := strconv.Atoi(m[2])
		c, _ := strconv.Atoi(m[3])
		at, col := p.place(l, c)
		if at == 0 {
			continue
		}
		if line == 0 {
			line, column = at, col
		}
		name := strings.TrimSpace(m[1])
		if name == "" || strings.HasPrefix(name, "<") {
			name = "code"
		}
		if len(all) < 10 {
			all = append(all, fmt.Sprintf("%s (%d:%d)", name, at, col))
		}
	}
	return line, column, all
}

// thrown is the fault that an error of the code is, as the prelude described it.
func (p *Program) thrown(described string) *Fault {
	var parts []string
	if json.Unmarshal([]byte(described), &parts) != nil || len(parts) < 3 {
		return &Fault{Kind: Thrown, Name: "Error", Message: "the code threw what cannot be read"}
	}
	f := &Fault{Kind: Thrown, Name: parts[0], Message: parts[1]}
	if f.Name == "InternalError" && strings.Contains(f.Message, "out of memory") {
		f.Kind, f.Message = TooMuch, "the code takes more memory than it may"
	}
	if f.Name == "Thrown" && f.Message == "null" { // the machine had no memory for an error
		f.Message = "null; code that takes more memory than it may throws it too"
	}
	f.Line, f.Column, f.Stack = p.frames(parts[2])
	f.Listing = listing(p.source, f.Line, f.Column)
	return f
}

// Run implements Engine.
func (quickJS) Run(ctx context.Context, p *Program, env Env, host Host) (Outcome, error) {
	if p == nil || p.code == "" {
		return Outcome{}, errNoProgram
	}
	env.Limits = env.Limits.orDefaults()
	if env.Start.IsZero() {
		env.Start = time.Now()
	}
	r := newRun(ctx, p, env, host)
	defer r.end()
	m, err := newMachine(ctx, env, r.called)
	if err != nil {
		return Outcome{}, err
	}
	defer m.close(ctx)
	defer r.wait() // before the machine goes
	r.machine = m
	err = r.loop()
	return r.outcome(err)
}
