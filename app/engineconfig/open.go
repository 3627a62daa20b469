package engineconfig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"parley/engine/models"
	"parley/llm"
	"parley/llm/understudy"
	"parley/stt"
	"parley/stt/sphinx"
	"parley/tts"
	"parley/tts/flite"
)

// Resources are what engines on this machine are made of.
type Resources struct {
	// Models is the folder of model files.
	Models string
	// Decoders is how many people are heard at once; each takes 100 MiB of
	// PocketSphinx when in use.
	Decoders int
}

// Engines are opened, in the order in which they are to be tried. An engine that
// plays two roles stands in both lists.
type Engines struct {
	STT     []stt.Engine
	LLM     []llm.Engine
	Checker []llm.Engine
	TTS     []tts.Engine
	// Offline is set for a role in which the understudy has its part: last in
	// LLM, where it stands in the list, or after all of Checker, where it does not.
	Offline map[Role]bool
	// Here is set for a role all of whose engines run in this process.
	Here map[Role]bool

	closers []func() error
}

// Open opens the engines chosen. What is missing is an error that says what to
// do; then nothing stays open. It loads models, which takes a second or two, and
// asks services nothing.
func (p Plan) Open(chosen map[Role][]Ref, r Resources) (*Engines, error) {
	e := &Engines{Offline: map[Role]bool{}, Here: map[Role]bool{}}
	for _, role := range Roles() {
		e.Here[role] = !slices.ContainsFunc(chosen[role], func(r Ref) bool { return local[r.Name] == nil })
		for _, ref := range chosen[role] {
			if err := e.open(p, role, ref, r); err != nil {
				return nil, errors.Join(fmt.Errorf("%s %s: %w", role, ref, err), e.Close())
			}
		}
	}
	return e, nil
}

// Close ends the engines. Whoever uses them must have ended before.
func (e *Engines) Close() error {
	var errs []error
	for _, f := range e.closers {
		errs = append(errs, f())
	}
	e.closers = nil
	return errors.Join(errs...)
}

func (e *Engines) open(p Plan, role Role, ref Ref, r Resources) (err error) {
	switch role {
	case STT:
		var engine stt.Engine
		if engine, err = openSTT(p, ref, r); err == nil {
			e.STT = append(e.STT, engine)
			e.closes(engine)
		}
	case TTS:
		var engine tts.Engine
		if engine, err = openTTS(p, ref, r); err == nil {
			e.TTS = append(e.TTS, engine)
			e.closes(engine)
		}
	case LLM, Checker:
		var engine llm.Engine
		switch {
		case ref.Name == Understudy && role == Checker:
			e.Offline[role] = true
			return nil
		case ref.Name == Understudy:
			e.Offline[role] = true
			engine = understudy.Cued{}
		default:
			if engine, err = openServiceLLM(p, role, ref); err != nil {
				return err
			}
		}
		if role == LLM {
			e.LLM = append(e.LLM, engine)
		} else {
			e.Checker = append(e.Checker, engine)
		}
		e.closes(engine)
	}
	return err
}

// closes has an engine closed in the end, if that can be.
func (e *Engines) closes(engine any) {
	switch c := engine.(type) {
	case io.Closer:
		e.closers = append(e.closers, c.Close)
	case interface{ Close() }:
		e.closers = append(e.closers, func() error { c.Close(); return nil })
	}
}

func openSTT(p Plan, ref Ref, r Resources) (stt.Engine, error) {
	switch ref.Name {
	case Sphinx:
		return sphinx.Open(sphinx.Options{Decoders: r.Decoders})
	case Sherpa:
		return openSherpaSTT(ref.Model, r)
	}
	return openServiceSTT(p, ref)
}

func openTTS(p Plan, ref Ref, r Resources) (tts.Engine, error) {
	switch ref.Name {
	case Flite:
		return flite.Open()
	case Sherpa:
		return openSherpaTTS(ref.Model, r)
	}
	return openServiceTTS(p, ref)
}

// Neighbourhood is what there is around this process.
type Neighbourhood struct {
	// Folder is the folder of model files.
	Folder string
}

var _ Surroundings = Neighbourhood{}

// Models implements Around by asking the service.
func (Neighbourhood) Models(ctx context.Context, s Service) ([]string, error) {
	c, err := s.client()
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Models(ctx)
}

// Installed implements Around by the catalogue's models that are whole.
func (n Neighbourhood) Installed(role Role) []string {
	var names []string
	for _, m := range models.Catalogue() {
		if string(m.Role) == string(role) && models.Look(n.Folder, m).State == models.Here {
			names = append(names, m.Name)
		}
	}
	return names
}
