// Package bench measures Parley from where the user sits: scripted callers hold
// calls over real WebRTC with the real agent, whose engines are stubs of set
// latencies (package stub), and read figures off the packets that come back to
// them (package caller). Package report shows and compares the figures;
// docs/benchmarks.md says what they mean.
//
// What a call runs on comes from outside, as an Env: this package starts no
// server.
package bench

import (
	"bytes"
	"context"
	_ "embed"
	"slices"
	"testing/fstest"
	"time"

	"parley"
	"parley/bench/stub"
	"parley/caller"
	"parley/checker"
	"parley/llm"
	"parley/report"
	"parley/scenarios"
	"parley/stt"
	"parley/tts"
)

// Measurement is one thing that can be measured.
type Measurement struct {
	// Name is a word, About one line on what is measured.
	Name, About string
	// Run measures. It returns an error when nothing can be said; what is merely
	// bad is in the result. It ends soon after ctx does.
	Run func(ctx context.Context, env *Env) (report.Result, error)
}

// Measurements are those of this package, the quick ones first.
func Measurements() []Measurement {
	return []Measurement{Latency(), Assistant(), CodeFirst(), Interrupt(), Join(), Checks(), Calls()}
}

// Env is what measurements run on. They run one at a time.
type Env struct {
	// Samples is how many observations each figure is made from, at least 1.
	// Targets are for DefaultSamples and more.
	Samples int
	// Short asks for the least that will do otherwise: two points of a curve.
	Short bool
	// Models is the folder of the VAD model, for what needs no product.
	Models string
	// Progress is told what is being done, the n-th of that many.
	Progress func(what string, n, of int)
	// Start runs the product in this process, its engines those given.
	Start func(ctx context.Context, e Engines) (Product, error)
	// StartApart does with the agent in a process of its own, and without any
	// engine of this process.
	StartApart func(ctx context.Context, kit stub.Kit) (Product, error)
}

// Engines are those of a product in this process.
type Engines struct {
	STT stt.Engine
	// Hear, when set, gives each call a recogniser of its own instead of STT; the
	// dispatch's User tells calls apart.
	Hear func(parley.Dispatch) stt.Engine
	LLM  llm.Engine
	TTS  tts.Engine
}

// EnginesOf are the engines of a kit.
func EnginesOf(kit stub.Kit) Engines {
	return Engines{STT: &kit.STT, LLM: &kit.LLM, TTS: &kit.TTS}
}

// Product is the whole product, ready for calls.
type Product interface {
	// Call is a room of its own, for one call to join, with an agent that plays
	// Scene.
	Call(d parley.Dispatch) (caller.Config, error)
	// Usage is what the agent's process has used; all zero if that is this one.
	Usage() (Usage, error)
	// Checker is its checker, which judges as stub.Judge does until it is told
	// otherwise.
	Checker() Checker
	// Close ends it, calls and all.
	Close() error
}

// Checker is a product's checker. Its methods are safe for concurrent use, but
// Staff is called by one goroutine at a time.
type Checker interface {
	// Client is a call's way to it, as queue.NewClient makes it.
	Client(call parley.CallID) Client
	// Publish puts an exchange on its queue past any client.
	Publish(ctx context.Context, e parley.Exchange) error
	// Staff ends the worker there is and has another take its place, which judges
	// with j so many exchanges at once; 0 means queue.DefaultParallel. With a
	// nil j nobody takes it.
	Staff(j checker.Judge, parallel int) error
	// Watch has f told of each exchange from now on that somebody submits, and
	// when that began; nil ends it. f runs once the queue has the exchange.
	Watch(f func(e parley.Exchange, at time.Time))
}

// Client is the part of a queue.Client that is measured.
type Client interface {
	Submit(ctx context.Context, e parley.Exchange) error
	Run(ctx context.Context, f func(parley.Verdict)) error
}

// Scene is the id of the scenario of all measurements: a short opening, no
// limit of turns, nothing said unasked.
const Scene = "bench"

//go:embed scene.json
var scene []byte

// AssistantScene is the id of the assistant that Scene is compared with.
const AssistantScene = "benchAssistant"

//go:embed assistantscene.json
var assistantScene []byte

// CodeScene is the id of the assistant that acts by code, the same otherwise.
const CodeScene = "benchCode"

//go:embed codescene.json
var codeScene []byte

// Library holds Scene, AssistantScene and CodeScene.
func Library() (*scenarios.Library, error) {
	return scenarios.Load(fstest.MapFS{
		Scene + ".json": {Data: bytes.Clone(scene)}, AssistantScene + ".json": {Data: bytes.Clone(assistantScene)},
		CodeScene + ".json": {Data: bytes.Clone(codeScene)},
	})
}

// Numbers of samples: for figures to be held to targets, and to notice a change.
const (
	DefaultSamples = 24
	ShortSamples   = 8
)

// Names are the different values of of, in order.
func Names[T any](all []T, of func(T) string) []string {
	var out []string
	for _, x := range all {
		out = append(out, of(x))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
