package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/endpoint"
	"parley/agent/reply"
	"parley/agent/turn"
	"parley/app/engineconfig"
	"parley/app/metrics"
	"parley/engine"
	"parley/engine/failover"
	"parley/llm"
	"parley/llm/understudy"
	"parley/media/vad"
	"parley/scenarios"
	"parley/stt"
	"parley/tts"
	"parley/web"
)

// Engines are what all calls of this process share. They are safe for concurrent
// use.
type Engines struct {
	hearing  *failover.Hearing
	speaking *failover.Speaking
	// thinking has all that can think, the understudy included; services are the
	// others, for scenarios without a script, nil if there are none.
	thinking, services *failover.Thinking
	// scripted is set when the understudy may play.
	scripted bool
	vad      *vad.Model
	// turn is nil without a model file.
	turn *vad.TurnModel
	// hear, when set, gives a call a recogniser of its own instead of hearing.
	hear   func(parley.Dispatch) stt.Engine
	prices engineconfig.Prices
	// pace is what calls have learnt of how fast the voices are.
	pace reply.Pace
	// marks is what calls have learnt of the marks that the recognisers write.
	marks endpoint.Experience
	// lines are what characters say again and again.
	lines agent.LineCache

	opened *engineconfig.Engines
	// places say where the engines run.
	places []web.EnginePlace
}

// placesOf says where engines run, as the page tells it.
func placesOf(all []engineconfig.Place) (told []web.EnginePlace) {
	for _, p := range all {
		told = append(told, web.EnginePlace{Role: string(p.Role), Engine: p.Engine, Host: p.Host})
	}
	return told
}

// openEngines loads them; what is missing is a SetupError that says what to do.
func openEngines(ctx context.Context, c Config) (*Engines, error) {
	chosen, err := c.Plan.Choose(ctx, engineconfig.Neighbourhood{Folder: c.Models}, engineconfig.STT, engineconfig.LLM, engineconfig.TTS)
	if err != nil {
		return nil, SetupError{err}
	}
	opened, err := c.Plan.Open(chosen, c.resources())
	if err != nil {
		return nil, SetupError{err}
	}
	e, err := newEngines(c, opened)
	if err != nil {
		return nil, errors.Join(SetupError{err}, opened.Close())
	}
	e.places = placesOf(c.Plan.Places(chosen))
	slog.Info("engines, in order",
		"stt", chosen[engineconfig.STT], "llm", chosen[engineconfig.LLM], "tts", chosen[engineconfig.TTS])
	return e, nil
}

// localTimeout is how late an engine of this machine may be that is the only one:
// it does not hang, it is slow when the machine is, and what it says late is better
// than nothing.
const localTimeout = 10 * time.Second

// newEngines puts failover over what is opened, which it then closes. On an error
// it does not.
func newEngines(c Config, opened *engineconfig.Engines) (*Engines, error) {
	// The next recogniser is there for when the first fails; it hears less.
	ears, voices := failover.Options{}, failover.Options{}
	if opened.Here[engineconfig.STT] {
		ears.Budgets.Alone = localTimeout
	}
	if opened.Here[engineconfig.TTS] {
		voices.Budgets.Alone = localTimeout
	}
	e := &Engines{
		hearing:  failover.NewHearing(ears, opened.STT...),
		speaking: failover.NewSpeaking(voices, opened.TTS...),
		scripted: opened.Offline[engineconfig.LLM], prices: c.Plan.Prices, opened: opened,
	}
	e.seatThinking()
	for _, load := range []func(){e.thinking.Load, e.speaking.Load, e.hearing.Load} {
		load()
	}
	var err error
	if e.vad, err = vad.OpenModel(DetectorFile(c.Models)); err != nil {
		e.closeLists()
		return nil, err
	}
	if c.TurnModel != "" {
		if e.turn, err = vad.OpenTurnModel(c.TurnModel); err != nil {
			e.closeLists()
			return nil, errors.Join(err, e.vad.Close())
		}
	}
	return e, nil
}

// seatThinking puts failover over the models that are opened.
func (e *Engines) seatThinking() {
	services := slices.DeleteFunc(slices.Clone(e.opened.LLM), func(m llm.Engine) bool { return m == understudy.Cued{} })
	o := failover.Options{}
	if e.scripted {
		// It answers at once and is not the model asked for, which may be slow on
		// a machine like this one: fillers cover the longer wait.
		o.Budgets = failover.Budgets{First: 2500 * time.Millisecond, Total: 3500 * time.Millisecond}
	}
	e.thinking = failover.NewThinking(o, e.opened.LLM...)
	switch {
	case !e.scripted:
		e.services = e.thinking
	case len(services) > 0:
		e.services = e.thinking.Subset(failover.Options{}, services...)
	}
}

// GivenEngines are engines that are open already, such as stubs of set latencies.
type GivenEngines struct {
	STT stt.Engine
	// Hear, when set, gives a call a recogniser of its own instead of STT.
	Hear func(parley.Dispatch) stt.Engine
	LLM  llm.Engine
	TTS  tts.Engine
}

// OpenGiven opens the voice detector in the folder of models beside those
// engines, which Close leaves open. A model that is missing is a SetupError.
func OpenGiven(models string, g GivenEngines) (*Engines, error) {
	detector, err := vad.OpenModel(DetectorFile(models))
	if err != nil {
		return nil, SetupError{err}
	}
	thinking := failover.NewThinking(failover.Options{}, g.LLM)
	return &Engines{
		hearing: failover.NewHearing(failover.Options{}, g.STT), hear: g.Hear,
		thinking: thinking, services: thinking,
		speaking: failover.NewSpeaking(failover.Options{}, g.TTS), vad: detector, opened: &engineconfig.Engines{},
	}, nil
}

// watchedBy has m tell of the engines.
func (e *Engines) watchedBy(m *metrics.Metrics) {
	m.WatchEngines(engineconfig.STT, e.hearing)
	m.WatchEngines(engineconfig.TTS, e.speaking)
	m.WatchEngines(engineconfig.LLM, e.thinking) // which has what is known of the services
}

func (e *Engines) closeLists() {
	e.hearing.Close()
	e.speaking.Close()
	for _, t := range []*failover.Thinking{e.services, e.thinking} {
		if t != nil {
			t.Close()
		}
	}
}

// Close frees the engines. The calls that use them must have ended.
func (e *Engines) Close() error {
	e.closeLists()
	var turn error
	if e.turn != nil {
		turn = e.turn.Close()
	}
	return errors.Join(e.opened.Close(), turn, e.vad.Close())
}

// warmUp bounds the opening of connections before the first turn.
const warmUp = 5 * time.Second

// warm opens connections to the services, so that the first turn need not, and has
// models loaded that may not be, which goes on beyond it. A failure is failover's to
// deal with.
func (e *Engines) warm(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, warmUp)
	defer cancel()
	for _, warm := range []func(context.Context) error{e.thinking.Warm, e.speaking.Warm, e.hearing.Warm} {
		if err := warm(ctx); err != nil {
			slog.Debug("an engine is not warm", "err", err)
		}
	}
}

// turnModel judges the ends of turns; nil without a model file.
func (e *Engines) turnModel() agent.TurnModel {
	if e.turn == nil {
		return nil
	}
	return e.turn
}

// recogniser is the engine that hears a call.
func (e *Engines) recogniser(d parley.Dispatch, o failover.Observer) stt.Engine {
	if e.hear != nil {
		return e.hear(d)
	}
	return e.hearing.ForCall(o)
}

// errNoLLM means that nothing here can play a scenario.
var errNoLLM = errors.New("no engine can play the scenario")

// llmFor is the engine that plays a scenario, for one call; o may be nil. It does not
// block: for the understudy the scenario is fitted beside, once a process, which takes
// 0.1 to 0.2 s and is over when the opening line is.
func (e *Engines) llmFor(s scenarios.Scenario, o failover.Observer) (llm.Engine, error) {
	if e.acts(s) {
		script := sync.OnceValues(func() (llm.Engine, error) { return understudy.New(s) })
		go func() { _, _ = script() }() // Chat asks for it, and tells of the error
		return scripted{e.thinking.ForCall(o), script}, nil
	}
	if e.services == nil {
		return nil, fmt.Errorf("%w %s", errNoLLM, s.ID)
	}
	return e.services.ForCall(o), nil
}

// acts reports whether the understudy is there and has a script of the scene.
func (e *Engines) acts(s scenarios.Scenario) bool { return e.scripted && s.Understudy != nil }

// canPlay is nil if the engines here can hold a call of that scene in a mode, else why
// not and what to do. It fits nothing: the page asks it of every scene.
func (e *Engines) canPlay(s scenarios.Scenario, mode parley.Mode) *web.Refusal {
	if s.Kind != scenarios.KindAssistant && !e.acts(s) && e.services == nil {
		return &web.Refusal{
			Unplayable: scenarios.Unplayable{Code: scenarios.NoModel},
			Why:        fmt.Sprintf("scenario %q needs a language model: set OPENAI_API_KEY or choose one with --llm", s.ID),
		}
	}
	lacks := func(code scenarios.UnplayableCode, what, engine, flag string) *web.Refusal {
		return &web.Refusal{
			Unplayable: scenarios.Unplayable{Code: code, TextWay: true},
			Why: fmt.Sprintf("scenario %q is in %q, which the %s here (%s) does not know: choose another scenario, type it "+
				"(mode %q), or choose an engine that knows it with %s", s.ID, s.Language, what, engine, parley.ModeText, flag),
		}
	}
	switch {
	case mode == parley.ModeText: // is read where it cannot be heard
	case e.hear == nil && !e.hearing.Knows(s.Language):
		return lacks(scenarios.NoEars, "speech recognition", e.hearing.Name(), "--stt")
	case !e.speaking.Knows(s.Language):
		return lacks(scenarios.NoVoice, "voice", e.speaking.Name(), "--tts")
	}
	return nil
}

// scripted is an engine for one call, in which the understudy has its script, for
// which Chat waits.
type scripted struct {
	llm.Engine
	script func() (llm.Engine, error)
}

// Chat implements llm.Engine. A mind that has the script say it in its own way sets it
// itself.
func (s scripted) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if r.Script == nil {
		script, err := s.script()
		if err != nil {
			return nil, err
		}
		r.Script = script
	}
	return s.Engine.Chat(ctx, r)
}

// freeWaste is agent.Config.Waste where an answer costs nothing but this
// machine's time.
const freeWaste = 1

// waste is how many answers a turn may be begun for nothing: more where nobody
// pays for them.
func (e *Engines) waste(model llm.Engine) float64 {
	if model == nil || e.prices.Free(model.Name(), e.speaking.Name()) {
		return freeWaste
	}
	return turn.DefaultWaste
}

// plays is the list that thinks in a scene, nil if there is none.
func (e *Engines) plays(s scenarios.Scenario) *failover.Thinking {
	if e.acts(s) {
		return e.thinking
	}
	return e.services
}

// watch has a call's session told of models that are being loaded, until stop has
// returned.
func (e *Engines) watch(s scenarios.Scenario, session *agent.Session) (stop func()) {
	tell := func(l failover.Load) {
		if l.Over {
			session.Loaded(l.Role, l.Engine, l.Err)
			return
		}
		session.Switched(l.Role, l.Engine, l.Next, engine.ErrLoading, false)
	}
	stops := []func(){e.hearing.Watch(tell), e.speaking.Watch(tell)}
	if t := e.plays(s); t != nil {
		stops = append(stops, t.Watch(tell))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

// names says which engine would serve which role now.
func (e *Engines) names() map[string]string {
	return map[string]string{"stt": e.hearing.Name(), "llm": e.thinking.Name(), "tts": e.speaking.Name()}
}
