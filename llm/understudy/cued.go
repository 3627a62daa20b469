package understudy

import (
	"context"
	"fmt"

	"parley/engine"
	"parley/llm"
)

// Cued is one engine for all scenarios, so that the calls of a process can share
// a list it stands in: each request is played by the Engine that its context was
// given by Cue. The zero value is usable.
type Cued struct{}

var _ llm.Engine = Cued{}

type cueKey struct{}

// Cue says who plays the requests made with the context it returns.
func Cue(ctx context.Context, e *Engine) context.Context { return context.WithValue(ctx, cueKey{}, e) }

// Name implements llm.Engine.
func (Cued) Name() string { return (*Engine)(nil).Name() }

// Chat implements llm.Engine as the cued Engine does. Without one it returns
// engine.ErrRequest.
func (Cued) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	e, ok := ctx.Value(cueKey{}).(*Engine)
	if !ok {
		return nil, fmt.Errorf("%w: the understudy was not told the scenario", engine.ErrRequest)
	}
	return e.Chat(ctx, r)
}
