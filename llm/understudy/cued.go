package understudy

import (
	"context"
	"fmt"

	"parley/engine"
	"parley/llm"
)

// Cued is one engine for all scenarios, so that the calls of a process can share
// a list it stands in: each request is played by its own Script. The zero value is
// usable.
type Cued struct{}

var _ llm.Engine = Cued{}

// Name implements llm.Engine.
func (Cued) Name() string { return (*Engine)(nil).Name() }

// Chat implements llm.Engine as the request's Script does. Without one it returns
// engine.ErrRequest.
func (Cued) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if r.Script == nil {
		return nil, fmt.Errorf("%w: the understudy was not told the scenario", engine.ErrRequest)
	}
	return r.Script.Chat(ctx, r)
}
