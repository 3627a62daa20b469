package failover

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// warm calls Warm on the engines that have it, all at once, and returns what
// failed.
func warm[E any](ctx context.Context, l *list, engines []E) error {
	errs := make([]error, len(engines))
	var wg sync.WaitGroup
	for i, e := range engines {
		w, ok := any(e).(interface{ Warm(context.Context) error })
		if !ok {
			continue
		}
		wg.Go(func() {
			if err := l.guard(i, func() error { return w.Warm(ctx) }); err != nil {
				errs[i] = fmt.Errorf("warm %s: %w", l.rungs[i].name(), err)
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
