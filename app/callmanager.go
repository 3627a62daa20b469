package app

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/agent"
	"parley/agent/roleplay"
	"parley/app/metrics"
	"parley/app/rooms"
	"parley/assistant"
	"parley/checker/queue"
	"parley/codefirst/character"
	"parley/llm"
	"parley/media/echo"
	"parley/media/playout"
	"parley/media/vad"
	"parley/room"
	"parley/scenarios"
)

// callManager opens the calls of one agent process and holds what they share. It
// is safe for concurrent use.
type callManager struct {
	library *scenarios.Library
	engines *Engines
	// queue leads to the checkers.
	queue   jetstream.JetStream
	store   *userStore
	metrics *metrics.Metrics
	held    *heldCalls
	// others are the other agents of the name that rooms ask for.
	others *neighbours
	rooms  *rooms.Keeper
	name   string
	// assistants serve scenes of that kind.
	assistants *assistants
	// experience outlives the process.
	experience *experience
	// secret is that of LiveKit's API, with which the page seals its users' ids.
	secret string
	// scene is the id of the scenario of dispatches that name none.
	scene string
	// wheel is the clock of every call here.
	wheel *playout.Wheel
	log   *slog.Logger
}

// call is a session and what was opened for it alone.
type call struct {
	session *agent.Session
	// checks is nil for a call that is not judged, assistant for one that is not an
	// assistant's.
	checks    *queue.Client
	assistant *assistant.Call
	detector  *vad.Detector
	denoiser  *echo.Denoiser
	// deaf is a call that is typed, mute one that is read.
	deaf, mute bool
	log        *slog.Logger
}

// open opens what a call needs, past being what it goes on from. The session knows its
// user by an alias alone.
func (m *callManager) open(
	id parley.CallID, dispatch parley.Dispatch, alias string, s scenarios.Scenario, past *parley.Inherited,
) (*call, error) {
	observer := &usageObserver{prices: m.engines.prices}
	c := &call{log: m.log.With("call", id)}
	setup := agent.Config{Journal: m.journal(dispatch, alias), Past: past}
	if err := m.setMind(c, &setup, id, dispatch, alias, s, observer); err != nil {
		return nil, err
	}
	if past != nil && c.checks != nil {
		c.checks.Begin(ledgerOf(*past))
	}
	var err error
	if c.detector, err = m.engines.vad.NewDetector(); err != nil {
		return nil, err
	}
	if c.denoiser, err = echo.NewDenoiser(); err != nil {
		c.free()
		return nil, err
	}
	m.setSpeech(c, &setup, dispatch, s, observer)
	dispatch.User = alias
	setup.Call, setup.Dispatch, setup.Scenario, setup.Version = id, dispatch, s, version()
	if setup.SceneHash, err = m.store.scenes.Put(s); err != nil {
		c.log.Warn("the scene is not kept: the call's debrief will lack it", "err", err)
	}
	setup.Detector, setup.Denoiser, setup.Echo, setup.TurnModel = c.detector, c.denoiser, echo.New(), m.engines.turnModel()
	setup.Wheel, setup.Log, setup.Profile, setup.Meter = m.wheel, m.log, m.recall(alias), m.metrics
	setup.Pace, setup.Marks, setup.Lines = &m.engines.pace, &m.engines.marks, &m.engines.lines
	c.session = agent.New(setup)
	observer.session.Store(c.session)
	return c, nil
}

// setSpeech gives a call who hears it, unless it is typed, and who speaks in it, unless
// a typed one is in a language that no voice here knows.
func (m *callManager) setSpeech(c *call, setup *agent.Config, d parley.Dispatch, s scenarios.Scenario, o *usageObserver) {
	c.deaf = d.Mode == parley.ModeText
	c.mute = c.deaf && !m.engines.speaking.Knows(s.Language)
	if c.deaf {
		setup.Timing.Patience = parley.MaxPatience // nobody hears that the user is at it
	} else {
		setup.STT = m.engines.recogniser(d, o)
	}
	if !c.mute {
		setup.TTS = m.engines.speaking.ForCall(o)
	}
}

// engines are those of all that serve the call.
func (c *call) engines(all map[string]string) map[string]string {
	if c.deaf {
		delete(all, "stt")
	}
	if c.mute {
		delete(all, "tts")
	}
	return all
}

// setMind gives a call the mind of its scene, and who judges it if it is judged.
func (m *callManager) setMind(
	c *call, setup *agent.Config, id parley.CallID, d parley.Dispatch, alias string, s scenarios.Scenario, o *usageObserver,
) error {
	if s.Kind == scenarios.KindAssistant {
		owner := alias
		if keepsNothing(d) {
			owner = "" // a stranger, of whom assistants keep nothing after the call
		}
		c.assistant = m.assistants.mind(id, owner, s, o)
		setup.Mind, setup.Waste = c.assistant, m.engines.waste(m.assistants.engine(o))
		setup.Journal = &assistantJournal{Journal: setup.Journal, call: c.assistant, log: m.log}
		return nil
	}
	model, err := m.engines.llmFor(s, o)
	if err != nil {
		return err
	}
	d.User = alias
	c.checks = queue.NewClient(m.queue, id, m.log)
	c.checks.LeftOut = m.metrics.ExchangeLeftOut
	setup.Reviewer, setup.Waste = c.checks, m.engines.waste(model)
	setup.Mind, err = mindOf(s, d, model, m.log)
	return err
}

// beside does what a call needs while its session runs, until ctx ends: verdicts
// come, and an assistant shows what changes.
func (c *call) beside(ctx context.Context, on *room.Call) {
	if c.assistant != nil {
		c.assistant.Live(ctx, on, c.session.Tell)
		return
	}
	c.review(ctx)
}

// release frees what was opened for the call once nothing uses it any more; it
// does not block. An engine that ignores its context may keep parts of a session
// that has run, so those are freed when the session has settled.
func (c *call) release(ran bool) {
	select {
	case <-c.session.Settled():
		ran = false
	default:
	}
	if !ran {
		c.free()
		return
	}
	go func() {
		<-c.session.Settled()
		c.free()
	}()
}

func (c *call) free() {
	if err := c.detector.Close(); err != nil {
		c.log.Error("close voice detector", "err", err)
	}
	if c.denoiser != nil {
		c.denoiser.Close()
	}
}

// review takes the session's exchanges to the checkers and their verdicts back
// until ctx ends.
func (c *call) review(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil { // a call without verdicts goes on
			c.log.Error("panic in the verdicts of a call", "panic", fmt.Sprintf("%T", p))
		}
	}()
	if err := c.checks.Run(ctx, c.session.Rule); err != nil && ctx.Err() == nil {
		c.log.Error("verdicts do not come", "err", err)
	}
}

// recall is the pause profile of the user with an alias. A call without it is
// still a call.
func (m *callManager) recall(alias string) parley.Profile {
	if alias == "" {
		return parley.Profile{}
	}
	h, err := m.store.profiles.Load(alias)
	if err != nil {
		m.log.Warn("profile not known", "err", err)
	}
	return h
}

// keepsNothing reports whether a caller has asked that nothing of the call is kept.
func keepsNothing(d parley.Dispatch) bool { return d.Consent != nil && d.Consent.KeepNothing }

// journal takes the events of a call: on the disk or, if nothing of it is to be kept,
// in memory for a while.
func (m *callManager) journal(d parley.Dispatch, alias string) agent.Journal {
	if keepsNothing(d) {
		return m.store.passing.journal(alias)
	}
	return m.store.calls
}

// remember keeps what a call has learnt of how its user talks, or, if nothing is to be
// kept or they asked to be forgotten meanwhile, erases what it has left.
func (m *callManager) remember(call parley.CallID, d parley.Dispatch, alias string, h parley.Profile) {
	if keepsNothing(d) {
		m.eraseStreams(call)
		return
	}
	if alias == "" {
		return
	}
	if m.store.profiles.Forgotten(alias) {
		if err := m.store.erase(call); err != nil {
			m.log.Error("a forgotten call is still with the checker", "call", call, "err", err)
		}
		return
	}
	if err := m.store.profiles.Save(alias, h); err != nil {
		m.log.Warn("profile not kept", "err", err)
	}
}

// mindOf is how the scene's character thinks, by its kind and how it acts; package
// scenarios has refused the kinds that are none.
func mindOf(s scenarios.Scenario, d parley.Dispatch, model llm.Engine, log *slog.Logger) (agent.Mind, error) {
	switch {
	case s.Kind != scenarios.KindRoleplay:
		panic("no mind for a scene of kind " + s.Kind)
	case s.ActsBy == scenarios.ActsByCode:
		return character.New(s, d, model)
	}
	return roleplay.New(s, d, model, log), nil
}

// revisionDigits is how much of a revision names it.
const revisionDigits = 12

// version is Parley's: the revision it was built from, "+dirty" with changes that no
// revision has, or "devel" where the build does not tell.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	return versionOf(info.Settings)
}

func versionOf(settings []debug.BuildSetting) string {
	version, dirty := "devel", ""
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision" && s.Value != "":
			version = s.Value[:min(revisionDigits, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if version == "devel" {
		return version
	}
	return version + dirty
}
